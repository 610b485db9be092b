public import FareAtlas
import FareJSON
public import FareModel

/// Reads a feed: observations, and why a record did not become one.
///
///     var reader = try FeedReader(ByteSource(path: path), context: context, atlas: atlas)
///     while try reader.read(into: &table, &report) { … }
///
/// Rows come in portions, so that memory does not grow with the feed; a JSON document is read whole. Records are
/// numbered from 1: the data records of a CSV, the lines of an NDJSON that are not blank, and the elements of a document.
public struct FeedReader: ~Copyable {
  /// The format of the feed.
  public let format: FeedFormat
  private var csv: OwnCSVReader?
  private var lines: OwnLineReader?
  private var document: DocumentReader?

  /// Opens a feed of `format`, or of the format that its content tells.
  ///
  /// Throws when the file is refused before its first row: it is empty, no text, of an unknown format, or lacks what no
  /// flag gives.
  public init(
    _ source: consuming ByteSource,
    format: FeedFormat? = nil,
    context: FeedContext,
    atlas: Atlas
  ) throws(FeedError) {
    var input = try InputBuffer(source)
    guard try input.skipBlank() else { throw FeedError("the file is empty") }
    let isJSON = input.unread[0] == UInt8(ascii: "{") || input.unread[0] == UInt8(ascii: "[")
    switch format?.content {
    case .document(let content):
      self.format = format ?? .own
      document = DocumentReader(try JSONDocument(input), content, self.format, context, atlas)
    case .own where isJSON:
      self.format = .own
      lines = OwnLineReader(input, context, atlas)
    case nil where isJSON:
      if try OwnLineReader.recognises(&input) {
        self.format = .own
        lines = OwnLineReader(input, context, atlas)
      } else {
        let json = try JSONDocument(input)
        let (format, content) = try Self.format(of: json)
        self.format = format
        document = DocumentReader(json, content, format, context, atlas)
      }
    case .own, nil:
      self.format = .own
      var scanner = CSVScanner(input)
      let header = try CSVHeader(&scanner)
      guard format != nil || OwnCSVReader.recognises(header) else { throw Self.unknown("the header") }
      csv = try OwnCSVReader(scanner, header, context, atlas)
    }
  }

  /// Reads up to `limit` records into `table` and `report`, to which it adds. Returns whether more may follow.
  ///
  /// The rows of a JSON document come all at once. The reader keeps nothing of `table`, which may be another each time.
  public mutating func read(
    into table: inout ObservationTable,
    _ report: inout FeedReport,
    limit: Int = Limits.rowsAtATime
  ) throws(FeedError) -> Bool {
    if let more = try csv?.read(into: &table, &report, limit: limit) { return more }
    if let more = try lines?.read(into: &table, &report, limit: limit) { return more }
    try document?.read(into: &table, &report)
    return false
  }

  private static func format(of json: JSONDocument) throws(FeedError) -> (FeedFormat, DocumentFormat) {
    for format in FeedFormat.all {
      if case .document(let content) = format.content, content.recognises(json) { return (format, content) }
    }
    throw unknown("the JSON document")
  }

  private static func unknown(_ what: String) -> FeedError {
    FeedError("\(what) is of no format that is known: name one by --format (\(FeedFormat.knownNames))", flag: "--format")
  }
}
