import FareKernel
import FareModel
import FareStore

/// The cheapest fares of many routes that begin at one place.
struct CheapestEverywhere {
  /// The currency of the prices.
  let currency: CurrencyCode?
  private let window: DayWindow
  private let sheet: FareSheet
  private let nights: ClosedRange<Int>?
  private let exchange: Exchange
  private let destinations: SheetDestinations
  /// The least price of each day compared with, destination after destination; `Int64.max` for none.
  private var horizon: [Int64] = []

  /// A fare that may be the cheapest of a group.
  private struct Candidate {
    var priceMinor: Int64
    var departureDate: Day
    var returnDate: Day?
    var observedAt: Instant
    var route: Route
    var currency: CurrencyCode
    var place: CellPlace
    var destination: Int

    /// Whether it goes before another one: the cheaper, then the earlier departure, the earlier return, the one observed
    /// later, the one of the first route, and the one whose currency is first by its letters.
    ///
    /// A sheet has one cell of a route, its dates and a currency, so that the order in which rows were read, which what
    /// was observed later decides, does not matter.
    func precedes(_ other: Self) -> Bool {
      if priceMinor != other.priceMinor { return priceMinor < other.priceMinor }
      if departureDate != other.departureDate { return departureDate < other.departureDate }
      if let returnDate, let otherDate = other.returnDate, returnDate != otherDate { return returnDate < otherDate }
      if observedAt != other.observedAt { return observedAt > other.observedAt }
      return route == other.route ? currency < other.currency : route < other.route
    }
  }

  /// The codes of the filters that nobody knows.
  var unknownCodes: UnknownCodes? { sheet.unknownCodes }

  /// The days of departure.
  var days: ClosedRange<Day> { window.shown }

  init(
    _ sheet: FareSheet,
    _ destinations: SheetDestinations,
    _ window: DayWindow,
    _ nights: ClosedRange<Int>?,
    _ exchange: Exchange
  ) {
    self.sheet = sheet
    self.destinations = destinations
    self.window = window
    self.nights = nights
    self.exchange = exchange
    currency = exchange.currency
    horizon = Array(repeating: .max, count: destinations.codes.count * window.reference.count)
    let first = window.reference.lowerBound
    var horizon = self.horizon
    forEachPrice(of: window.reference) { row, _, cells, cell, price in
      let slot = destinations.numbers[row] * window.reference.count + first.distance(to: cells[cell].departureDate)
      horizon[slot] = min(horizon[slot], price)
    }
    self.horizon = horizon
  }

  /// The cheapest fare of each group, by price and then by group.
  func groups(
    _ grouping: Grouping,
    maxPriceMinor: Int64?,
    _ placeName: (PlaceCode) -> PlaceName
  ) -> [EverywhereGroup] {
    let codes = destinations.codes
    let names = codes.map(placeName)
    var numberOfGroup: [String: Int] = [:]
    var groups: [String] = []
    func number(of group: String) -> Int {
      if let number = numberOfGroup[group] { return number }
      numberOfGroup[group] = groups.count
      groups.append(group)
      return groups.count - 1
    }
    let ofDestination = codes.indices.map { names[$0].group(codes[$0], by: grouping).map(number) }
    var months: [Month: Int] = [:]
    if grouping == .month {
      for month in window.shown.lowerBound.month...window.shown.upperBound.month {
        months[month] = number(of: month.description)
      }
    }
    var best = [Candidate?](repeating: nil, count: groups.count)
    forEachPrice(of: window.shown) { row, currency, cells, cell, price in
      guard price <= maxPriceMinor ?? .max else { return }
      let destination = destinations.numbers[row]
      guard let group = grouping == .month ? months[cells[cell].departureDate.month] : ofDestination[destination]
      else { return }
      if let other = best[group], price > other.priceMinor { return }
      let candidate = Candidate(
        priceMinor: price,
        departureDate: cells[cell].departureDate,
        returnDate: cells[cell].returnDate,
        observedAt: cells[cell].observedAt,
        route: sheet.rows[row].route,
        currency: currency,
        place: CellPlace(row: Int32(row), cell: Int32(cell)),
        destination: destination
      )
      if best[group].map(candidate.precedes) ?? true { best[group] = candidate }
    }
    return zip(groups, best).compactMap { group, best in
      best.map { self.group(group, $0, names[$0.destination]) }
    }.sorted { ($0.fare?.priceMinor ?? .max, $0.group) < ($1.fare?.priceMinor ?? .max, $1.group) }
  }

