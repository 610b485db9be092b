public import FareAtlas
import FareKernel
public import FareModel
public import FareStore

/// Derives current fares and day prices from observations. Ingest, rebuild and export share it, so that all come to the
/// same.
public struct DerivedFares {
  private let surroundings: FareSurroundings

  /// Derives with what an atlas knows of zones and currencies.
  public init(atlas: Atlas) {
    surroundings = atlas.fareSurroundings
  }

  /// The day prices of routes' months, from a table that holds all their observations and no others.
  ///
  /// Offers that have expired at `validAt` have no part in them; nil leaves them in.
  public func dayPrices(
    of keys: [RouteMonth],
    from table: ObservationTable,
    validAt instant: Instant? = nil
  ) -> [DayPriceRow] {
    current(FareBatch.wholeMonths(keys, in: table), of: table).flatMap { group in
      var valid = group
      if let instant { valid.rows.removeAll { row in table.rows[row].expiresAt.map { $0 <= instant } ?? false } }
      return dayPrices(valid, of: table)
    }
  }

  /// The current fares among some observations of each route's month.
  ///
  /// `candidates` may be all observations of a month, or its current ones with those that came since.
  func current(_ candidates: [CurrentFareGroup], of table: ObservationTable) -> [CurrentFareGroup] {
    // Current fares come in the order of the candidates, so that one walk tells them apart.
    var current = table.current(among: candidates.flatMap(\.rows), in: surroundings)[...]
    return candidates.map { candidate in
      var group = candidate
      group.rows = candidate.rows.filter { row in
        guard current.first == row else { return false }
        current.removeFirst()
        return true
      }
      return group
    }
  }

  /// The day prices of a route's month, from its current fares.
  func dayPrices(_ group: CurrentFareGroup, of table: ObservationTable) -> [DayPriceRow] {
    Trip.allCases.flatMap { trip -> [DayPriceRow] in
      let fares = group.rows.filter { table.rows[$0].trip == trip }
      guard !fares.isEmpty else { return [] }
      let precedes = { (left: Int, right: Int) in table.precedes(left, right, surroundings) }
      var cells: [CurrencyCode?: [DayPriceCell]] = [:]
      for day in cheapestPerDay(in: table.rows.span, among: fares.span, precedes: precedes) {
        cells[day.currency, default: []].append(
          DayPriceCell(table, day.index, priceMinor: day.priceMinor, fareCount: day.fareCount)
        )
      }
      for day in unpricedDays(in: table.rows.span, among: fares.span, precedes: precedes) {
        cells[nil, default: []].append(DayPriceCell(table, day.index, priceMinor: nil, fareCount: 0))
      }
      let holdsUntil = fares.compactMap { table.rows[$0].expiresAt }.min()
      return cells.sorted { ($0.key?.rawValue ?? 0) < ($1.key?.rawValue ?? 0) }.map { currency, cells in
        DayPriceRow(
          origin: group.key.route.origin,
          destination: group.key.route.destination,
          month: group.key.month,
          trip: trip,
          currency: currency,
          newestObservedAt: group.newestObservedAt,
          holdsUntil: holdsUntil,
          cells: cells
        )
      }
    }
  }
}
