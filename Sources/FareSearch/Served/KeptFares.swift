import FareKernel
public import FareModel
import FareStore

/// The day prices of a route and trip for all months, packed: about 15 bytes a day.
final class KeptFares {
  /// What stands beside the cells of a row.
  private struct Row {
    var month: Month
    var currency: CurrencyCode?
    var newestObservedAt: Instant
    var holdsUntil: Instant?
    var cells: Range<Int32>
  }

  /// The columns of the cells, in the order in which they are packed.
  private enum Column: Int, CaseIterable {
    case departure, nights, price, fareCount, isSoldOut, observedAt, stops, source, deepLink, batch, record
  }

  private let route: Route
  private let trip: Trip
  private var rows: [Row] = []
  private var texts: [String] = []
  private var columns = PackedColumns()
  /// The one currency of all prices, where there is one and no day has two cells with a price.
  private let currency: CurrencyCode?
  /// From when on, and until when, all rows hold.
  private let holdsFrom: Instant
  private let holdsUntil: Instant?
  /// The edges that were asked for last: every month of a calendar asks for the same.
  private var edges: (days: ClosedRange<Day>, edges: BandEdges)?

  /// Packs the rows of a route and trip.
  init(_ given: [DayPriceRow], of route: Route, trip: Trip) {
    self.route = route
    self.trip = trip
    let cells = given.flatMap(\.cells)
    var places: [String: Int64] = [:]
    var texts: [String] = []
    func place(_ text: String) -> Int64 {
      if let place = places[text] { return place }
      places[text] = Int64(texts.count)
      texts.append(text)
      return Int64(texts.count - 1)
    }
    var columns = PackedColumns()
    for column in Column.allCases {
      columns.append(
        cells.map { cell -> Int64? in
          switch column {
          case .departure: Int64(cell.departureDate.rawValue)
          case .nights: cell.returnDate.map { Int64(cell.departureDate.distance(to: $0)) }
          case .price: cell.priceMinor
          case .fareCount: Int64(cell.fareCount)
          case .isSoldOut: cell.isSoldOut ? 1 : nil
          case .observedAt: cell.observedAt.rawValue
          case .stops: cell.stops.map(Int64.init)
          case .source: place(cell.source)
          case .deepLink: cell.deepLink.map(place)
          case .batch: cell.provenance.batch
          case .record: Int64(cell.provenance.record)
          }
        }
      )
    }
    columns.finish()
    (self.columns, self.texts) = (columns, texts)
    var end: Int32 = 0
    rows = given.map { row in
      defer { end += Int32(row.cells.count) }
      return Row(
        month: row.month,
        currency: row.currency,
        newestObservedAt: row.newestObservedAt,
        holdsUntil: row.holdsUntil,
        cells: end..<end + Int32(row.cells.count)
      )
    }
    let currencies = Set(given.compactMap(\.currency))
    let priced = cells.filter { $0.priceMinor != nil }
    let isPlain = currencies.count == 1 && Set(priced.map(\.departureDate)).count == priced.count
    currency = isPlain ? currencies.first : nil
    holdsFrom = given.map(\.newestObservedAt).max() ?? Instant(rawValue: .min)
    holdsUntil = given.compactMap(\.holdsUntil).min()
  }

  /// What the fares take in memory, about, in bytes.
  var byteCount: Int {
    let strings = texts.reduce(0) { $0 + MemoryLayout<String>.stride + ($1.utf8.count > 15 ? $1.utf8.count + 33 : 0) }
    return 192 + rows.count * MemoryLayout<Row>.stride + strings + columns.byteCount
  }

  /// The rows of some months, as the store gave them.
  func rows(_ months: ClosedRange<Month>) -> [DayPriceRow] {
    rows.lazy.filter { months.contains($0.month) }.map { row in
      DayPriceRow(
        origin: self.route.origin,
        destination: self.route.destination,
        month: row.month,
        trip: self.trip,
        currency: row.currency,
        newestObservedAt: row.newestObservedAt,
        holdsUntil: row.holdsUntil,
        cells: row.cells.map { self.cell(Int($0)) }
      )
    }
  }

  /// What the prices of some days come to as at an instant; nil where that takes a look at each fare.
  func horizon(_ days: ClosedRange<Day>, asOf: Instant) -> Horizon? {
    guard let currency, holdsFrom <= asOf, holdsUntil.map({ asOf < $0 }) ?? true else { return nil }
    if let edges, edges.days == days {
      return Horizon(currency: currency, edges: edges.edges, holdsUntil: holdsUntil)
    }
    var prices: [Int64] = []
    for row in rows where row.currency != nil {
      for cell in row.cells {
        guard let departure = value(.departure, Int(cell)), days.contains(Day(rawValue: Int32(departure))),
          let price = value(.price, Int(cell))
        else { continue }
        prices.append(price)
      }
    }
    let found = quartileEdges(of: prices.span)
    edges = (days, found)
    return Horizon(currency: currency, edges: found, holdsUntil: holdsUntil)
  }

  private func cell(_ index: Int) -> DayPriceCell {
    let departure = Day(rawValue: Int32(value(.departure, index) ?? 0))
    return DayPriceCell(
      departureDate: departure,
      returnDate: value(.nights, index).map { departure.advanced(by: Int($0)) },
      priceMinor: value(.price, index),
      fareCount: Int(value(.fareCount, index) ?? 0),
      isSoldOut: value(.isSoldOut, index) != nil,
      observedAt: Instant(rawValue: value(.observedAt, index) ?? 0),
      stops: value(.stops, index).map { Int($0) },
      source: value(.source, index).map { texts[Int($0)] } ?? "",
      deepLink: value(.deepLink, index).map { texts[Int($0)] },
      provenance: Provenance(batch: value(.batch, index) ?? 0, record: Int32(value(.record, index) ?? 0))
    )
  }

  private func value(_ column: Column, _ row: Int) -> Int64? {
    columns.value(column.rawValue, row)
  }
}

/// What the prices of the days that a calendar compares with come to, where a source knows it without reading them.
public struct Horizon {
  /// The one currency of the prices.
  public var currency: CurrencyCode
  /// The edges of their bands.
  public var edges: BandEdges
  /// The instant at which an offer expires, from which on this no longer holds; nil for ever.
  public var holdsUntil: Instant?
}
