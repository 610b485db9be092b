import FareAtlas
import FareFeeds
import FareModel
import Foundation
import Support

/// What a whole feed came to, as plain values that tests compare.
struct Feed: Equatable {
  /// The observations by the own format's columns, empty ones left out; and their record numbers.
  var rows: [[String: String]] = []
  var records: [Int32] = []
  var rejected: [RejectedRow] = []
  var rowsRead = 0
  var warnings: [FeedReport.Warning] = []
  var format = ""

  /// Reads a feed to its end, `chunk` bytes and `limit` rows at a time.
  static func read(
    _ bytes: [UInt8],
    as format: String? = nil,
    profile: String? = nil,
    overlay: ReferenceOverlay = ReferenceOverlay(),
    chunk: Int = 1 << 20,
    limit: Int = 1000,
    _ flags: (inout FeedContext) -> Void = { _ in }
  ) throws -> Feed {
    let path = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: path))
    return try read(path: path, as: format, profile: profile, overlay: overlay, chunk: chunk, limit: limit, flags)
  }

  /// Reads the file at `path` to its end.
  static func read(
    path: String,
    as format: String? = nil,
    profile: String? = nil,
    overlay: ReferenceOverlay = ReferenceOverlay(),
    chunk: Int = 1 << 20,
    limit: Int = 1000,
    _ flags: (inout FeedContext) -> Void = { _ in }
  ) throws -> Feed {
    var context = FeedContext(batch: 7, now: Instant(day: Day(rawValue: 25_000), secondOfDay: 0))
    flags(&context)
    let atlas = Atlas(overlay: overlay)
    var reader = try FeedReader(
      ByteSource(path: path, chunkSize: chunk),
      format: try profile.map { FeedFormat(try FeedProfile($0.utf8Span.span)) }
        ?? format.flatMap { FeedFormat(name: $0) },
      context: context,
      atlas: atlas
    )
    var feed = Feed()
    feed.format = reader.format.name
    var table = ObservationTable()
    var report = FeedReport()
    var hasMore = true
    while hasMore {
      hasMore = try reader.read(into: &table, &report, limit: limit)
      feed.take(table, atlas)
      feed.rejected += report.takeRejected()
      table.removeAll()
    }
    feed.rowsRead = report.rowsRead
    feed.warnings = report.warnings
    return feed
  }

  /// Reads a feed of text.
  static func read(
    _ text: String,
    as format: String? = nil,
    profile: String? = nil,
    overlay: ReferenceOverlay = ReferenceOverlay(),
    _ flags: (inout FeedContext) -> Void = { _ in }
  ) throws -> Feed {
    try read(Array(text.utf8), as: format, profile: profile, overlay: overlay, flags)
  }

  /// The reason for which a feed is refused whole; nil when it is not.
  static func refusal(
    _ text: String,
    as format: String? = nil,
    profile: String? = nil,
    _ flags: (inout FeedContext) -> Void = { _ in }
  ) -> FeedError? {
    refusal(Array(text.utf8), as: format, profile: profile, flags)
  }

  /// The reason for which a feed is refused whole; nil when it is not.
  static func refusal(
    _ bytes: [UInt8],
    as format: String? = nil,
    profile: String? = nil,
    _ flags: (inout FeedContext) -> Void = { _ in }
  ) -> FeedError? {
    do {
      _ = try read(bytes, as: format, profile: profile, flags)
      return nil
    } catch {
      return error as? FeedError
    }
  }

  /// A column of all rows, with `-` where it is missing.
  func column(_ name: String) -> [String] {
    rows.map { $0[name] ?? "-" }
  }

  /// How often a warning was met.
  func warningCount(_ code: FeedWarning) -> Int {
    warnings.first { $0.code == code }?.count ?? 0
  }

  private mutating func take(_ table: ObservationTable, _ atlas: Atlas) {
    for (row, provenance) in zip(table.rows, table.provenance) {
      let exponent = atlas.currency(row.currency)?.exponent ?? 0
      var columns: [String: String] = [:]
      for column in OwnFormat.columns {
        columns[column.rawValue] = OwnFormat.value(of: column, in: row, texts: table.texts, exponent: exponent)
      }
      rows.append(columns)
      records.append(provenance.record)
    }
  }
}

/// What a reference feed came to.
func reference(_ bytes: [UInt8], _ kind: ReferenceKind) throws -> (rows: ReferenceRows, report: FeedReport) {
  let path = FileManager.default.temporaryDirectory.appending(path: "reference-\(UUID().uuidString)").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  try Data(bytes).write(to: URL(filePath: path))
  var report = FeedReport()
  let rows = try ReferenceFeed.read(ByteSource(path: path), kind, &report)
  return (rows, report)
}

/// What a reference feed of text came to.
func reference(_ text: String, _ kind: ReferenceKind) throws -> (rows: ReferenceRows, report: FeedReport) {
  try reference(Array(text.utf8), kind)
}

/// A file of the shared cases, or nil with a line that says so when they are absent.
func sharedFile(_ path: String) -> [UInt8]? {
  guard let path = SharedData.path(path), let data = FileManager.default.contents(atPath: path) else {
    print("skipped: shared/\(path) is absent")
    return nil
  }
  return Array(data)
}

/// The header that the required columns make, and a row below it.
let header = "origin,destination,departure_date,price,currency,observed_at"
let row = "OSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00Z"
