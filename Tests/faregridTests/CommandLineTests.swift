import FareIngest
import FareModel
import FareStore
import Synchronization
import Testing

@testable import faregrid

@Suite("The command line")
struct CommandLineTests {
  /// A command that answers with what it was given.
  private static let commands = [
    Command(.calendar, examples: ["calendar BOM JFK 2023-11"]) { invocation throws(CommandFailure) in
      var lines: [String] = []
      for parameter in Method.of(.calendar).parameters + [.json] {
        if let value = invocation.arguments.given(parameter.name) { lines.append("\(parameter.name)=\(value.shown)") }
      }
      try invocation.console.write(lines.joined(separator: " ") + "\n")
      return .done
    }
  ]

  private static let usage = "usage: faregrid calendar ORIGIN DESTINATION [MONTH] [FLAGS]\n"

  @Test(
    "takes places by place and by flag, values after a space or =, and booleans bare",
    arguments: [
      (["BOM", "JFK", "2023-11"], "origin=BOM destination=JFK month=2023-11"),
      (["BOM", "--destination", "JFK", "--month=2023-11"], "origin=BOM destination=JFK month=2023-11"),
      (["--direct-only", "BOM", "JFK"], "origin=BOM destination=JFK direct_only=true"),
      (["BOM", "JFK", "--detail=false", "--max-stops", "1"], "origin=BOM destination=JFK max_stops=1 detail=false"),
      (
        ["--direct-only", "true", "BOM", "--detail", "false", "JFK"],
        "origin=BOM destination=JFK direct_only=true detail=false"
      ),
      (["--carriers", "AI,6E", "--", "BOM", "JFK"], "origin=BOM destination=JFK carriers=AI,6E"),
      (["bom", "city:nyc", "--json"], "origin=bom destination=city:nyc json=true"),
    ]
  )
  func takes(words: [String], given: String) throws {
    let run = try ProgramRun(["calendar"] + words, Self.commands)
    #expect(run.output == given + "\n")
    #expect(run.error == "")
    #expect(run.code == .done)
  }

  @Test(
    "says in one line what is wrong and in another how it is called",
    arguments: [
      (["BOM"], "DESTINATION: missing, expected a three-letter place code, or city: and a code"),
      (
        ["BOMB", "JFK"],
        "ORIGIN: BOMB is not a three-letter place code, or city: and a code; faregrid places finds codes by name"
      ),
      (["BOM", "JFK", "2023-13"], "MONTH: 2023-13 is not a month as YYYY-MM"),
      (["BOM", "JFK", "2023-11", "x"], "x: one argument too many, at most 3 can be given"),
      (["BOM", "JFK", "--month", "2023-13"], "--month: 2023-13 is not a month as YYYY-MM"),
      (["BOM", "JFK", "--max-stops", "9"], "--max-stops: 9 is too many, at most 8"),
      (["BOM", "JFK", "--nights-max=-1"], "--nights-max: -1 is too few, at least 0"),
      (["BOM", "JFK", "--max-stops=+1"], "--max-stops: +1 is not an integer from 0 to 8"),
      (["BOM", "JFK", "--curency", "EUR"], "--curency: no such flag, did you mean --currency?"),
      (["BOM", "JFK", "--xyzzy"], "--xyzzy: no such flag"),
      (["BOM", "JFK", "-j"], "-j: no such flag"),
      (["BOM", "JFK", "--currency"], "--currency: a value is missing, expected a three-letter currency code"),
      (
        ["BOM", "JFK", "--currency", "--json"], "--currency: a value is missing, expected a three-letter currency code"
      ),
      (["BOM", "JFK", "--currency="], "--currency: \"\" is not a three-letter currency code"),
      (["BOM", "JFK", "--json=maybe"], "--json: maybe is not true or false"),
      (["BOM", "JFK", "--origin", "LHR"], "ORIGIN: LHR was given, expected the parameter once"),
      (
        ["BO\u{1B}[2J\nM", "JFK"],
        "ORIGIN: BO\u{FFFD}[2J\u{FFFD}M is not a three-letter place code, or city: and a code; faregrid places finds codes by name"
      ),
    ]
  )
  func complains(words: [String], problem: String) throws {
    let run = try ProgramRun(["calendar"] + words, Self.commands)
    #expect(run.error == "error: \(problem)\n")
    #expect(run.output == "")
    #expect(run.code == .usage)
  }

