import FareIngest
import FareModel

/// What the commands that load fares, write them out and keep the store in order do once their command line is read.
protocol StoreWork: Sendable {
  /// Loads files, a batch each, and reports each as it ends.
  func load(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode

  /// Shows what files of fares would come to, and loads nothing.
  func explain(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode

  /// Lists the quarantined rows of a batch.
  func listRejects(of batch: Int64, as form: RejectsForm, console: Console) throws(CommandFailure) -> ExitCode

  /// Hides a batch.
  func retract(_ call: RetractCall, console: Console) throws(CommandFailure) -> ExitCode

  /// Drops what was observed before a cut and was not current then.
  func prune(_ call: PruneCall, console: Console) throws(CommandFailure) -> ExitCode

  /// Writes fares out in the own format.
  func export(_ options: ExportOptions, console: Console) throws(CommandFailure) -> ExitCode

  /// Makes everything derived from the log of observations anew.
  func rebuild(console: Console) throws(CommandFailure) -> ExitCode
}

/// A call of `ingest`.
struct IngestCall: Hashable, Sendable {
  /// What the files are, and what they lack.
  var options = IngestOptions()
  /// Files and folders, in the order given; `-` is stdin.
  var paths: [String]
  /// How many seconds to wait for another ingest; nil to end at once, `.max` to wait as long as it takes.
  var waitSeconds: Int?
  /// Whether reports are JSON.
  var asJSON = false
  /// Whether nothing is said but what is wrong.
  var isQuiet = false
}

/// How quarantined rows are listed.
enum RejectsForm: Hashable, Sendable {
  /// As a table of what is wrong with them.
  case table
  /// As one JSON object that says the same.
  case json
  /// As a file of the rows that can be loaded again.
  case raw
}

/// A call of `retract`.
struct RetractCall: Hashable, Sendable {
  /// The number of the batch.
  var batch: Int64
  /// How many seconds to wait for an ingest, as in ``IngestCall``.
  var waitSeconds: Int?
  /// Whether the report is JSON.
  var asJSON = false
}

/// A call of `prune`.
struct PruneCall: Hashable, Sendable {
  /// The month whose first day is the cut.
  var cut: Month
  /// How many seconds to wait for an ingest, as in ``IngestCall``.
  var waitSeconds: Int?
  /// Whether the report is JSON.
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
