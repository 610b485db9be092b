import FareAtlas
import FareModel

/// Reads the own format from CSV.
struct OwnCSVReader: ~Copyable {
  private var scanner: CSVScanner
  private let header: CSVHeader
  private let columns: [OwnFormat.Column?]
  private var row: OwnRow
  private var sink: RowSink
  private var record: Int32 = 0

  /// Takes a feed whose header has been read.
  init(
    _ scanner: consuming CSVScanner,
    _ header: CSVHeader,
    _ context: FeedContext,
    _ atlas: Atlas
  ) throws(FeedError) {
    self.scanner = scanner
    self.header = header
    columns = header.names.map(OwnFormat.Column.init(rawValue:))
    row = OwnRow(context, defaultSource: FeedFormat.own.name)
    sink = RowSink(context, atlas)
    try Self.check(columns, context)
  }

  /// Whether a header is one of the own format, though a column may be missing from it.
  static func recognises(_ header: CSVHeader) -> Bool {
    OwnFormat.columns.count { $0.isRequired && header.names.contains($0.rawValue) } >= 3
  }

  /// Reads up to `limit` records. Returns false when there are no more.
  mutating func read(
    into table: inout ObservationTable,
    _ report: inout FeedReport,
    limit: Int
  ) throws(FeedError) -> Bool {
    row.use(&table.texts)
    var left = limit
    while left > 0 {
      guard try scanner.next() else { return false }
      try checkIsWhole()
      do throws(Rejection) {
        try Self.add(scanner, header, columns, &row, &sink, record + 1, &table, &report)
      } catch {
        if header.isRepeated(in: scanner) {
          report.warn(.repeatedHeader, record: record + 1, "skipped")
          continue
        }
        report.reject(record + 1, error, raw: scanner.raw)
      }
      record += 1
      report.rowsRead += 1
      left -= 1
    }
    return true
  }

  private static func add(
    _ scanner: borrowing CSVScanner,
    _ header: CSVHeader,
    _ columns: [OwnFormat.Column?],
    _ row: inout OwnRow,
    _ sink: inout RowSink,
    _ record: Int32,
    _ table: inout ObservationTable,
    _ report: inout FeedReport
  ) throws(Rejection) {
    guard scanner.fieldCount == columns.count else {
      throw Rejection("", "has \(scanner.fieldCount) fields where the header has \(columns.count)")
    }
    if let fault = scanner.fault { throw Rejection(header.names[fault.field], fault.reason) }
    row.begin()
    for index in columns.indices {
      guard let column = columns[index] else { continue }
      try row.set(column, scanner.text, scanner.field(index), into: &table.texts)
    }
    let observation = try row.observation(scanner.text, &sink.memo, into: &table.texts)
    try sink.add(observation, record: record, to: &table, &report)
  }

  /// Throws when the last record lacks both fields and a newline: a transfer was cut, and what is there may be cut too.
  private func checkIsWhole() throws(FeedError) {
    if !scanner.endsWithNewline, scanner.fieldCount < columns.count {
      throw FeedError("the last record has \(scanner.fieldCount) of \(columns.count) fields: the file is incomplete")
    }
  }

  private static func check(_ columns: [OwnFormat.Column?], _ context: FeedContext) throws(FeedError) {
    for column in OwnFormat.columns where column.isRequired && !columns.contains(column) && !context.gives(column) {
      guard let flag = column.flag else { throw FeedError("the header lacks the column \(column.rawValue)") }
      throw FeedError("the header lacks the column \(column.rawValue), and \(flag) is not given", flag: flag)
    }
  }
}
