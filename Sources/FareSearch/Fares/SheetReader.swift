import FareAtlas
import FareKernel
import FareModel
import FareStore

/// Reads the fares of a question, whichever way is the shortest.
///
/// There are three, and they end in the same cells:
/// 1. The day prices that the store keeps, when the question has no filter that they do not know (they know nights), and
///    it is asked as at an instant for which they hold.
/// 2. The current fares that the store keeps, when the question is asked as at the newest observation of the route or
///    later.
/// 3. The observations up to the instant of the question, from which the current fares are found anew.
///
/// Whoever keeps calendars in memory does it between a question and ``sheet(of:months:)``.
struct SheetReader {
  /// Reads fares as at the instant of the question.
  let fares: FareReader
  /// One way, or out and back.
  let trip: Trip
  /// Which fares count.
  let filters: FareFilters
  /// The days of which it matters what is left out.
  let shown: ClosedRange<Day>

  /// Reads the fares of some routes for departures in some months.
  ///
  /// Each route has an observation at or before the instant of the question, and no two ranges of months overlap.
  func sheet(of spans: [RouteSpan], months: [ClosedRange<Month>]) throws(PostgresError) -> FareSheet {
    var sheet = FareSheet()
    if filters != .none { sheet.unknownCodes = UnknownCodes(filters, fares.atlas) }
    guard !spans.isEmpty else { return sheet }
    for range in months {
      if filters == .none {
        try readDayPrices(of: spans, range, into: &sheet)
      } else {
        try readFares(of: spans, range, into: &sheet)
      }
    }
    return sheet
  }

  private func readDayPrices(
    of spans: [RouteSpan],
    _ months: ClosedRange<Month>,
    into sheet: inout FareSheet
  ) throws(PostgresError) {
    let rows = try fares.dayPrices(of: spans.map(\.route), months: months, trip: trip)
    var lateRoutes: Set<Route> = []
    var lateMonths: ClosedRange<Month>?
    for row in rows where !row.holds(fares.asOf) {
      lateRoutes.insert(row.route)
      lateMonths =
        min(lateMonths?.lowerBound ?? row.month, row.month)...max(lateMonths?.upperBound ?? row.month, row.month)
    }
    for row in rows {
      if let lateMonths, lateMonths.contains(row.month), lateRoutes.contains(row.route) { continue }
      sheet.rows.append(FareSheet.Row(route: row.route, currency: row.currency, cells: row.cells))
      if let end = row.holdsUntil { sheet.holdsUntil = min(sheet.holdsUntil, end) }
    }
    if let lateMonths {
      try readFares(of: spans.filter { lateRoutes.contains($0.route) }, lateMonths, into: &sheet)
    }
  }

  private func readFares(
    of spans: [RouteSpan],
    _ months: ClosedRange<Month>,
    into sheet: inout FareSheet
  ) throws(PostgresError) {
    // Filters and ages look at each fare: what is read so answers this instant alone.
    sheet.holdsUntil = Instant(rawValue: .min)
    for table in try fares.currentFares(of: spans, months: months) {
      sheet.unknownCodes?.remove(namedIn: table.table)
      append(table, to: &sheet)
    }
  }

  private func append(_ fares: CurrentTable, to sheet: inout FareSheet) {
    let (table, surroundings) = (fares.table, self.fares.atlas.fareSurroundings)
    var sieve = FareSieve(trip, filters, asOf: self.fares.asOf, self.fares.atlas)
    var counted: [Route: [Int]] = [:]
    var own: [Int] = []  // The fares of a route stand together, mostly all of them.
    for index in fares.current {
      let fare = table.rows[index]
      if let first = own.first, table.rows[first].route != fare.route {
        counted[table.rows[first].route, default: []] += own
        own.removeAll()
      }
      switch sieve.verdict(fare, table.texts) {
      case .ignored: continue
      case .leftOut(let fare):
        if shown.contains(fare.departureDate) { sheet.leftOut.append(fare) }
      case .counts: own.append(index)
      }
    }
    if let first = own.first { counted[table.rows[first].route, default: []] += own }
    for route in fares.routes {
      guard let own = counted[route] else { continue }
      sheet.append(table, own, of: route) { table.precedes($0, $1, surroundings) }
    }
  }
}

extension FareSheet {
  /// Adds the cells of fares of one route that count.
  mutating func append(
    _ table: ObservationTable,
    _ fares: [Int],
    of route: Route,
    precedes: (Int, Int) -> Bool
  ) {
    var rows: [Row] = []
    for day in cheapestPerDay(in: table.rows.span, among: fares.span, precedes: precedes) {
      let number = rows.firstIndex { $0.currency == day.currency } ?? rows.count
      if number == rows.count { rows.append(Row(route: route, currency: day.currency, cells: [])) }
      rows[number].cells.append(
        DayPriceCell(table, day.index, priceMinor: day.priceMinor, fareCount: day.fareCount)
      )
    }
    let unpriced = unpricedDays(in: table.rows.span, among: fares.span, precedes: precedes).map {
      DayPriceCell(table, $0.index, priceMinor: nil, fareCount: 0)
    }
    if !unpriced.isEmpty { rows.append(Row(route: route, currency: nil, cells: unpriced)) }
    self.rows += rows
  }
}

extension DayPriceRow {
  /// The route of the row.
  var route: Route { Route(origin: origin, destination: destination) }

  /// Whether the row answers a question as at an instant.
  func holds(_ instant: Instant) -> Bool {
    newestObservedAt <= instant && holdsUntil.map { instant < $0 } ?? true
  }
}

extension RouteSpan {
  /// The route of the span.
  var route: Route { Route(origin: origin, destination: destination) }
}

extension Observation {
  /// The route of the observation.
  var route: Route { Route(origin: origin, destination: destination) }
}
