public import FareAtlas
public import FareFeeds
public import FareModel

/// What a file of fares would come to: the format that it is of, and its first records as they would be stored.
public struct FeedPreview: Sendable {
  /// The name of the format.
  public let format: String
  /// Where the columns of the own format come from, in a CSV feed; none for others.
  public let origins: [ColumnOrigin]
  /// The first records that are good.
  public private(set) var table = ObservationTable()
  /// Those of the first records that are not.
  public let rejected: [RejectedRow]
  /// What was odd about the first records.
  public let warnings: [FeedReport.Warning]

  /// Reads the beginning of a file, `limit` records of a CSV, and stores nothing. A JSON document is read whole.
  public init(
    _ file: InputFile,
    _ options: IngestOptions,
    atlas: Atlas,
    now: Instant,
    limit: Int
  ) throws(FeedError) {
    let source = file == .standardInput ? ByteSource.standardInput() : try ByteSource(path: file.path)
    let context = options.context(of: file, batch: 0, now: now)
    var reader = try FeedReader(source, format: options.feedFormat, context: context, atlas: atlas)
    var report = FeedReport()
    _ = try reader.read(into: &table, &report, limit: limit)
    format = reader.format.name
    origins = reader.origins
    rejected = report.takeRejected()
    warnings = report.warnings
  }
}
