import FareAtlas
import FareKernel
import FareModel

/// Flights that are sold as one, with what sources ask for them.
struct Ticket {
  /// What one source asks.
  struct Offer {
    /// The fare's place in the table.
    var row: Int
    /// The price in the currency of the answer; nil when unpriced.
    var priceMinor: Int64?
  }

  /// What tells the flights from others.
  var id: UInt64
  /// The fare of the cheapest offer, with all that any offer tells of each leg.
  var fare: Observation
  /// The offers, the cheapest first and unpriced ones last.
  var offers: [Offer]

  /// The least price; nil when unpriced.
  var priceMinor: Int64? { offers.first?.priceMinor }
}

/// Makes tickets of fares, as far as filters leave them.
struct TicketOffice {
  /// The fares.
  let table: ObservationTable
  private let exchange: Exchange
  private let surroundings: FareSurroundings
  private var sieve: FareSieve
  /// How many tickets each filter removed, each under the first that removed the last of its offers.
  private(set) var removed: [FareFilter: Int] = [:]

  init(
    _ table: ObservationTable,
    _ exchange: Exchange,
    _ trip: Trip,
    _ filters: FareFilters,
    asOf: Instant,
    _ atlas: Atlas
  ) {
    self.table = table
    self.exchange = exchange
    surroundings = atlas.fareSurroundings
    sieve = FareSieve(trip, filters, asOf: asOf, atlas)
  }

  /// The tickets of some fares, in the order of their identifiers.
  mutating func tickets(of fares: [Int]) -> [Ticket] {
    let numbered = fares.map { (id: table.flightsID(of: $0), row: $0) }.sorted { $0 < $1 }
    var tickets: [Ticket] = []
    tickets.reserveCapacity(numbered.count)
    var start = 0
    while start < numbered.count {
      let id = numbered[start].id
      var end = start + 1
      while end < numbered.count, numbered[end].id == id { end += 1 }
      if let ticket = ticket(id, numbered[start..<end].map { offer(of: $0.row) }) { tickets.append(ticket) }
      start = end
    }
    return tickets
  }

  /// The ticket of offers of the same flights; nil when filters leave none of them.
  ///
  /// Offers that are too old or have ended tell nothing of the flights.
  private mutating func ticket(_ id: UInt64, _ all: [Ticket.Offer]) -> Ticket? {
    var last: FareFilter?
    var offers = all
    offers.removeAll { offer in
      guard let filter = sieve.filterOfAge(table.rows[offer.row]) else { return false }
      last = later(filter, last)
      return true
    }
    if offers.count > 1 { offers.sort { precedes($0, $1) } }
    guard let first = offers.first else { return removed(by: last) }
    var (outbound, inbound) = (table.rows[first.row].outbound, table.rows[first.row].inbound)
    if offers.count > 1 { (outbound, inbound) = (known(offers, \.outbound), known(offers, \.inbound)) }
    offers.removeAll { offer in
      var fare = table.rows[offer.row]
      (fare.outbound, fare.inbound) = (outbound, inbound)
      let isUnconverted = fare.priceMinor != nil && offer.priceMinor == nil
      guard let filter = isUnconverted ? .currency : sieve.filter(removing: fare, table.texts) else { return false }
      last = later(filter, last)
      return true
    }
    guard let cheapest = offers.first else { return removed(by: last) }
    var fare = table.rows[cheapest.row]
    (fare.outbound, fare.inbound) = (outbound, inbound)
    return Ticket(id: id, fare: fare, offers: offers)
  }

  private func later(_ filter: FareFilter, _ other: FareFilter?) -> FareFilter {
    guard let other, other.place > filter.place else { return filter }
    return other
  }

  private mutating func removed(by filter: FareFilter?) -> Ticket? {
    if let filter { removed[filter, default: 0] += 1 }
    return nil
  }

  private func offer(of row: Int) -> Ticket.Offer {
    let fare = table.rows[row]
    return Ticket.Offer(row: row, priceMinor: fare.priceMinor.flatMap { exchange.convert($0, from: fare.currency) })
  }

  /// The cheaper offer goes first, then the one observed later, then the one whose canonical line is smaller.
  private func precedes(_ left: Ticket.Offer, _ right: Ticket.Offer) -> Bool {
    let (price, otherPrice) = (left.priceMinor ?? .max, right.priceMinor ?? .max)
    if price != otherPrice { return price < otherPrice }
    let (instant, otherInstant) = (table.rows[left.row].observedAt, table.rows[right.row].observedAt)
    if instant != otherInstant { return instant > otherInstant }
    return table.precedes(left.row, right.row, surroundings)
  }

  /// A leg as the source tells it that knows most of it, of equals the cheapest, with what only others know.
  private func known(_ offers: [Ticket.Offer], _ leg: KeyPath<Observation, ObservedLeg>) -> ObservedLeg {
    let told = offers.map { table.rows[$0.row][keyPath: leg] }
    var best = told[0]
    for other in told where other.knownCount > best.knownCount { best = other }
    for other in told { best.fill(from: other) }
    return best
  }
}

extension FareFilter {
  /// When the filter is applied among the others.
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ObservedLeg {
  /// How much is known of the leg.
  fileprivate var knownCount: Int {
    [
      departureTime != nil, arrivalTime != nil, arrivalDayOffset != nil, durationMinutes != nil, stops != nil,
      via != .none, carriers != .none, flightNumbers != .none, operatingCarriers != .none, segments != .none,
    ].count { $0 }
  }

  /// Takes what is not known from another account of the same leg.
  fileprivate mutating func fill(from other: Self) {
    departureTime = departureTime ?? other.departureTime
    arrivalTime = arrivalTime ?? other.arrivalTime
    arrivalDayOffset = arrivalDayOffset ?? other.arrivalDayOffset
    durationMinutes = durationMinutes ?? other.durationMinutes
    stops = stops ?? other.stops
    if via == .none { via = other.via }
    if carriers == .none { carriers = other.carriers }
    if flightNumbers == .none { flightNumbers = other.flightNumbers }
    if operatingCarriers == .none { operatingCarriers = other.operatingCarriers }
    if segments == .none { segments = other.segments }
  }
}
