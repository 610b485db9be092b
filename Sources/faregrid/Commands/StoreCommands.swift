import FareFeeds
import FareIngest
import FareModel
import FareStore

extension Commands {
  /// The commands that load fares, write them out and keep the store in order.
  static func store(_ work: some StoreWork) -> [Command] {
    [ingest(work), retract(work), prune(work), export(work), rebuild(work)]
  }

  private static func ingest(_ work: some StoreWork) -> Command {
    Command(
      name: "ingest",
      summary: "Loads files of fares or reference rows, a batch a file: all of it or nothing.",
      parameters: [
        Parameter("kind", .choice(BatchSubject.allCases.map(\.rawValue)), "What the rows are (fares by default)."),
        Parameter("format", .choice(FeedFormat.all.map(\.name)), "The files' format, where it is not recognised."),
        Parameter("profile", .text, "A file that describes other CSV: a profile, see Data/profiles/README.md."),
        Parameter("explain", .boolean, "Show what the files are and their first rows as stored, and load nothing."),
        Parameter("source", .text, "The feed, when not the format's name."),
        Parameter("observed_at", .instant, "When the fares were seen, where the files do not say."),
        Parameter("origin", .place, "Where the fares begin, where the files do not say."),
        Parameter("destination", .place, "Where they go, where the files do not say."),
        Parameter("currency", .currency, "The currency, where the files do not say."),
        Parameter("cabin", .choice(Cabin.allCases.map(\.name)), "The cabin, where the files do not say."),
        .wait, .timeout,
        Parameter("max_rejects", .integer(0...100), "Refuse a batch with more bad rows, in percent (10 by default)."),
        Parameter("rejects", .integer(1...Limits.greatestBatch), "List the bad rows of a batch, and load nothing."),
        Parameter(
          "raw",
          .boolean,
          "With --rejects: write them as they stood under their header, to be loaded again when they or the profile are "
            + "mended."
        ),
        Parameter("quiet", .boolean, "Print no reports, only warnings and errors: for cron."),
        .json,
      ],
      positional: ["kind"],
      operands: "FILE|DIR...|-",
      examples: [
        "ingest fares.csv", "ingest --wait --quiet feeds/", "ingest --source tracker --currency EUR feeds/",
        "ingest places airports.csv",
        "ingest - --observed-at 2026-08-01T06:00:00Z < fares.csv", "ingest --rejects 12",
        "ingest --rejects 12 --raw > again.csv", "ingest --profile tracker.json --explain tracker.csv",
      ]
    ) { invocation throws(CommandFailure) in
      if let batch = invocation.arguments.integer("rejects") {
        guard invocation.operands.isEmpty else {
          throw .usage(subject: "--rejects", "lists a batch that was loaded, so no FILE can be given")
        }
        let form = try RejectsForm(invocation)
        return try work.listRejects(of: Int64(batch), as: form, console: invocation.console)
      }
      if invocation.arguments.boolean("raw") == true {
        throw .usage(subject: "--raw", "is for --rejects, which was not given")
      }
      let call = try IngestCall(invocation)
      return invocation.arguments.boolean("explain") == true
        ? try work.explain(call, console: invocation.console) : try work.load(call, console: invocation.console)
    }
  }

  private static func export(_ work: some StoreWork) -> Command {
    Command(
      name: "export",
      summary: "Writes fares out in Faregrid's own format, in canonical order.",
      parameters: [
        Parameter(
          "content",
          .choice(ExportOptions.Content.allCases.map(\.rawValue)),
          isRequired: true,
          "Everything observed, or the cheapest of each day."
        ),
        Parameter("as_of", .instant, "Export as at this instant (now by default)."),
        Parameter(
          "format",
          .choice(ExportOptions.Format.allCases.map(\.rawValue)),
          "How rows are written (csv by default)."
        ),
      ],
      positional: ["content"],
      examples: ["export observations > fares.csv", "export days --format ndjson"]
    ) { invocation throws(CommandFailure) in
      let arguments = invocation.arguments
      guard let content = arguments.text("content").flatMap(ExportOptions.Content.init(rawValue:)) else {
        preconditionFailure("the table requires a content")
      }
      let options = ExportOptions(
        content: content,
        asOf: arguments.instant("as_of"),
        format: arguments.text("format").flatMap(ExportOptions.Format.init(rawValue:)) ?? .csv
      )
      return try work.export(options, console: invocation.console)
    }
  }

  private static func rebuild(_ work: some StoreWork) -> Command {
    Command(
      name: "rebuild",
      summary: "Makes everything that is derived from the observations anew.",
      examples: ["rebuild"]
    ) { invocation throws(CommandFailure) in
      try work.rebuild(console: invocation.console)
    }
  }
}

extension RejectsForm {
  fileprivate init(_ invocation: Invocation) throws(CommandFailure) {
    let wantsRaw = invocation.arguments.boolean("raw") == true
    if wantsRaw, invocation.wantsJSON {
      throw .usage(subject: "--raw", "writes rows as they stood, so --json cannot be given")
    }
    self = wantsRaw ? .raw : invocation.wantsJSON ? .json : .table
  }
}

extension IngestCall {
  /// Reads a call of `ingest`.
  fileprivate init(_ invocation: Invocation) throws(CommandFailure) {
    let arguments = invocation.arguments
    guard !invocation.operands.isEmpty else {
      throw .usage(subject: "FILE", "missing, expected a file, a folder or - for stdin")
    }
    paths = invocation.operands
    waitSeconds = try invocation.waitSeconds()
    asJSON = invocation.wantsJSON
    isQuiet = arguments.boolean("quiet") == true
    if isQuiet, asJSON { throw .usage(subject: "--quiet", "prints no reports, so --json cannot be given") }
    options.subject = arguments.text("kind").flatMap(BatchSubject.init(rawValue:)) ?? .fares
    options.format = arguments.text("format")
    options.profile = try Self.profile(arguments)
    options.source = arguments.text("source")
    options.observedAt = arguments.instant("observed_at")
    options.origin = try Self.code("origin", arguments)
    options.destination = try Self.code("destination", arguments)
    options.currency = arguments.currency("currency")
    options.cabin = arguments.text("cabin").flatMap(Cabin.init(name:))
    options.maxRejectPercent = arguments.integer("max_rejects") ?? Limits.rejectPercent
  }

  private static func profile(_ arguments: Arguments) throws(CommandFailure) -> FeedProfile? {
    guard let path = arguments.text("profile") else { return nil }
    if arguments.text("format") != nil {
      throw .usage(subject: "--profile", "says the format itself, so --format cannot be given")
    }
    do {
      return try FeedProfile(path: path)
    } catch {
      throw .notPossible(subject: "--profile", "\(ShownText.bounded(path)): \(error.reason)")
    }
  }

  /// A code as a fare has it, which `city:` does not belong to.
  private static func code(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> PlaceCode? {
    guard let place = arguments.place(name) else { return nil }
    guard !place.isCity else {
      throw .argument(
        ArgumentError(parameter: name, value: arguments.given(name), expected: "a three-letter place code")
      )
    }
    return place.code
  }
}
