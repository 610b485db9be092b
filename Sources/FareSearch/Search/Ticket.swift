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
  /// The fare of the cheapest offer, with the most that any source tells of each leg.
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
    _ surroundings: FareSurroundings
  ) {
    self.table = table
    self.exchange = exchange
    self.surroundings = surroundings
    sieve = FareSieve(trip, filters, asOf: asOf)
  }

  /// The tickets of some fares, in no order.
  mutating func tickets(of fares: [Int]) -> [Ticket] {
    var numbers = [FlightsKey: Int](minimumCapacity: fares.count)
    var groups: [[Int]] = []
    for fare in fares {
      let key = FlightsKey(table.rows[fare], table.texts)
      if let number = numbers[key] {
        groups[number].append(fare)
      } else {
        numbers[key] = groups.count
        groups.append([fare])
      }
    }
    return groups.compactMap { ticket(of: $0) }
  }

  /// The ticket of fares of the same flights; nil when filters leave none of them.
  private mutating func ticket(of fares: [Int]) -> Ticket? {
    let isSingle = fares.count == 1
    let found = fares.map { offer(of: $0) }
    let offers = isSingle ? found : found.sorted { precedes($0, $1) }
    let first = table.rows[offers[0].row]
    let outbound = isSingle ? first.outbound : bestKnown(offers, \.outbound)
    let inbound = isSingle ? first.inbound : bestKnown(offers, \.inbound)
    var left: [Ticket.Offer] = []
    var last: FareFilter?
    for offer in offers {
      var fare = table.rows[offer.row]
      (fare.outbound, fare.inbound) = (outbound, inbound)
      let isUnconverted = fare.priceMinor != nil && offer.priceMinor == nil
      guard let filter = isUnconverted ? .currency : sieve.filter(removing: fare, table.texts) else {
        left.append(offer)
        continue
      }
      if last.map({ $0.place < filter.place }) ?? true { last = filter }
    }
    guard let cheapest = left.first else {
      if let last { removed[last, default: 0] += 1 }
      return nil
    }
    var fare = table.rows[cheapest.row]
    let id = FlightsKey(fare, table.texts).identifier(table.texts)
    (fare.outbound, fare.inbound) = (outbound, inbound)
    return Ticket(id: id, fare: fare, offers: left)
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

  /// A leg as the source tells it that knows most of it, of equals the cheapest.
  private func bestKnown(_ offers: [Ticket.Offer], _ leg: KeyPath<Observation, ObservedLeg>) -> ObservedLeg {
    var best = ObservedLeg()
    for offer in offers {
      let other = table.rows[offer.row][keyPath: leg]
      if other.knownCount > best.knownCount { best = other }
    }
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
}
