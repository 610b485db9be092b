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
    for row in sheet.rows.indices {
      let destination = destinations.numbers[row]
      forEachPrice(in: row, of: window.shown) { currency, cells, cell, price in
        guard price <= maxPriceMinor ?? .max,
          let group = grouping == .month ? months[cells[cell].departureDate.month] : ofDestination[destination]
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
    }
    let found = best.indices.compactMap { number in best[number].map { (number: number, best: $0) } }
    return found.sorted { ($0.best.priceMinor, groups[$0.number]) < ($1.best.priceMinor, groups[$1.number]) }
      .map { group(groups[$0.number], $0.best, names[$0.best.destination]) }
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
      edges: edges(of: best.destination)
    )
  }

  /// The edges of a destination's bands.
  private func edges(of destination: Int) -> BandEdges {
    let days = window.reference
    var least = [Int64](repeating: .max, count: days.count)
    for row in destinations.rows[destination] {
      forEachPrice(in: row, of: days) { _, cells, cell, price in
        let slot = days.lowerBound.distance(to: cells[cell].departureDate)
        least[slot] = min(least[slot], price)
      }
    }
    let prices = least.filter { $0 != .max }
    return quartileEdges(of: prices.span)
  }

  /// Calls `body` with every price of a row on some days: the row's currency and cells, the cell, and the price.
  private func forEachPrice(
    in row: Int,
    of days: ClosedRange<Day>,
    _ body: (CurrencyCode, [DayPriceCell], Int, Int64) -> Void
  ) {
    guard let currency = sheet.rows[row].currency else { return }
    let cells = sheet.rows[row].cells
    for cell in cells.indices where days.contains(cells[cell].departureDate) {
      guard let own = cells[cell].priceMinor, nights.include(cells[cell].departureDate, cells[cell].returnDate),
        let price = exchange.convert(own, from: currency)
      else { continue }
      body(currency, cells, cell, price)
    }
  }
}
