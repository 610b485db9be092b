import FareAtlas
import FareKernel
import FareModel
import FareStore

/// The current fares of some routes, as they stand in a table.
struct CurrentTable {
  /// The observations. Others than the current ones may be among them.
  var table: ObservationTable
  /// Where the current fares stand, ascending. Those of a route stand together.
  var current: [Int]
  /// The routes that were read.
  var routes: [Route]
}

/// Reads which fares are current as at an instant.
///
/// Of routes whose newest observation is not later, these are the current fares that the store keeps; of others they are
/// found anew among the observations up to the instant. So the answer is that of a store that holds nothing later.
struct FareReader {
  /// Where fares come from.
  let source: any FareSource
  /// What is known of places and currencies.
  let atlas: Atlas
  /// The instant.
  let asOf: Instant
  /// Keeps what was read for the next question; nil to read each time.
  var kept: KeptReads?

  /// Reads the current fares of some routes for departures in some months: of the settled routes, then of those whose
  /// newest observation is later.
  ///
  /// Each route has an observation at or before the instant.
  func currentFares(of spans: [RouteSpan], months: ClosedRange<Month>) throws(PostgresError) -> [CurrentTable] {
    var tables: [CurrentTable] = []
    let settled = spans.filter { $0.lastObservedAt <= asOf }.map(\.route)
    if !settled.isEmpty {
      let key = KeptReads.Key(way: .current, routes: settled, months: months)
      tables.append(
        try KeptReads.table(key, in: kept) { () throws(PostgresError) in
          let table = try source.currentFares(of: settled, months: months)
          return CurrentTable(table: table, current: Array(table.rows.indices), routes: settled)
        }
      )
    }
    let past = spans.filter { $0.lastObservedAt > asOf }.map(\.route)
    if !past.isEmpty {
      let key = KeptReads.Key(way: .observations(upTo: asOf), routes: past, months: months)
      tables.append(
        try KeptReads.table(key, in: kept) { () throws(PostgresError) in
          let table = try source.observations(of: past, months: months, upTo: asOf)
          let current = table.current(among: Array(table.rows.indices), asOf: asOf, in: atlas.fareSurroundings)
          return CurrentTable(table: table, current: current, routes: past)
        }
      )
    }
    return tables
  }

  /// Reads the day prices that the store keeps.
  func dayPrices(
    of routes: [Route],
    months: ClosedRange<Month>,
    trip: Trip
  ) throws(PostgresError) -> [DayPriceRow] {
    let key = KeptReads.Key(way: .dayPrices(trip), routes: routes, months: months)
    return try KeptReads.dayPrices(key, in: kept) { () throws(PostgresError) in
      try source.dayPrices(of: routes, months: months, trip: trip)
    }
  }
}
