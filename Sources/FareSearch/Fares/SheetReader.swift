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
  /// Where fares come from.
  let source: any FareSource
  /// What is known of places and currencies.
  let atlas: Atlas
  /// The question.
  let question: FareQuestion
  /// The instant that it is answered as at.
  let asOf: Instant
  /// The days of which it matters what is left out.
  let shown: ClosedRange<Day>

  /// Reads the fares of some routes for departures in some months.
  ///
  /// Each route has an observation at or before the instant of the question, and no two ranges of months overlap.
  func sheet(of spans: [RouteSpan], months: [ClosedRange<Month>]) throws(PostgresError) -> FareSheet {
    var sheet = FareSheet()
    guard !spans.isEmpty else { return sheet }
    for range in months {
      if question.filters == .none {
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
    let rows = try source.dayPrices(of: spans.map(\.route), months: months, trip: question.trip)
    var late: (routes: [Route], months: ClosedRange<Month>)?
    for row in rows where !row.holds(asOf) {
      let routes = late?.routes ?? []
      let first = min(late?.months.lowerBound ?? row.month, row.month)
      let last = max(late?.months.upperBound ?? row.month, row.month)
      late = (routes.last == row.route ? routes : routes + [row.route], first...last)
    }
    for row in rows {
      if let late, late.months.contains(row.month), late.routes.contains(row.route) { continue }
      sheet.rows.append(FareSheet.Row(route: row.route, currency: row.currency, cells: row.cells))
      if let end = row.holdsUntil { sheet.holdsUntil = min(sheet.holdsUntil, end) }
    }
    if let late {
      try readFares(of: spans.filter { late.routes.contains($0.route) }, late.months, into: &sheet)
    }
  }

  private func readFares(
    of spans: [RouteSpan],
    _ months: ClosedRange<Month>,
    into sheet: inout FareSheet
  ) throws(PostgresError) {
    sheet.holdsUntil = Instant(rawValue: .min)
    let settled = spans.filter { $0.lastObservedAt <= asOf }.map(\.route)
    if !settled.isEmpty {
      let table = try source.currentFares(of: settled, months: months)
      append(table, current: Array(table.rows.indices), of: settled, to: &sheet)
    }
    let past = spans.filter { $0.lastObservedAt > asOf }.map(\.route)
    if !past.isEmpty {
      let table = try source.observations(of: past, months: months, upTo: asOf)
      let current = table.current(among: Array(table.rows.indices), asOf: asOf, in: surroundings)
      append(table, current: current, of: past, to: &sheet)
    }
  }

  private func append(_ table: ObservationTable, current: [Int], of routes: [Route], to sheet: inout FareSheet) {
    var sieve = FareSieve(question, asOf: asOf)
    var counted = [[Int]](repeating: [], count: routes.count)
    var latest = 0
    for index in current {
      let fare = table.rows[index]
      switch sieve.verdict(fare, table.texts) {
      case .ignored: continue
      case .leftOut(let fare):
        if shown.contains(fare.departureDate) { sheet.leftOut.append(fare) }
      case .counts:
        // Tables hold the fares of a route together.
        if routes[latest] != fare.route {
          guard let found = routes.firstIndex(of: fare.route) else { continue }
          latest = found
        }
        counted[latest].append(index)
      }
    }
    for number in routes.indices where !counted[number].isEmpty {
      sheet.append(table, counted[number], of: routes[number]) { table.precedes($0, $1, surroundings) }
    }
  }

  private var surroundings: FareSurroundings { atlas.fareSurroundings }
}

extension FareSheet {
  /// Adds the cells of fares of one route that count.
  fileprivate mutating func append(
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

extension DayPriceCell {
  /// Creates the cell of a day whose fare or look stands at `index`.
  fileprivate init(_ table: ObservationTable, _ index: Int, priceMinor: Int64?, fareCount: Int) {
    let row = table.rows[index]
    self.init(
      departureDate: row.departureDate,
      returnDate: row.returnDate,
      priceMinor: priceMinor,
      fareCount: fareCount,
      isSoldOut: row.isSoldOut,
      observedAt: row.observedAt,
      stops: row.stops.map { Int($0) },
      source: table.texts.string(row.source) ?? "",
      deepLink: table.texts.string(row.deepLink),
      provenance: table.provenance[index]
    )
  }
}

extension DayPriceRow {
  /// The route of the row.
  fileprivate var route: Route { Route(origin: origin, destination: destination) }

  /// Whether the row answers a question as at an instant.
  fileprivate func holds(_ instant: Instant) -> Bool {
    newestObservedAt <= instant && holdsUntil.map { instant < $0 } ?? true
  }
}

extension RouteSpan {
  /// The route of the span.
  var route: Route { Route(origin: origin, destination: destination) }
}

extension Observation {
  /// The route of the observation.
  fileprivate var route: Route { Route(origin: origin, destination: destination) }
}
