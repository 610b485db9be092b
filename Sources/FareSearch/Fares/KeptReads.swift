import FareModel
import FareStore

/// What was read of the store, kept for the next question that reads the same.
///
/// Whatever changes an answer changes the store's edition, so a question asks for that first, which is one cheap
/// statement, and everything older is dropped. The most recent reads are kept, up to ``Limits/keptReadBytes``.
final class KeptReads {
  /// What was read.
  struct Key: Hashable {
    /// The ways in which fares are read.
    enum Way: Hashable {
      case dayPrices(Trip)
      case current
      case observations(upTo: Instant)
    }

    var way: Way
    var routes: [Route]
    var months: ClosedRange<Month>
  }

  private enum Value {
    case dayPrices([DayPriceRow])
    case table(CurrentTable)

    /// About so many bytes.
    var byteCount: Int {
      switch self {
      case .dayPrices(let rows):
        rows.reduce(0) { $0 + MemoryLayout<DayPriceRow>.stride + $1.cells.count * MemoryLayout<DayPriceCell>.stride }
      case .table(let table): table.table.byteCount
      }
    }
  }

  private var edition: Int64?
  private var entries: [(key: Key, value: Value)] = []

  /// Keeps nothing yet.
  init() {}

  /// Keeps the day prices of a key, for the question that they were read for.
  init(_ rows: [DayPriceRow], of key: Key) {
    entries = [(key, .dayPrices(rows))]
  }

  /// Drops what was read at another edition of the store.
  func keepOnly(_ edition: Int64) {
    if edition != self.edition { entries.removeAll() }
    self.edition = edition
  }

  /// The day prices of a key, read when they are not kept.
  static func dayPrices(
    _ key: Key,
    in kept: KeptReads?,
    _ read: () throws(PostgresError) -> [DayPriceRow]
  ) throws(PostgresError) -> [DayPriceRow] {
    if case .dayPrices(let rows)? = kept?.value(key) { return rows }
    let rows = try read()
    kept?.keep(.dayPrices(rows), of: key)
    return rows
  }

  /// The fares of a key, read when they are not kept. Of the table only what is current is kept.
  static func table(
    _ key: Key,
    in kept: KeptReads?,
    _ read: () throws(PostgresError) -> CurrentTable
  ) throws(PostgresError) -> CurrentTable {
    if case .table(let table)? = kept?.value(key) { return table }
    var fares = try read()
    guard let kept else { return fares }
    if fares.current.count < fares.table.count {
      var table = ObservationTable()
      table.append(fares.current, of: fares.table)
      fares = CurrentTable(table: table, current: Array(table.rows.indices), routes: fares.routes)
    }
    kept.keep(.table(fares), of: key)
    return fares
  }

  private func value(_ key: Key) -> Value? {
    guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
    entries.append(entries.remove(at: place))
    return entries.last?.value
  }

  private func keep(_ value: Value, of key: Key) {
    guard value.byteCount <= Limits.keptReadBytes else { return }
    entries.append((key, value))
    while entries.reduce(0, { $0 + $1.value.byteCount }) > Limits.keptReadBytes { entries.removeFirst() }
  }
}