  @Test(
    "offers the command that was probably meant",
    arguments: [
      ([], "a command is missing, see faregrid --help"),
      (["calender"], "calender: no such command, did you mean calendar?"),
      (["--verson"], "--verson: no such flag before a command, did you mean --version?"),
      (["frobnicate"], "frobnicate: no such command"),
    ]
  )
  func offersCommands(words: [String], problem: String) throws {
    let run = try ProgramRun(words, Self.commands)
    #expect(run.error == "error: \(problem)\n")
    #expect(run.code == .usage)
  }

  @Test("has help for itself and for each command, however it is asked", arguments: [["--help"], ["-h"], ["help"]])
  func overview(words: [String]) throws {
    let run = try ProgramRun(words, Self.commands)
    #expect(
      run.output.hasPrefix(
        """
        faregrid \(Version.text)
        Fare search and price calendars over the fares that you hold.

        usage: faregrid COMMAND [ARGUMENTS]

          calendar  A month of prices, each day banded low, avg or high.
          version   Shows which Faregrid this is.
          help      Shows what there is, or how a command is called.


        """
      )
    )
    #expect(ExitCode.allCases.allSatisfy { run.output.contains("\n  \($0.rawValue) ") })
    #expect(run.code == .done)
  }

  @Test(
    "a command's help shows every flag and an example",
    arguments: [["help", "calendar"], ["calendar", "--help"], ["calendar", "-h", "nonsense"]]
  )
  func commandHelp(words: [String]) throws {
    let run = try ProgramRun(words, Self.commands)
    #expect(
      run.output.hasPrefix("A month of prices, each day banded low, avg or high.\n\n" + Self.usage + "\nflags:\n")
    )
    #expect(Method.of(.calendar).parameters.allSatisfy { run.output.contains("\n  \($0.flag)") })
    #expect(run.output.contains("\n  --max-stops 0..8            Only fares known to have at most so many stops.\n"))
    #expect(run.output.hasSuffix("\n\nexamples:\n  faregrid calendar BOM JFK 2023-11\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("an example in the help is a command line that is taken")
  func examplesWork() throws {
    let commands =
      Commands.questions { _ in StillSource.Connection().session() } + [Commands.database]
      + Commands.store(RecordingWork())
    for command in commands {
      for example in command.examples {
        let words = example.split(separator: " ").prefix { $0 != "<" && $0 != ">" }.map(String.init)
        #expect(words.first == command.name)
        let line = try CommandLineParser.parse(words.dropFirst(), for: command)
        _ = try Arguments(line.given, among: command.parameters)
      }
    }
  }

  @Test("an unknown help topic is an error")
  func unknownTopic() throws {
    let run = try ProgramRun(["help", "calender"], Self.commands)
    #expect(run.error == "error: calender: no such command, did you mean calendar?\n")
    #expect(run.code == .usage)
  }
}

@Suite("Exit codes")
struct ExitCodeTests {
  @Test("are those that scripts depend on")
  func numbers() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 69, 75])
  }

  @Test(
    "follow from what was wrong",
    arguments: [
      (CommandFailure.usage(subject: "--x", "no such flag"), 64, "error: --x: no such flag\n"),
      (.notPossible(subject: "ORIGIN", "no place has the code ZZZ"), 64, "error: ORIGIN: no place has the code ZZZ\n"),
      (.badData("fares.csv: no column price"), 65, "error: fares.csv: no column price\n"),
      (.noDatabase("no server\nat /tmp"), 69, "error: no server\u{FFFD}at /tmp\n"),
      (.busy("another ingest is at work"), 75, "error: another ingest is at work\n"),
      (.failed("disk full"), 1, "error: disk full\n"),
      (.readerClosed, 0, ""),
    ]
  )
  func failures(failure: CommandFailure, code: Int32, error: String) throws {
    let command = Command(name: "fail", summary: "", examples: []) { _ throws(CommandFailure) in throw failure }
    let run = try ProgramRun(["fail"], [command])
    #expect(run.code.rawValue == code)
    #expect(run.error == error)
  }
}

