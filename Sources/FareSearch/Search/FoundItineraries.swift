import FareAtlas
import FareKernel
import FareModel

/// The itineraries that filters leave a search, and what ranking looks at of each.
struct FoundItineraries {
  /// The itineraries, in no order.
  private(set) var all: [FoundItinerary]
  /// What ranking looks at of each.
  private(set) var merits: [Merits]
  /// How many itineraries each filter removed.
  private(set) var removed: [FareFilter: Int]

  init(_ question: SearchQuestion, _ fares: SearchFares, _ exchange: Exchange, _ atlas: Atlas, asOf: Instant) {
    var removed: [FareFilter: Int] = [:]
    let filters = question.fares.filters
    func tickets(of rows: [Int], _ trip: Trip, _ filters: FareFilters) -> [Ticket] {
      var office = TicketOffice(fares.table, exchange, trip, filters, asOf: asOf, atlas.fareSurroundings)
      let tickets = office.tickets(of: rows)
      removed.merge(office.removed, uniquingKeysWith: +)
      return tickets
    }
    var all = tickets(of: fares.whole, question.fares.trip, filters).map { FoundItinerary(ticket: $0) }
    if question.combines {
      all += TripCombiner(atlas: atlas).pairs(
        tickets(of: fares.waysOut, .oneWay, filters.ofWay(filters.outbound)),
        tickets(of: fares.waysBack, .oneWay, filters.ofWay(filters.inbound))
      )
    }
    self.all = all.filter { itinerary in
      guard let filter = Self.filter(removing: itinerary, question) else { return true }
      removed[filter, default: 0] += 1
      return false
    }
    self.removed = removed
    merits = Self.merits(of: self.all)
  }

  /// The filter of those that look at whole trips that removes an itinerary.
  private static func filter(removing itinerary: FoundItinerary, _ question: SearchQuestion) -> FareFilter? {
    if let most = question.fares.filters.maxDurationMinutes, itinerary.durationMinutes.map({ $0 > most }) ?? true {
      return .maxDurationMinutes
    }
    if let most = question.maxPriceMinor, itinerary.priceMinor.map({ $0 > most }) ?? true { return .maxPriceMinor }
    return nil
  }

  private static func merits(of itineraries: [FoundItinerary]) -> [Merits] {
    let ids = itineraries.map(\.id)
    var places = Array(repeating: 0, count: ids.count)
    for (place, index) in ids.indices.sorted(by: { ids[$0] < ids[$1] }).enumerated() { places[index] = place }
    return itineraries.indices.map { itineraries[$0].merits(idPlace: places[$0]) }
  }
}

extension FoundItineraries {
  /// The first itinerary of each order.
  var tabs: [SearchOrder: SearchTab] {
    var tabs: [SearchOrder: SearchTab] = [:]
    for order in SearchOrder.allCases {
      guard let place = TradeOff(rawValue: order.tradeOff).flatMap({ first(of: merits.span, by: $0) }) else { continue }
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
    var shares: [Int?: SearchShare<Int?>] = [:]
    for merits in merits { shares.count(merits.stops.map(Int.init), 1, merits.priceMinor) }
    return shares.values.sorted { ($0.kind ?? .max) < ($1.kind ?? .max) }
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
      for carrier in Set(texts.items(lists.kind.first) + texts.items(lists.kind.second)) {
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
    first = itinerary.ticket.fare.outbound.carriers
    second = itinerary.back.map(\.fare.outbound.carriers) ?? itinerary.ticket.fare.inbound.carriers
  }
}

extension Dictionary {
  /// Counts further itineraries of a kind, of which the cheapest costs so much.
  fileprivate mutating func count(_ kind: Key, _ more: Int, _ priceMinor: Int64?) where Value == SearchShare<Key> {
    var share = self[kind] ?? SearchShare(kind: kind, count: 0, priceMinor: nil)
    share.count += more
    if let priceMinor { share.priceMinor = Swift.min(share.priceMinor ?? .max, priceMinor) }
    self[kind] = share
  }
}