  /// What is left out of the days of departure.
  func leftOut(maxPriceMinor: Int64?) -> LeftOut {
    var leftOut = LeftOut()
    let days = days
    sheet.forEachLeftOut(
      exchange,
      shows: { departureDate, _ in days.contains(departureDate) },
      passes: { departureDate, returnDate, price in
        price <= maxPriceMinor ?? .max && nights.include(departureDate, returnDate)
      }
    ) { _, count, reason in leftOut.add(count, reason) }
    return leftOut
  }

  private func group(_ group: String, _ best: Candidate, _ name: PlaceName) -> EverywhereGroup {
    let cell = sheet[best.place]
    let route = sheet.rows[Int(best.place.row)].route
    return EverywhereGroup(
      group: group,
      destination: route.destination,
      name: name.name,
      country: name.country,
      departureDate: best.departureDate,
      fare: ShownFare(
        priceMinor: best.priceMinor,
        origin: route.origin,
        destination: route.destination,
        returnDate: best.returnDate,
        stops: cell.stops,
        observedAt: cell.observedAt,
        source: cell.source,
        deepLink: cell.deepLink
      ),
      band: edges(of: best.destination).band(of: best.priceMinor)
    )
  }

  /// The edges of a destination's bands.
  private func edges(of destination: Int) -> BandEdges {
    let days = window.reference.count
    let prices = horizon[(destination * days)..<((destination + 1) * days)].filter { $0 != .max }
    return quartileEdges(of: prices.span)
  }

  /// Calls `body` with every price of some days: its row, the row's currency and cells, its cell, and the price.
  private func forEachPrice(
    of days: ClosedRange<Day>,
    _ body: (Int, CurrencyCode, [DayPriceCell], Int, Int64) -> Void
  ) {
    for row in sheet.rows.indices {
      guard let currency = sheet.rows[row].currency else { continue }
      let cells = sheet.rows[row].cells
      for cell in cells.indices where days.contains(cells[cell].departureDate) {
        guard let own = cells[cell].priceMinor, nights.include(cells[cell].departureDate, cells[cell].returnDate),
          let price = exchange.convert(own, from: currency)
        else { continue }
        body(row, currency, cells, cell, price)
      }
    }
  }
}

/// The destinations of the rows of a sheet, numbered as they are met.
struct SheetDestinations {
  /// The destinations, each once.
  private(set) var codes: [PlaceCode] = []
  /// The number of the destination of each row.
  private(set) var numbers: [Int] = []

  init(_ sheet: FareSheet) {
    var known: [PlaceCode: Int] = [:]
    for row in sheet.rows {
      let number = known[row.route.destination] ?? codes.count
      if number == codes.count { codes.append(row.route.destination) }
      known[row.route.destination] = number
      numbers.append(number)
    }
  }

  /// The currency with most priced days of destinations: a day counts once for each destination that is priced on it.
  func mostPricedCurrency(
    in sheet: FareSheet,
    of days: ClosedRange<Day>,
    _ nights: ClosedRange<Int>?
  ) -> CurrencyCode? {
    let count = days.count
    return sheet.mostPricedCurrency(slotCount: codes.count * count) { row, departureDate, returnDate in
      guard days.contains(departureDate), nights.include(departureDate, returnDate) else { return nil }
      return numbers[row] * count + days.lowerBound.distance(to: departureDate)
    }
  }
}