/// Remembers what it was told to do.
final class RecordingWork: StoreWork {
  enum Order: Equatable {
    case load(IngestCall)
    case explain(IngestCall)
    case rejects(batch: Int64, RejectsForm)
    case retract(RetractCall)
    case prune(PruneCall)
    case export(ExportOptions)
    case rebuild
  }

  private let orders = Mutex<[Order]>([])

  var all: [Order] { orders.withLock { $0 } }

  private func record(_ order: Order) -> ExitCode {
    orders.withLock { $0.append(order) }
    return .done
  }

  func load(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode { record(.load(call)) }

  func explain(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode { record(.explain(call)) }

  func listRejects(of batch: Int64, as form: RejectsForm, console: Console) throws(CommandFailure) -> ExitCode {
    record(.rejects(batch: batch, form))
  }

  func retract(_ call: RetractCall, console: Console) throws(CommandFailure) -> ExitCode { record(.retract(call)) }

  func prune(_ call: PruneCall, console: Console) throws(CommandFailure) -> ExitCode { record(.prune(call)) }

  func export(_ options: ExportOptions, console: Console) throws(CommandFailure) -> ExitCode {
    record(.export(options))
  }

  func rebuild(console: Console) throws(CommandFailure) -> ExitCode { record(.rebuild) }
}

@Suite("ingest, retract, prune, export and rebuild")
struct StoreCommandTests {
  private static func order(_ words: [String]) throws -> (order: RecordingWork.Order?, error: String) {
    let work = RecordingWork()
    let run = try ProgramRun(words, Commands.store(work))
    return (work.all.first, run.error.split(separator: "\n").first.map(String.init) ?? "")
  }

  private static func options(_ change: (inout IngestOptions) -> Void) -> IngestOptions {
    var options = IngestOptions()
    change(&options)
    return options
  }

  @Test("ingest takes files, folders and stdin as fares unless told otherwise")
  func ingestPaths() throws {
    #expect(
      try Self.order(["ingest", "a.csv", "feeds/", "-"]).order == .load(IngestCall(paths: ["a.csv", "feeds/", "-"]))
    )
    #expect(try Self.order(["ingest", "fares", "a.csv"]).order == .load(IngestCall(paths: ["a.csv"])))
    #expect(
      try Self.order(["ingest", "places", "-"]).order
        == .load(IngestCall(options: Self.options { $0.subject = .places }, paths: ["-"]))
    )
    #expect(try Self.order(["ingest", "./places"]).order == .load(IngestCall(paths: ["./places"])))
    #expect(try Self.order(["ingest", "--", "--odd.csv"]).order == .load(IngestCall(paths: ["--odd.csv"])))
  }

  @Test("ingest takes what the files do not say from its flags")
  func ingestContext() throws {
    let words = """
      ingest --format own --source tracker --observed-at 2026-08-01T06:00:00Z --origin osl --destination FCO \
      --currency EUR --cabin business --wait --timeout 30 --max-rejects 5 --json a.csv
      """
    let options = Self.options { options in
      options.format = "own"
      options.source = "tracker"
      options.observedAt = Instant("2026-08-01T06:00:00Z")
      options.origin = PlaceCode("OSL")
      options.destination = PlaceCode("FCO")
      options.currency = CurrencyCode("EUR")
      options.cabin = .business
      options.maxRejectPercent = 5
    }
    let call = IngestCall(options: options, paths: ["a.csv"], waitSeconds: 30, asJSON: true)
    #expect(try Self.order(words.split(separator: " ").map(String.init)).order == .load(call))
    let patient = try Self.order(["ingest", "--wait", "a.csv"]).order
    #expect(patient == .load(IngestCall(paths: ["a.csv"], waitSeconds: .max)))
  }

