import FareJSON
import FareModel

extension FeedFormat {
  /// A reply of Amadeus' Flight Offers Search or Flight Offers Price.
  ///
  /// The price is the one for one adult: that of the first adult where the offer is for several travellers, else the
  /// offer's total. The cabin is said where all flights have the same. A reply is cut to a number of offers, so it is no
  /// complete look.
  public static let amadeusFlightOffers = FeedFormat(
    name: "amadeus-flight-offers",
    content: .document(
      DocumentFormat(
        recognises: { Amadeus.firstType(of: $0) == "flight-offer" },
        read: { (document, rows) throws(FeedError) in try AmadeusFlightOffers.read(document, into: &rows) }
      )
    )
  )
}

private struct AmadeusFlightOffers {
  private let document: JSONDocument

  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    let reply = AmadeusFlightOffers(document: document)
    let observedAt = try rows.observedAt()
    let (source, context) = (rows.source, rows.context)
    for offer in Amadeus.offers(of: document) {
      rows.add(offer, of: document) { (texts, memo) throws(Rejection) in
        let price = try reply.price(of: offer, context.currency)
        var row = try DocumentLeg.observation(
          reply.legs(of: offer, &memo),
          currency: price.currency,
          observedAt: observedAt,
          source: source,
          &memo,
          into: &texts
        )
        row.cabin = try reply.cabin(of: offer, context.cabin)
        row.priceMinor = try FieldParser.price(
          price.text.utf8Span.span,
          in: price.currency,
          exponent: memo.exponent(of: price.currency),
          "price"
        )
        return row
      }
    }
  }

  private func legs(of offer: JSONNode, _ memo: inout AtlasMemo) throws(Rejection) -> [DocumentLeg] {
    var legs: [DocumentLeg] = []
    for itinerary in document.elements("itineraries", of: offer) {
      var flights: [DocumentSegment] = []
      for segment in document.elements("segments", of: itinerary) { flights.append(try flight(segment)) }
      var leg = try DocumentLeg(flights, &memo)
      leg.durationMinutes = document.text("duration", of: itinerary).flatMap(ElapsedTime.minutes)
      legs.append(leg)
    }
    return legs
  }

  private func flight(_ node: JSONNode) throws(Rejection) -> DocumentSegment {
    let departure = try end("departure", of: node)
    let arrival = try end("arrival", of: node)
    return DocumentSegment(
      origin: departure.place,
      destination: arrival.place,
      departure: departure.time,
      arrival: arrival.time,
      durationMinutes: document.text("duration", of: node).flatMap(ElapsedTime.minutes),
      carrier: carrier("carrierCode", of: node),
      number: document.text("number", of: node),
      operatingCarrier: carrier("operating", "carrierCode", of: node),
      technicalStops: try technicalStops(of: node)
    )
  }

  private func carrier(_ path: String..., of node: JSONNode) -> String? {
    document.text(path, of: node).flatMap { ListParser.carrierCode($0.utf8Span.span) }
  }

  private func technicalStops(of node: JSONNode) throws(Rejection) -> Int {
    guard let stops = document.integer("numberOfStops", of: node) else { return 0 }
    guard 0...Limits.mostLandings ~= stops else {
      throw Rejection("numberOfStops", "is \(stops), not 0 to \(Limits.mostLandings)")
    }
    return stops
  }

  private func end(_ name: String, of node: JSONNode) throws(Rejection) -> (place: PlaceCode, time: LocalTime) {
    guard let end = document.member(name, of: node) else { throw Rejection(name, "is missing") }
    guard let time = document.text("at", of: end).flatMap(LocalTime.init(_:)) else {
      throw Rejection("\(name).at", "is no local time: expected YYYY-MM-DDTHH:MM:SS")
    }
    return (try document.place("iataCode", of: end), time)
  }
}

extension AmadeusFlightOffers {
  /// The price for one adult as the offer writes it; empty where it says none.
  private func price(
    of offer: JSONNode,
    _ flag: CurrencyCode?
  ) throws(Rejection) -> (text: String, currency: CurrencyCode) {
    let travellers = document.elements("travelerPricings", of: offer)
    var price = document.member("price", of: offer)
    if travellers.count > 1 {
      guard let adult = adult(in: travellers) else { throw Rejection("travelerPricings", "has no adult") }
      price = document.member("price", of: adult)
    }
    let said = price.flatMap { document.text("currency", of: $0) }
    // What the offer says is never replaced by the flag, even when it is no currency.
    guard let currency = said.map({ CurrencyCode($0) }) ?? flag else {
      throw Rejection("price.currency", "is missing, and so is --currency")
    }
    let total = price.flatMap { document.text("grandTotal", of: $0) ?? document.text("total", of: $0) }
    return (total ?? "", currency)
  }

  /// The cabin of all flights; nil where they differ, and the flag's where the offer says none.
  private func cabin(of offer: JSONNode, _ flag: Cabin?) throws(Rejection) -> Cabin? {
    let travellers = document.elements("travelerPricings", of: offer)
    guard let traveller = adult(in: travellers) ?? travellers.first else { return flag }
    let names = Set(
      document.elements("fareDetailsBySegment", of: traveller).map { document.text("cabin", of: $0) ?? "" }
    )
    return try FieldParser.cabin(ofAll: names, else: flag)
  }

  private func adult(in travellers: [JSONNode]) -> JSONNode? {
    travellers.first { document.text("travelerType", of: $0) == "ADULT" }
  }
}
