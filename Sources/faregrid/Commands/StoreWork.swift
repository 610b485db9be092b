import FareModel

/// What `ingest`, `export` and `rebuild` do once their command line is read.
protocol StoreWork: Sendable {
  /// Loads files, a batch each, and reports each as it ends.
  func load(_ options: IngestOptions, console: Console) throws(CommandFailure) -> ExitCode

  /// Lists the quarantined rows of a batch.
  func listRejects(of batch: Int64, asJSON: Bool, console: Console) throws(CommandFailure) -> ExitCode

  /// Writes fares out in the own format.
  func export(_ options: ExportOptions, console: Console) throws(CommandFailure) -> ExitCode

  /// Makes everything derived from the log of observations anew.
  func rebuild(console: Console) throws(CommandFailure) -> ExitCode
}

/// What to load, and what is to be taken for granted where the files do not say it.
struct IngestOptions: Hashable, Sendable {
  /// What the rows are.
  enum Kind: String, CaseIterable {
    case fares, places, routes, carriers, rates
  }

  /// What the rows are.
  var kind = Kind.fares
  /// Files and folders, in the order given; `-` is stdin.
  var paths: [String]
  /// The name of the files' format; nil to recognise it.
  var format: String?
  /// The feed; nil for the format's name.
  var source: String?
  /// When the fares were observed.
  var observedAt: Instant?
  /// Where the fares begin.
  var origin: PlaceCode?
  /// Where they go.
  var destination: PlaceCode?
  /// The currency of the prices.
  var currency: CurrencyCode?
  /// The cabin.
  var cabin: Cabin?
  /// How many seconds to wait for another ingest; nil to end at once, `.max` to wait as long as it takes.
  var waitSeconds: Int?
  /// The share of bad rows, in percent, over which a batch is refused.
  var maxRejectPercent = Limits.rejectPercent
  /// Whether reports are JSON.
  var asJSON = false
}

/// What to write out.
struct ExportOptions: Hashable, Sendable {
  /// Which rows.
  enum Content: String, CaseIterable {
    /// Everything observed.
    case observations
    /// The cheapest fare of each day.
    case days
  }

  /// How rows are written.
  enum Format: String, CaseIterable {
    case csv, ndjson
  }

  /// Which rows.
  var content: Content
  /// The instant to export as at; nil for now.
  var asOf: Instant?
  /// How rows are written.
  var format = Format.csv
}
