public import FareFeeds
public import FareModel
public import FareStore

/// What an ingest is told beside its files.
public struct IngestOptions: Hashable, Sendable {
  /// What the files are about.
  public var subject = BatchSubject.fares
  /// The format's name; nil to recognise it by content.
  public var format: String?
  /// The profile that CSV files are read by; nil to recognise their format.
  public var profile: FeedProfile?
  /// The feed, for rows that name none.
  public var source: String?
  /// When the fares were seen, for files that do not say.
  public var observedAt: Instant?
  /// The origin, for files that do not say.
  public var origin: PlaceCode?
  /// The destination, for files that do not say.
  public var destination: PlaceCode?
  /// The currency, for files that do not say.
  public var currency: CurrencyCode?
  /// The cabin, for files that do not say.
  public var cabin: Cabin?
  /// The share of bad rows, in percent, over which a file is refused.
  public var maxRejectPercent = Limits.rejectPercent

  /// Nothing told.
  public init() {}

  /// The format that is told, by its name or by a profile; nil to recognise it.
  var feedFormat: FeedFormat? {
    profile.map { FeedFormat($0) } ?? format.flatMap { FeedFormat(name: $0) }
  }

  /// What a file of fares is opened with.
  func context(of file: InputFile, batch: Int64, now: Instant) -> FeedContext {
    var context = FeedContext(batch: batch, now: now)
    context.observedAt = observedAt
    context.origin = origin
    context.destination = destination
    context.currency = currency
    context.cabin = cabin
    context.source = source
    context.path = file == .standardInput ? nil : file.path
    return context
  }

  /// What belongs to the identity of a batch beside its bytes, in a fixed order: what its file is read with, wherever each
  /// came from.
  func identity(in context: FeedContext) -> [String] {
    [
      subject.rawValue, format ?? "", context.source ?? "", context.observedAt?.description ?? "",
      context.origin?.description ?? "", context.destination?.description ?? "", context.currency?.description ?? "",
      context.cabin?.name ?? "",
    ] + (profile?.identity(ofFileAt: context.path ?? "") ?? [])
  }
}

/// How the ingest of a file ended.
public struct IngestReport: Hashable, Sendable {
  /// A kind of warning, how often it was given, and the first example of it.
  public struct Warning: Hashable, Sendable {
    /// A stable word for programs.
    public var code: String
    /// How often.
    public var count: Int
    /// The first one, in words.
    public var example: String

    /// Creates a warning.
    public init(code: String, count: Int, example: String) {
      self.code = code
      self.count = count
      self.example = example
    }
  }

  /// The batch, as the store remembers it; of a file that was loaded before, the batch of then.
  public var batch: BatchRecord
  /// Warnings by code.
  public var warnings: [Warning]
  /// The first rows that were refused.
  public var rejects: [QuarantinedRow]
  /// How long it took, in milliseconds.
  public var milliseconds: Int

  /// Creates a report.
  public init(batch: BatchRecord, warnings: [Warning], rejects: [QuarantinedRow], milliseconds: Int) {
    self.batch = batch
    self.warnings = warnings
    self.rejects = rejects
    self.milliseconds = milliseconds
  }
}

/// Why there was no ingest at all.
public enum IngestFailure: Error, Sendable {
  /// Another ingest holds the lock.
  case busy
  /// The file cannot be read.
  case unreadable(String)
  /// The database failed.
  case database(PostgresError)
}
