import FareModel

/// Reads records of the own format, whose fields stand in the row as they are.
struct OwnTranslator: RecordTranslator {
  private let columns: [OwnFormat.Column?]
  let misspelt: [MisspeltColumn]

  /// Takes a feed whose header has been read.
  init(_ header: CSVHeader, _ context: FeedContext) throws(FeedError) {
    let columns = header.names.map(OwnFormat.Column.init(rawValue:))
    misspelt = header.names.compactMap(MisspeltColumn.init).filter { !columns.contains($0.meant) }
    self.columns = columns
    try Self.check(columns, context)
  }

  /// Whether a header is one of the own format, though a column may be missing from it.
  static func recognises(_ header: CSVHeader) -> Bool {
    OwnFormat.columns.count { $0.isRequired && header.names.contains($0.rawValue) } >= 3
  }

  var origins: [ColumnOrigin] {
    columns.compactMap { column in
      column.map { ColumnOrigin(column: $0.rawValue, origin: $0.rawValue) }
    }
  }

  mutating func read(
    _ scanner: borrowing CSVScanner,
    into row: inout OwnRow,
    _ texts: inout TextPool,
    _ memo: inout AtlasMemo
  ) throws(Rejection) -> Observation {
    for index in columns.indices {
      guard let column = columns[index] else { continue }
      try row.set(column, scanner.text, scanner.field(index), into: &texts)
    }
    return try row.observation(scanner.text, &memo, into: &texts)
  }

  private static func check(_ columns: [OwnFormat.Column?], _ context: FeedContext) throws(FeedError) {
    for column in OwnFormat.columns where column.isRequired && !columns.contains(column) && !context.gives(column) {
      guard let flag = column.flag else { throw FeedError("the header lacks the column \(column.rawValue)") }
      throw FeedError("the header lacks the column \(column.rawValue), and \(flag) is not given", flag: flag)
    }
  }
}
