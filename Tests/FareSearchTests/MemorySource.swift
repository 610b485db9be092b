import FareModel
import FareSearch
import FareStore

/// A source that derives everything from a list of observations, the slow obvious way.
final class MemorySource: FareSource {
  /// A way in which a source was asked for fares.
  enum Way: Int, Comparable, CaseIterable {
    case dayPrices, currentFares, observations

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var fares: FareList
  var exchangeRates: [ExchangeRate] = []
  /// Routes that carriers are known to fly.
  var knownRoutes: [Route] = []
  /// Which records are said to say what an observation says.
  var witnesses: [Provenance: [Provenance]] = [:]
  /// What the store is said to hold.
  var stored: StoreStatus?
  /// Whether anybody answers.
  var isReachable = true
  /// The shortest way that is open. The ones before it hold for no instant.
  var shortestWay = Way.dayPrices
  /// Whether it gives the days of a route at once.
  var readsAtOnce = false
  /// The ways in which fares were read, and the months.
  private(set) var readings: [(way: Way, months: ClosedRange<Month>)] = []

  init(_ fares: FareList) {
    self.fares = fares
  }

  func routeSpans(origins: [PlaceCode], destinations: [PlaceCode]) throws(PostgresError) -> [RouteSpan] {
    spans(of: rows().filter { origins.contains($0.origin) && destinations.contains($0.destination) })
  }

  func routeSpans(from origins: [PlaceCode]?) throws(PostgresError) -> [RouteSpan] {
    spans(of: rows().filter { origins?.contains($0.origin) ?? true })
  }

  func routeSpans(from origins: [PlaceCode]?, upTo instant: Instant) throws(PostgresError) -> [RouteSpan] {
    let asked = rows().filter { $0.observedAt <= instant && origins?.contains($0.origin) ?? true }
    return spans(of: asked, isSettled: true)
  }

  func knownDestinations(from origins: [PlaceCode]) throws(PostgresError) -> [PlaceCode] {
    knownRoutes.filter { origins.contains($0.origin) }.map(\.destination).sorted()
  }

  func fileNames(of batches: [Int64]) throws(PostgresError) -> [Int64: String] {
    Dictionary(batches.map { ($0, "fares-\($0).csv") }) { first, _ in first }
  }

  func witnesses(
    of routes: [Route],
    months: ClosedRange<Month>
  ) throws(PostgresError) -> [Provenance: [Provenance]] {
    witnesses
  }

  func edition() throws(PostgresError) -> Int64 { Int64(fares.table.count) }

  private func spans(of asked: [Observation], isSettled: Bool = false) -> [RouteSpan] {
    let routes = Set(asked.map { Route(origin: $0.origin, destination: $0.destination) }).sorted()
    return routes.compactMap { route in
      let own = asked.filter { $0.origin == route.origin && $0.destination == route.destination }
      let instants = own.map(\.observedAt)
      let days = own.map(\.departureDate)
      guard let first = instants.min(), let last = instants.max(), let from = days.min(), let to = days.max() else {
        return nil
      }
      return RouteSpan(
        origin: route.origin,
        destination: route.destination,
        firstObservedAt: first,
        lastObservedAt: shortestWay > .currentFares && !isSettled ? Instant(rawValue: .max) : last,
        firstDeparture: from,
        lastDeparture: to
      )
    }
  }

  func dayPrices(of routes: [Route], months: ClosedRange<Month>, trip: Trip) throws(PostgresError) -> [DayPriceRow] {
    readings.append((.dayPrices, months))
    var rows: [DayPriceRow] = []
    for route in routes.sorted() {
      for month in months {
        let own = fares.current(of: [route], in: month...month, upTo: nil).filter { fares.table.rows[$0].trip == trip }
        let currencies: [CurrencyCode?] = Set(own.compactMap(fares.pricedCurrency)).sorted() + [nil]
        rows += currencies.compactMap { row(route, month, trip, $0, own) }
      }
    }
    return rows
  }

