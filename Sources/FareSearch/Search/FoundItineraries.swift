import FareAtlas
import FareKernel
import FareModel

/// The itineraries that filters leave a search, and what ranking looks at of each.
struct FoundItineraries {
  /// The itineraries, in the order of their identifiers.
  private(set) var all: [FoundItinerary]
  /// What ranking looks at of each.
  private(set) var merits: [Merits]
  /// How many itineraries each filter removed, with one-ways that were removed before they could be combined.
  private(set) var removed: [FareFilter: Int]

  init(_ question: SearchQuestion, _ fares: SearchFares, _ exchange: Exchange, _ atlas: Atlas, asOf: Instant) {
    var removed: [FareFilter: Int] = [:]
    let filters = question.fares.filters
    func tickets(of rows: [Int], _ trip: Trip, _ filters: FareFilters, isBack: Bool = false) -> [Ticket] {
      var office = TicketOffice(fares.table, exchange, trip, filters, asOf: asOf, atlas)
      let tickets = office.tickets(of: rows)
      for (filter, count) in office.removed { removed[isBack ? filter.ofWayBack : filter, default: 0] += count }
      return tickets
    }
    var all = tickets(of: fares.whole, question.fares.trip, filters).map { FoundItinerary(ticket: $0) }
    if question.combines {
      var combiner = TripCombiner(atlas: atlas)
      all += combiner.pairs(
        tickets(of: fares.waysOut, .oneWay, filters.ofWay(filters.outbound)),
        tickets(of: fares.waysBack, .oneWay, filters.ofWay(filters.inbound), isBack: true)
      )
      all.sort { $0.id < $1.id }
      if combiner.leftOut > 0 { removed[.combine] = combiner.leftOut }
    }
    var sieve = FareSieve(question.fares.trip, filters, asOf: asOf, atlas)
    all.removeAll { itinerary in
      guard let filter = sieve.filter(removing: itinerary, fares.table.texts, maxPriceMinor: question.maxPriceMinor)
      else { return false }
      removed[filter, default: 0] += 1
      return true
    }
    (self.all, self.removed) = (all, removed)
    merits = all.merits
  }
}

extension FareSieve {
  /// The filter of those that look at whole trips that removes an itinerary.
  mutating func filter(
    removing itinerary: FoundItinerary,
    _ texts: TextPool,
    maxPriceMinor: Int64?
  ) -> FareFilter? {
    if let most = filters.maxDurationMinutes, itinerary.durationMinutes.map({ $0 > most }) ?? true {
      return .maxDurationMinutes
    }
    if !landsAsAsked(itinerary.legs, texts) { return .via }
    if let maxPriceMinor, itinerary.priceMinor.map({ $0 > maxPriceMinor }) ?? true { return .maxPriceMinor }
    return nil
  }
}

extension FareFilter {
  /// What a filter of the way out is called that was applied to a way back as if it were one.
  fileprivate var ofWayBack: Self {
    switch self {
    case .departureAfter: .returnDepartureAfter
    case .departureBefore: .returnDepartureBefore
    case .arrivalAfter: .returnArrivalAfter
    case .arrivalBefore: .returnArrivalBefore
    default: self
    }
  }
}

extension FoundItineraries {
  /// The place among identifiers that is just after an identifier, whether or not an itinerary has it.
  func place(of id: UInt64) -> Int {
    2 * all.count { $0.id <= id }
  }

  /// The first itinerary of each order; none where nothing is priced.
  var tabs: [SearchOrder: SearchTab] {
    var tabs: [SearchOrder: SearchTab] = [:]
    for order in SearchOrder.allCases {
      guard let place = TradeOff(rawValue: order.tradeOff).flatMap({ first(of: merits.span, by: $0) }),
        merits[place].priceMinor != nil
      else { continue }
      tabs[order] = SearchTab(
        id: ContentHash.text(all[place].id),
        priceMinor: merits[place].priceMinor,
        durationMinutes: merits[place].durationMinutes.map(Int.init)
      )
    }
    return tabs
  }

  /// The itineraries by their stops.
  var byStops: [SearchShare<Int?>] {
    // Stops are small numbers, so a table of them is quicker than a dictionary.
    var shares = (0...Int(Int8.max) + 1).map { SearchShare<Int?>(kind: $0 - 1, count: 0, priceMinor: nil) }
    for merits in merits { shares[(merits.stops.map(Int.init) ?? -1) + 1].count(1, merits.priceMinor) }
    shares[0].kind = nil
    return (shares.dropFirst() + shares.prefix(1)).filter { $0.count > 0 }
  }

  /// The itineraries by marketing carrier, each under all of its carriers.
  func byCarrier(_ texts: TextPool) -> [SearchShare<String>] {
    // Many itineraries have the same lists, which are taken apart once.
    var byLists: [CarrierLists: SearchShare<CarrierLists>] = [:]
    for (itinerary, merits) in zip(all, merits) {
      byLists.count(CarrierLists(itinerary), 1, merits.priceMinor)
    }
    var shares: [String: SearchShare<String>] = [:]
    for lists in byLists.values {
      for carrier in Set(texts.carriers(lists.kind.first) + texts.carriers(lists.kind.second)) {
        shares.count(carrier, lists.count, lists.priceMinor)
      }
    }
    return shares.values.sorted { ($0.priceMinor ?? .max, $0.kind) < ($1.priceMinor ?? .max, $1.kind) }
  }
}

/// The marketing carriers of the legs of an itinerary.
private struct CarrierLists: Hashable {
  var first: TextID
  var second: TextID

  init(_ itinerary: FoundItinerary) {
    first = itinerary.ticket.fare.outbound.carrierList
    second = itinerary.back.map(\.fare.outbound.carrierList) ?? itinerary.ticket.fare.inbound.carrierList
  }
}

extension Dictionary {
  /// Counts further itineraries of a kind, of which the cheapest costs so much.
  fileprivate mutating func count(_ kind: Key, _ more: Int, _ priceMinor: Int64?) where Value == SearchShare<Key> {
    self[kind, default: SearchShare(kind: kind, count: 0, priceMinor: nil)].count(more, priceMinor)
  }
}

extension SearchShare {
  /// Counts further itineraries, of which the cheapest costs so much.
  fileprivate mutating func count(_ more: Int, _ priceMinor: Int64?) {
    count += more
    if let priceMinor { self.priceMinor = min(self.priceMinor ?? .max, priceMinor) }
  }
}