  @Test("ingest lists rejects instead of loading")
  func ingestRejects() throws {
    #expect(try Self.order(["ingest", "--rejects", "12"]).order == .rejects(batch: 12, .table))
    #expect(try Self.order(["ingest", "--rejects", "12", "--json"]).order == .rejects(batch: 12, .json))
    #expect(try Self.order(["ingest", "--rejects", "12", "--raw"]).order == .rejects(batch: 12, .raw))
  }

  @Test("retract takes a batch, and waits as ingest does")
  func retract() throws {
    #expect(try Self.order(["retract", "12"]).order == .retract(RetractCall(batch: 12)))
    let words = ["retract", "--wait", "--timeout", "5", "--json", "12"]
    #expect(try Self.order(words).order == .retract(RetractCall(batch: 12, waitSeconds: 5, asJSON: true)))
  }

  @Test("prune takes the first day of a month, and waits as ingest does")
  func prune() throws {
    let cut = Month(year: 2026, month: 3)
    #expect(try Self.order(["prune", "--before", "2026-03-01"]).order == .prune(PruneCall(cut: cut)))
    let words = ["prune", "--before=2026-03-01", "--wait", "--json"]
    #expect(try Self.order(words).order == .prune(PruneCall(cut: cut, waitSeconds: .max, asJSON: true)))
  }

  @Test("export and rebuild take their words")
  func others() throws {
    #expect(try Self.order(["export", "days"]).order == .export(ExportOptions(content: .days)))
    let options = ExportOptions(content: .observations, asOf: Instant("2026-08-01T06:00:00Z"), format: .ndjson)
    let words = ["export", "observations", "--as-of", "2026-08-01T06:00:00Z", "--format", "ndjson"]
    #expect(try Self.order(words).order == .export(options))
    #expect(try Self.order(["rebuild"]).order == .rebuild)
  }

  @Test(
    "what makes no sense is refused by name",
    arguments: [
      (["ingest"], "FILE: missing, expected a file, a folder or - for stdin"),
      (["ingest", "--timeout", "5", "a.csv"], "--timeout: is for --wait, which was not given"),
      (["ingest", "--raw", "a.csv"], "--raw: is for --rejects, which was not given"),
      (
        ["ingest", "--rejects", "12", "--raw", "--json"],
        "--raw: writes rows as they stood, so --json cannot be given"
      ),
      (["ingest", "--rejects", "12", "a.csv"], "--rejects: lists a batch that was loaded, so no FILE can be given"),
      (
        ["ingest", "--origin", "city:LON", "a.csv"], "--origin: city:LON was given, expected a three-letter place code"
      ),
      (
        ["ingest", "--observed-at", "2026-08-01", "a.csv"],
        "--observed-at: 2026-08-01 is not an instant with its zone, as 2026-08-01T06:00:00Z"
      ),
      (["ingest", "--max-rejects", "101", "a.csv"], "--max-rejects: 101 is too many, at most 100"),
      (["retract"], "BATCH: missing, expected an integer from 1 to 999999999"),
      (["retract", "0"], "BATCH: 0 is too few, at least 1"),
      (["retract", "12", "--timeout", "5"], "--timeout: is for --wait, which was not given"),
      (["prune"], "--before: missing, expected a date as YYYY-MM-DD"),
      (
        ["prune", "--before", "2026-03-02"],
        "--before: 2026-03-02 was given, expected the first day of a month, such as 2026-03-01"
      ),
      (["export"], "CONTENT: missing, expected observations or days"),
      (["export", "fares"], "CONTENT: fares is not observations or days"),
      (["rebuild", "now"], "now: one argument too many, at most 0 can be given"),
    ]
  )
  func refuses(words: [String], problem: String) throws {
    let (order, error) = try Self.order(words)
    #expect(order == nil)
    #expect(error == "error: " + problem)
  }
}
