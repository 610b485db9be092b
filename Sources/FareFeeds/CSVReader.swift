import FareAtlas
import FareModel

/// Makes a row of the own format from a record of a CSV feed.
protocol RecordTranslator {
  /// Where the columns of the own format come from.
  var origins: [ColumnOrigin] { get }

  /// The names in the header that are nearly those of columns which it lacks.
  var misspelt: [MisspeltColumn] { get }

  /// Reads the record that `scanner` stands at, which has the header's fields, into `row`, which has been begun.
  mutating func read(
    _ scanner: borrowing CSVScanner,
    into row: inout OwnRow,
    _ texts: inout TextPool,
    _ memo: inout AtlasMemo
  ) throws(Rejection) -> Observation
}

/// Where a column of the own format comes from in a feed.
public struct ColumnOrigin: Hashable, Sendable {
  /// The column, or `arrival_date`, from which its day offset is counted.
  public var column: String
  /// A column of the feed or whatever else it is, for people.
  public var origin: String
}

/// Reads a CSV feed whose header has been read.
struct CSVReader<Translator: RecordTranslator>: ~Copyable {
  private var scanner: CSVScanner
  private let header: CSVHeader
  private var translator: Translator
  private var row: OwnRow
  private var sink: RowSink
  private var record: Int32 = 0

  /// Reads by `translator`. `source` is the feed's name where neither a flag nor the feed says another.
  init(
    _ scanner: consuming CSVScanner,
    _ header: CSVHeader,
    _ translator: Translator,
    source: String,
    _ context: FeedContext,
    _ atlas: Atlas
  ) {
    self.scanner = scanner
    self.header = header
    self.translator = translator
    row = OwnRow(context, defaultSource: source)
    sink = RowSink(context, atlas)
  }

  /// Goes on behind records that need not be read.
  mutating func skip(to position: FeedPosition) throws(FeedError) {
    try scanner.skip(to: position.bytes)
    record = position.record
  }

  /// Reads up to `limit` records. Returns false when there are no more.
  mutating func read(
    into table: inout ObservationTable,
    _ report: inout FeedReport,
    limit: Int
  ) throws(FeedError) -> Bool {
    row.use(&table.texts)
    if record == 0 {
      for column in translator.misspelt { report.warn(.misspeltColumn, "header: \(column)") }
    }
    var left = limit
    while left > 0 {
      guard try scanner.next() else {
        report.end = FeedPosition(scanner.input, endsWithNewline: scanner.endsWithNewline, record: record)
        return false
      }
      try checkIsWhole()
      do throws(Rejection) {
        try Self.add(scanner, header, &translator, &row, &sink, record + 1, &table, &report)
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
    _ translator: inout Translator,
    _ row: inout OwnRow,
    _ sink: inout RowSink,
    _ record: Int32,
    _ table: inout ObservationTable,
    _ report: inout FeedReport
  ) throws(Rejection) {
    guard scanner.fieldCount == header.names.count else {
      throw Rejection("", "has \(scanner.fieldCount) fields where the header has \(header.names.count)")
    }
    if let fault = scanner.fault { throw Rejection(header.names[fault.field], fault.reason) }
    row.begin()
    let observation = try translator.read(scanner, into: &row, &table.texts, &sink.memo)
    try sink.add(observation, record: record, to: &table, &report)
  }

  /// Throws when the last record lacks both fields and a newline: a transfer was cut, and what is there may be cut too.
  private func checkIsWhole() throws(FeedError) {
    let count = header.names.count
    if !scanner.endsWithNewline, scanner.fieldCount < count {
      throw FeedError("the last record has \(scanner.fieldCount) of \(count) fields: the file is incomplete")
    }
  }
}
