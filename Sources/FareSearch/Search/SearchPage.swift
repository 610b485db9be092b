import FareAtlas
import FareKernel
import FareModel

/// A page of a search, and what is said of all pages.
struct SearchPage {
  /// All itineraries.
  let found: FoundItineraries
  /// The fares that they were made of.
  let table: ObservationTable
  /// The question.
  let question: SearchQuestion
  /// The edges of the bands.
  let edges: BandEdges
  /// The instant that the question is answered as at.
  let asOf: Instant

  /// The answer.
  func answer(_ coverage: Coverage, _ exchange: Exchange, _ atlas: Atlas) -> SearchAnswer {
    let order = TradeOff(rawValue: question.tradeOff).map { ranking(of: found.merits.span, by: $0) } ?? []
    let start = start(in: order)
    let end = min(start + question.limit, order.count)
    let scores = scores(of: found.merits.span)
    let isDominated = dominated(among: found.merits.span)
    let legs = LegDescriber(texts: table.texts, atlas: atlas)
    let byCarrier = found.byCarrier(table.texts)
    var names: [String: String] = [:]
    for share in byCarrier { names[share.kind] = atlas.carrierName(share.kind, on: question.departureDate) }
    return SearchAnswer(
      question: question,
      asOf: asOf,
      coverage: coverage,
      currency: exchange.currency,
      itineraries: order[start..<end].map { place in
        itinerary(found.all[place], scores[place], isDominated: isDominated[place], legs, exchange)
      },
      tabs: found.tabs,
      byStops: found.byStops,
      byCarrier: byCarrier,
      carrierNames: names,
      edges: edges,
      bandCounts: found.merits.reduce(into: [:]) { counts, merits in
        if let band = merits.priceMinor.flatMap(edges.band(of:)) { counts[band, default: 0] += 1 }
      },
      removed: found.removed,
      total: order.count,
      offset: start,
      nextPosition: end < order.count ? position(after: order[end - 1], exchange.currency) : nil
    )
  }

  /// How many itineraries of the order the pages before this one showed, or would have.
  private func start(in order: [Int]) -> Int {
    guard let position = question.position, let tradeOff = TradeOff(rawValue: question.tradeOff) else { return 0 }
    let last = Merits(
      priceMinor: position.priceMinor,
      durationMinutes: position.durationMinutes,
      stops: position.stops,
      isSelfTransfer: position.isSelfTransfer,
      departure: position.departure,
      idPlace: found.place(of: position.id)
    )
    return countRanked(order.span, of: found.merits.span, upTo: last, by: tradeOff)
  }

  private func position(after last: Int, _ currency: CurrencyCode?) -> PagePosition {
    let merits = found.merits[last]
    return PagePosition(
      digest: question.digest,
      asOf: asOf,
      currency: currency,
      priceMinor: merits.priceMinor,
      durationMinutes: merits.durationMinutes,
      stops: merits.stops,
      isSelfTransfer: merits.isSelfTransfer,
      departure: merits.departure,
      id: found.all[last].id
    )
  }

  private func itinerary(
    _ found: FoundItinerary,
    _ scores: Scores,
    isDominated: Bool,
    _ legs: LegDescriber,
    _ exchange: Exchange
  ) -> Itinerary {
    let tickets = [found.ticket] + (found.back.map { [$0] } ?? [])
    let isCombined = found.back != nil
    return Itinerary(
      id: ContentHash.text(found.id),
      priceMinor: found.priceMinor,
      durationMinutes: found.durationMinutes.map(Int.init),
      stops: found.stops.map(Int.init),
      isSelfTransfer: found.isSelfTransfer,
      isDominated: isDominated,
      scores: scores,
      legs: tickets.flatMap { legs.legs(of: $0.fare) },
      offers: tickets.enumerated().flatMap { leg, ticket in
        ticket.offers.map { offer($0, leg: isCombined ? leg : nil) }
      },
      band: found.priceMinor.flatMap(edges.band(of:)),
      isCombined: isCombined
    )
  }

  private func offer(_ offer: Ticket.Offer, leg: Int?) -> ItineraryOffer {
    let fare = table.rows[offer.row]
    return ItineraryOffer(
      priceMinor: offer.priceMinor,
      leg: leg,
      cabin: fare.cabin,
      isSelfTransfer: fare.isSelfTransfer,
      observedAt: fare.observedAt,
      expiresAt: fare.expiresAt,
      source: table.texts.string(fare.source) ?? "",
      deepLink: table.texts.string(fare.deepLink)
    )
  }
}
