import FareJSON
import FareModel
import FareServer
import Testing

@testable import faregrid

@Suite("Questions on the command line")
struct QuestionCommandTests {
  private let connection = StillSource.Connection()

  private func run(_ words: String, terminal: Terminal = Samples.plain) throws -> ProgramRun {
    let commands = Commands.questions { [connection] _ in connection.session() }
    return try ProgramRun(words.split(separator: " ").map(String.init), commands, terminal: terminal)
  }

  @Test("calendar draws a month in the locale asked for")
  func calendar() throws {
    let run = try run("calendar OSL FCO 2026-09 --locale de-DE")
    #expect(run.output.hasPrefix("OSL → FCO, one way, EUR\n\nSeptember 2026\n"))
    #expect(run.output.contains("\n               96,50\u{A0}€      102\u{A0}€   107,50\u{A0}€ "))
    #expect(run.code == .done)
  }

  @Test("--json prints the result object and nothing else")
  func json() throws {
    for words in ["calendar OSL FCO 2026-09", "months OSL FCO", "places oslo", "nearby OSL", "status"] {
      let parts = words.split(separator: " ").map(String.init)
      let method = try #require(Method.named(parts[0]))
      let given = zip(method.positional, parts.dropFirst()).map { (name: $0, value: ArgumentValue.untyped($1)) }
      var json = JSONWriter()
      try connection.session().answer(method, Arguments(given, for: method), into: &json)
      #expect(try run(words + " --json").output == String(decoding: json.bytes, as: UTF8.self) + "\n")
    }
  }

  @Test("a place that nobody knows is named with what was meant, and is no matter of usage")
  func unknownPlace() throws {
    let run = try run("calendar OSL FCX 2026-09")
    #expect(run.error.hasPrefix("error: DESTINATION: no place has the code FCX, did you mean "))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.code == .usage)
    let flagged = try self.run("months OSL --destination XQX")
    #expect(flagged.error.hasPrefix("error: --destination: no place has the code XQX"))
  }

  @Test("parameters that do not go together are named by their flags")
  func contradictions() throws {
    let run = try run("calendar OSL FCO 2026-09 --from 2026-09-01")
    #expect(run.error.hasPrefix("error: --from: 2026-09-01 was given, expected either month, or from and to"))
    #expect(run.code == .usage)
    #expect(
      try self.run("calendar OSL FCO").error.hasPrefix("error: MONTH: missing, expected a month as YYYY-MM, or from")
    )
  }

  @Test("places and nearby are tables")
  func places() throws {
    let oslo = try run("places OSL --limit 1").output
    #expect(oslo.hasPrefix("code  kind"))
    #expect(oslo.split(separator: "\n")[1].hasPrefix("OSL "))
    let nearby = try run("nearby LHR --radius-km 60 --limit 3").output
    #expect(nearby.split(separator: "\n")[0].hasSuffix("  km"))
    #expect(nearby.split(separator: "\n").count == 4)
    #expect(try run("places qqqqq").output == "No place found.\n")
  }

  @Test("status shows what is there, and fails when a source is older than asked for")
  func status() throws {
    let fresh = try run("status --max-age-hours 32")
    #expect(
      fresh.output == """
        fares   7,440 observations of 1 route in 2 batches
        loaded  \(StillSource.now), 2 hours ago
        store   12.3 MB, schema 3, PostgreSQL 15.18

        source               newest                     age  observations
        skyscanner-calendar  2026-08-02T00:00:00Z   2 hours         7,432
        tracker              2026-07-31T18:00:00Z  32 hours             8

        """
    )
    #expect(fresh.code == .done)
    let stale = try run("status --max-age-hours 31")
    #expect(stale.output.hasSuffix("             8  stale\n"))
    #expect(stale.error == "error: --max-age-hours: tracker is 32 hours old, at most 31 hours\n")
    #expect(stale.code == .failed)
    #expect(try run("status --max-age-hours 31 --json").code == .failed)
  }

  @Test("without a database a command says why and ends with 69")
  func noDatabase() throws {
    connection.setDown(true)
    let run = try run("status")
    #expect(run.output == "")
    #expect(run.error == "error: connection to \"db.internal\" refused\n")
    #expect(run.code == .noDatabase)
  }
}

@Suite("A session")
struct SessionTests {
  private let connection = StillSource.Connection()

  private func answers(_ lines: [String], before line: (Int) -> Void = { _ in }) -> [String] {
    var handler = RequestHandler(answerer: connection.session()) { _ in }
    return lines.enumerated().map { index, text in
      line(index)
      var output = JSONWriter()
      handler.answer(text.utf8Span.span, into: &output)
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let status = #"{"jsonrpc":"2.0","id":2,"method":"status"}"#

  @Test("answers ping without opening anything")
  func ping_() {
    connection.setDown(true)
    #expect(answers([ping]) == [#"{"jsonrpc":"2.0","id":1,"result":"pong"}"# + "\n"])
    #expect(connection.timesOpened == 0)
  }

  @Test("outlives the database, and recovers by itself when it comes back")
  func recovers() {
    let all = answers([status, status, ping, status]) { connection.setDown($0 == 1 || $0 == 2) }
    #expect(all[0].contains("\"observations\":7440"))
    #expect(all[1].contains("-32002"))
    #expect(all[2].contains("pong"))
    #expect(all[3] == all[0])
  }

  @Test("asks once more on a new connection when the one it held has broken")
  func reconnects() {
    let all = answers([status, status]) { if $0 == 1 { connection.breakOnce() } }
    #expect(all[1] == all[0])
    #expect(connection.timesOpened == 2)
  }
}
