import FareKernel
import FareModel
import FareStore

/// The days of a window, each with its cheapest cell in one currency, and what was left out of the days shown.
struct PricedDays {
  /// Which days they are.
  let window: DayWindow
  /// The currency of the prices; nil when nothing is priced and none was asked for.
  let currency: CurrencyCode?
  /// The codes of the filters that nobody knows.
  var unknownCodes: UnknownCodes? { sheet.unknownCodes }
  /// What was left out of the days shown.
  private(set) var leftOut = LeftOut()
  private let sheet: FareSheet
  private var prices: [Int64]
  private var places: [CellPlace]
  private var marks: [Marks]

  /// What else than prices a day shown has.
  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let filtered = Marks(rawValue: 1)
    static let stale = Marks(rawValue: 2)
    static let soldOut = Marks(rawValue: 4)
  }

  /// Prices the days of a window.
  ///
  /// Of cells in several currencies that come to the same price the one observed last is taken, then the one whose
  /// currency is first by its letters.
  init(
    _ sheet: FareSheet,
    _ cheapest: CheapestByCurrency,
    _ window: DayWindow,
    nights: ClosedRange<Int>?,
    in exchange: Exchange
  ) {
    self.window = window
    self.sheet = sheet
    currency = exchange.currency
    prices = Array(repeating: .max, count: window.slotCount)
    places = Array(repeating: .none, count: window.slotCount)
    marks = Array(repeating: [], count: window.shown.count)
    for number in cheapest.currencies.indices {
      offer(cheapest, currency: number, in: exchange)
    }
    markSoldOut(nights)
    markLeftOut(nights, exchange)
  }

  /// The place of the cheapest cell of a day; nil when it has no price.
  func place(of day: Day) -> CellPlace? {
    window.slot(of: day).flatMap { prices[$0] == .max ? nil : places[$0] }
  }

  /// The price of a day; nil when it has none.
  func price(of day: Day) -> Int64? {
    window.slot(of: day).flatMap { prices[$0] == .max ? nil : prices[$0] }
  }

  /// The edges of the bands of the days of a range.
  func edges(of days: ClosedRange<Day>) -> BandEdges {
    let prices = days.compactMap(price)
    return quartileEdges(of: prices.span)
  }

  /// What the prices of the days of a range come to; nil when none of them is priced.
  func statistics(of days: ClosedRange<Day>) -> PriceStatistics? {
    let prices = days.compactMap(price)
    return FareKernel.statistics(of: prices.span)
  }

  /// The days shown, in order.
  func days(_ edges: BandEdges) -> [CalendarDay] {
    window.shown.map { date in
      var day = day(date)
      if let fare = day.fare { day.band = edges.band(of: fare.priceMinor) }
      return day
    }
  }

  /// A day shown, without its band.
  func day(_ date: Day) -> CalendarDay {
    guard let slot = window.slot(of: date), let price = price(of: date) else {
      return CalendarDay(date: date, status: unpricedStatus(of: date))
    }
    let cell = sheet[places[slot]]
    let route = sheet.rows[Int(places[slot].row)].route
    let fare = ShownFare(
      priceMinor: price,
      origin: route.origin,
      destination: route.destination,
      returnDate: cell.returnDate,
      stops: cell.stops,
      observedAt: cell.observedAt,
      source: cell.source,
      deepLink: cell.deepLink
    )
    return CalendarDay(date: date, status: .priced, fare: fare)
  }

  private func unpricedStatus(of day: Day) -> DayStatus {
    let marks = marks[window.shown.lowerBound.distance(to: day)]
    if marks.contains(.filtered) { return .filteredOut }
    if marks.contains(.stale) { return .stale }
    return marks.contains(.soldOut) ? .soldOut : .noFareObserved
  }

  private mutating func offer(_ cheapest: CheapestByCurrency, currency number: Int, in exchange: Exchange) {
    for slot in prices.indices {
      guard let own = cheapest.price(currency: number, slot: slot),
        let price = exchange.convert(own, from: cheapest.currencies[number]), price <= prices[slot]
      else { continue }
      let place = cheapest.place(currency: number, slot: slot)
      guard price < prices[slot] || sheet[place].observedAt > sheet[places[slot]].observedAt else { continue }
      prices[slot] = price
      places[slot] = place
    }
  }

  private mutating func markSoldOut(_ nights: ClosedRange<Int>?) {
    for row in sheet.rows where row.currency == nil {
      let cells = row.cells
      for cell in cells.indices where cells[cell].isSoldOut && window.shown.contains(cells[cell].departureDate) {
        guard nights.include(cells[cell].departureDate, cells[cell].returnDate) else { continue }
        mark(cells[cell].departureDate, .soldOut)
      }
    }
  }

  /// Counts what is left out.
  ///
  /// The status of a day names a currency that no rate converts with the filters, for it is one that the question set.
  private mutating func markLeftOut(_ nights: ClosedRange<Int>?, _ exchange: Exchange) {
    let shown = window.shown
    sheet.forEachLeftOut(
      exchange,
      shows: { departureDate, _ in shown.contains(departureDate) },
      passes: { departureDate, returnDate, _ in nights.include(departureDate, returnDate) }
    ) { day, count, reason in
      leftOut.add(count, reason)
      mark(day, reason == .stale ? .stale : .filtered)
    }
  }

  private mutating func mark(_ day: Day, _ mark: Marks) {
    marks[window.shown.lowerBound.distance(to: day)].insert(mark)
  }
}
