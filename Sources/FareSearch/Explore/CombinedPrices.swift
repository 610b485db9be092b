import FareAtlas
import FareModel

/// What two one-ways cost at least that are put together to a return trip, for each pair of days.
///
/// They are the trips that a search combines: the way back leaves after the way out lands, and the filters that look at
/// whole trips are asked about both ways together.
struct CombinedPrices {
  /// How many one-ways do not count, and why.
  private(set) var leftOut = LeftOut()
  private let table: ObservationTable
  private var out: [Day: [Ticket]] = [:]
  private var back: [Day: [Ticket]] = [:]
  private let maxPriceMinor: Int64?
  private let combiner: TripCombiner
  private var sieve: FareSieve

  init(_ fares: WayFares, _ question: MatrixQuestion, _ exchange: Exchange, _ atlas: Atlas, _ scene: Scene) {
    table = fares.table
    maxPriceMinor = question.maxPriceMinor
    combiner = TripCombiner(atlas: atlas)
    let filters = question.fares.filters
    sieve = FareSieve(.return, filters, asOf: scene.asOf, atlas)
    for (rows, hours, ways) in [
      (fares.out, filters.outbound, \CombinedPrices.out), (fares.back, filters.inbound, \CombinedPrices.back),
    ] {
      var office = TicketOffice(fares.table, exchange, .oneWay, filters.ofWay(hours), asOf: scene.asOf, atlas)
      for (day, rows) in rows where day >= scene.today {
        // Tickets come in the order of their identifiers, and a stable sort keeps that among equals.
        self[keyPath: ways][day] = office.tickets(of: rows).filter { $0.priceMinor != nil }
          .sorted { ($0.priceMinor ?? .max) < ($1.priceMinor ?? .max) }
      }
      for (filter, count) in office.removed { leftOut.add(count, filter.reason) }
    }
  }

  /// The cheapest trip of two days, of equals the one observed last; nil when none is cheaper than `bound`.
  ///
  /// - Complexity: O(the pairs that are cheaper than the cheapest that can be flown).
  mutating func cheapest(_ departureDate: Day, _ returnDate: Day, below bound: Int64?) -> MatrixCell? {
    var best: MatrixCell?
    let backs = back[returnDate] ?? []
    for first in out[departureDate] ?? [] {
      for second in backs {
        let trip = FoundItinerary(ticket: first, back: second)
        guard let price = trip.priceMinor, price < bound ?? .max, price <= best?.priceMinor ?? .max else {
          break
        }
        guard combiner.leaves(second.fare, after: first.fare),
          sieve.filter(removing: trip, table.texts, maxPriceMinor: maxPriceMinor) == nil
        else { continue }
        let cell = cell(first, second, price)
        if best.map({ cell.isBetter(than: $0) }) ?? true { best = cell }
      }
    }
    return best
  }

  private func cell(_ first: Ticket, _ second: Ticket, _ price: Int64) -> MatrixCell {
    let fares = [first, second].compactMap { $0.offers.first.map { table.rows[$0.row] } }
    let sources = fares.map { table.texts.string($0.source) ?? "" }
    return MatrixCell(
      priceMinor: price,
      observedAt: fares.map(\.observedAt).min() ?? Instant(rawValue: .min),
      source: sources.first == sources.last ? sources[0] : sources.joined(separator: "+"),
      isCombined: true
    )
  }
}

extension FareFilter {
  /// Why a fare that the filter removed is left out.
  fileprivate var reason: LeftOut.Reason {
    switch self {
    case .currency: .otherCurrency
    case .expired, .maxAgeHours: .stale
    default: .filtered
    }
  }
}
