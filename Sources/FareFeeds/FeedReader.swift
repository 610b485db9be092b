public import FareAtlas
import FareJSON
public import FareModel

/// Reads a feed: observations, and why a record did not become one.
///
///     var reader = try FeedReader(ByteSource(path: path), context: context, atlas: atlas)
///     repeat {
///       table.removeAll()
///       hasMore = try reader.read(into: &table, &report)
///       … the rows of the table, and report.takeRejected()
///     } while hasMore
///
/// Rows come in portions, so that memory does not grow with the feed; a JSON document is read whole. Records are
/// numbered from 1: the data records of a CSV, the lines of an NDJSON that are not blank, and the elements of a document.
public struct FeedReader: ~Copyable {
  /// The format of the feed.
  public let format: FeedFormat
  /// What the feed is read with: what it was opened with, and what the file's name says where the format has it there.
  public let context: FeedContext
  /// Where the columns of the own format come from, in a CSV feed; none for others.
  public let origins: [ColumnOrigin]
  /// What stands before the records in a file of them: the header of a CSV, nothing for lines; nil where records make no
  /// file of their own.
  public let recordsHeader: String?
  private var csv: CSVReader<OwnTranslator>?
  private var profiled: CSVReader<ProfileTranslator>?
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
    let isAssigned = try AssignedValue.skipAssignment(&input)
    switch isAssigned ? .document : try Self.shape(of: &input, format) {
    case .csv:
      self = try Self.csv(input, format, context, atlas)
    case .lines:
      self.init(format: .own, context, recordsHeader: "", lines: OwnLineReader(input, context, atlas))
    case .document:
      let json = try JSONDocument(input, isAssigned: isAssigned)
      let (format, content) = try Self.format(of: json, format)
      var context = context
      if let path = context.path, let facts = content.factsOfName?(FileName(path: path)) { context.take(facts) }
      self.init(format: format, context, document: DocumentReader(json, content, format, context, atlas))
    }
  }

  private init(
    format: FeedFormat,
    _ context: FeedContext,
    origins: [ColumnOrigin] = [],
    recordsHeader: String? = nil,
    csv: consuming CSVReader<OwnTranslator>? = nil,
    profiled: consuming CSVReader<ProfileTranslator>? = nil,
    lines: consuming OwnLineReader? = nil,
    document: DocumentReader? = nil
  ) {
    self.format = format
    self.context = context
    self.origins = origins
    self.recordsHeader = recordsHeader
    self.csv = csv
    self.profiled = profiled
    self.lines = lines
    self.document = document
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
    if let more = try profiled?.read(into: &table, &report, limit: limit) { return more }
    if let more = try lines?.read(into: &table, &report, limit: limit) { return more }
    try document?.read(into: &table, &report)
    return false
  }

  /// Goes on at the end that the feed had when it was shorter, before a record is read: see ``FeedReport/end``.
  public mutating func skip(to position: FeedPosition) throws(FeedError) {
    try csv?.skip(to: position)
    try profiled?.skip(to: position)
    try lines?.skip(to: position)
  }

  private enum Shape {
    case csv, lines, document
  }

  private static func shape(of input: inout InputBuffer, _ format: FeedFormat?) throws(FeedError) -> Shape {
    switch format?.content {
    case .document: return .document
    case .profile: return .csv
    case .own, nil: break
    }
    let first = input.unread[0]
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .csv }
    if format != nil { return .lines }
    return try OwnLineReader.recognises(&input) ? .lines : .document
  }

  private static func csv(
    _ input: consuming InputBuffer,
    _ named: FeedFormat?,
    _ context: FeedContext,
    _ atlas: Atlas
  ) throws(FeedError) -> FeedReader {
    var scanner = CSVScanner(input, dialect: named?.dialect ?? .standard)
    let header = try CSVHeader(&scanner)
    let text = FieldText.string(scanner.raw)
    guard let format = named ?? FeedFormat.all.first(where: { $0.recognises(header) }) else {
      throw unknown("the header")
    }
    if case .profile(let profile) = format.content {
      let profile = profile()
      let translator = try ProfileTranslator(profile, header, context)
      return FeedReader(
        format: format,
        context,
        origins: translator.origins,
        recordsHeader: text,
        profiled: CSVReader(scanner, header, translator, source: profile.name, context, atlas)
      )
    }
    let translator = try OwnTranslator(header, context)
    return FeedReader(
      format: .own,
      context,
      origins: translator.origins,
      recordsHeader: text,
      csv: CSVReader(scanner, header, translator, source: format.name, context, atlas)
    )
  }

  private static func format(
    of json: JSONDocument,
    _ named: FeedFormat?
  ) throws(FeedError) -> (FeedFormat, DocumentFormat) {
    for format in named.map({ [$0] }) ?? FeedFormat.all {
      if case .document(let content) = format.content, named != nil || content.recognises(json) {
        return (format, content)
      }
    }
    throw unknown("the JSON document")
  }

  private static func unknown(_ what: String) -> FeedError {
    FeedError(
      "\(what) is of no format that is known: name one by --format (\(FeedFormat.knownNames))",
      flag: "--format"
    )
  }
}