  func routeDays(
    of route: Route,
    shown: ClosedRange<Month>,
    compared: ClosedRange<Day>,
    withEdition: Bool
  ) throws(PostgresError) -> RouteDays? {
    guard readsAtOnce else { return nil }
    var found = RouteDays(edition: withEdition ? try edition() : nil, span: nil, shown: [], compared: [])
    found.span = try routeSpans(origins: [route.origin], destinations: [route.destination]).first
    guard let span = found.span else { return found }
    let months = span.firstDeparture.month...span.lastDeparture.month
    for row in try dayPrices(of: [route], months: months, trip: .oneWay) {
      if shown.contains(row.month) {
        found.shown.append(row)
      } else if row.month.days.contains(where: compared.contains) {
        found.compared.append(
          RouteDays.ComparedMonth(
            currency: row.currency,
            newestObservedAt: row.newestObservedAt,
            holdsUntil: row.holdsUntil,
            prices: row.cells.filter { compared.contains($0.departureDate) }.compactMap(\.priceMinor)
          )
        )
      }
    }
    return found
  }

  func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable {
    readings.append((.currentFares, months))
    return fares.table(of: fares.current(of: routes, in: months, upTo: nil))
  }

  func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable {
    readings.append((.observations, months))
    return fares.table(of: fares.indices(of: routes, in: months, upTo: instant))
  }

  func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate] {
    let known = exchangeRates.filter { $0.date <= day }
    return known.filter { rate in
      !known.contains { $0.base == rate.base && $0.quote == rate.quote && $0.date > rate.date }
    }
  }

  func reference() throws(PostgresError) -> ReferenceOverlay { ReferenceOverlay() }

  func status() throws(PostgresError) -> StoreStatus {
    guard let stored else { throw PostgresError(.queryFailed, message: "this source has no status") }
    return stored
  }

  func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    guard isReachable else { throw PostgresError(.connectFailed, message: "no server at the socket") }
    return try body()
  }

  private func rows() -> [Observation] { fares.table.rows }

  private func row(
    _ route: Route,
    _ month: Month,
    _ trip: Trip,
    _ currency: CurrencyCode?,
    _ current: [Int]
  ) -> DayPriceRow? {
    let own = current.filter { fares.pricedCurrency($0) == currency }
    let newest = own.map { fares.table.rows[$0].observedAt }.max()
    guard let newest else { return nil }
    let dates = Set(own.map { TripDates(fares.table.rows[$0]) }).sorted()
    return DayPriceRow(
      origin: route.origin,
      destination: route.destination,
      month: month,
      trip: trip,
      currency: currency,
      newestObservedAt: shortestWay > .dayPrices ? Instant(rawValue: .max) : newest,
      holdsUntil: currency == nil ? nil : own.compactMap { fares.table.rows[$0].expiresAt }.min(),
      cells: dates.compactMap { dates in cell(own.filter { TripDates(fares.table.rows[$0]) == dates }) }
    )
  }

  private func cell(_ fares: [Int]) -> DayPriceCell? {
    let list = self.fares
    guard let best = fares.min(by: { list.isCheaper($0, than: $1) }) else { return nil }
    let row = list.table.rows[best]
    return DayPriceCell(
      departureDate: row.departureDate,
      returnDate: row.returnDate,
      priceMinor: row.priceMinor,
      fareCount: row.priceMinor == nil ? 0 : fares.count,
      isSoldOut: row.isSoldOut,
      observedAt: row.observedAt,
      stops: row.stops.map { Int($0) },
      source: list.table.texts.string(row.source) ?? "",
      deepLink: list.table.texts.string(row.deepLink),
      provenance: list.table.provenance[best]
    )
  }
}

/// The dates of a trip.
struct TripDates: Hashable, Comparable {
  var departure: Day
  var back: Day?

  init(_ row: Observation) {
    departure = row.departureDate
    back = row.returnDate
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.departure, left.back ?? left.departure) < (right.departure, right.back ?? right.departure)
  }
}
