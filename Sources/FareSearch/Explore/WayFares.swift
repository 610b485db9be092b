import FareModel

/// The one-way fares of some days out and back, in one table, which a matrix may put together to return trips.
struct WayFares {
  /// The fares, and perhaps others.
  private(set) var table = ObservationTable()
  /// Where the fares out stand, by day.
  private(set) var out: [Day: [Int]] = [:]
  /// Where the fares back stand, by day.
  private(set) var back: [Day: [Int]] = [:]

  /// Takes the priced one-way fares out of some days from a table.
  mutating func appendOut(_ fares: CurrentTable, of days: ClosedRange<Day>) {
    for index in take(fares, of: days) { out[table.rows[index].departureDate, default: []].append(index) }
  }

  /// Takes the priced one-way fares back of some days from a table.
  mutating func appendBack(_ fares: CurrentTable, of days: ClosedRange<Day>) {
    for index in take(fares, of: days) { back[table.rows[index].departureDate, default: []].append(index) }
  }

  private mutating func take(_ fares: CurrentTable, of days: ClosedRange<Day>) -> Range<Int> {
    let rows = fares.table.rows
    let found = fares.current.filter { index in
      rows[index].returnDate == nil && rows[index].priceMinor != nil && days.contains(rows[index].departureDate)
    }
    let start = table.count
    table.append(found, of: fares.table)
    return start..<table.count
  }

  /// The currencies of the fares, in the order of their letters.
  var currencies: [CurrencyCode] { Set(table.rows.lazy.map(\.currency)).sorted() }

  /// The currency with most days of departure that have a fare out in it, the first by its letters of equals.
  var mostPricedCurrency: CurrencyCode? {
    var counts: [CurrencyCode: Int] = [:]
    for rows in out.values {
      for currency in Set(rows.lazy.map { table.rows[$0].currency }) { counts[currency, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
