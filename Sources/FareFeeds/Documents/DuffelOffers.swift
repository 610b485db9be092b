import FareJSON
import FareModel

extension FeedFormat {
  /// Offers of Duffel: one, several, or those of an offer request or several.
  ///
  /// The total of an offer is for all its travellers, so one for several does not say the price for one adult and is
  /// rejected; so is a partial offer, whose price is for part of the trip. The instant is that of the offer's last
  /// update. Nothing says that the offers are all there were, so they are no complete look.
  public static let duffelOffers = FeedFormat(
    name: "duffel-offers",
    content: .document(
      DocumentFormat(
        recognises: { document in
          guard let first = DuffelOffers.offers(of: document).first else { return false }
          return ["total_amount", "slices"].allSatisfy { document.member($0, of: first) != nil }
        },
        read: { (document, rows) throws(FeedError) in try DuffelOffers.read(document, into: &rows) }
      )
    )
  )
}

private enum DuffelOffers {
  /// The offers that `data` is, lists, or holds in its requests.
  static func offers(of document: JSONDocument) -> [JSONNode] {
    guard let data = document.member("data") else { return [] }
    let items = document.tree.kind(of: data) == .array ? Array(document.tree.elements(of: data)) : [data]
    return items.flatMap { item in
      document.member("offers", of: item) == nil ? [item] : document.elements("offers", of: item)
    }
  }

  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    let (source, context) = (rows.source, rows.context)
    for offer in offers(of: document) {
      rows.add(offer, of: document) { (texts, memo) throws(Rejection) in
        try check(offer, document)
        guard let currency = document.text("total_currency", of: offer).flatMap(CurrencyCode.init(_:)) else {
          throw Rejection("total_currency", "is no code of three ASCII letters")
        }
        var legs: [DocumentLeg] = []
        for slice in document.elements("slices", of: offer) { legs.append(try leg(slice, document, &memo)) }
        var row = try DocumentLeg.observation(
          legs,
          currency: currency,
          observedAt: try instant(of: offer, document, context.observedAt),
          source: source,
          &memo,
          into: &texts
        )
        row.cabin = try cabin(of: offer, document, context.cabin)
        row.expiresAt = document.text("expires_at", of: offer).flatMap(Instant.init(_:))
        row.priceMinor = try FieldParser.price(
          document.price("total_amount", of: offer).utf8Span.span,
          in: currency,
          exponent: memo.exponent(of: currency),
          "total_amount"
        )
        return row
      }
    }
  }

  private static func check(_ offer: JSONNode, _ document: JSONDocument) throws(Rejection) {
    if document.member("partial", of: offer).flatMap(document.tree.boolean) == true {
      throw Rejection("partial", "is true: the price is for a part of the trip")
    }
    let travellers = document.elements("passengers", of: offer)
    guard travellers.count <= 1, travellers.allSatisfy({ document.text("type", of: $0) ?? "adult" == "adult" }) else {
      throw Rejection("passengers", "are others than one adult, whose price is not said")
    }
  }

  private static func leg(
    _ slice: JSONNode,
    _ document: JSONDocument,
    _ memo: inout AtlasMemo
  ) throws(Rejection) -> DocumentLeg {
    var flights: [DocumentSegment] = []
    for segment in document.elements("segments", of: slice) { flights.append(try flight(segment, document)) }
    var leg = try DocumentLeg(flights, &memo)
    leg.durationMinutes = document.text("duration", of: slice).flatMap(ElapsedTime.minutes)
    return leg
  }

  private static func flight(_ node: JSONNode, _ document: JSONDocument) throws(Rejection) -> DocumentSegment {
    DocumentSegment(
      origin: try place("origin", of: node, document),
      destination: try place("destination", of: node, document),
      departure: try document.localTime("departing_at", of: node),
      arrival: try document.localTime("arriving_at", of: node),
      durationMinutes: document.text("duration", of: node).flatMap(ElapsedTime.minutes),
      carrier: carrier("marketing_carrier", of: node, document),
      number: document.text("marketing_carrier_flight_number", of: node),
      operatingCarrier: carrier("operating_carrier", of: node, document),
      technicalStops: document.elements("stops", of: node).count
    )
  }

  private static func place(_ name: String, of node: JSONNode, _ document: JSONDocument) throws(Rejection) -> PlaceCode
  {
    guard let place = document.member(name, of: node) else { throw Rejection(name, "is missing") }
    return try document.place("iata_code", of: place)
  }

  private static func carrier(_ name: String, of node: JSONNode, _ document: JSONDocument) -> String? {
    document.text(name, "iata_code", of: node).flatMap { ListParser.carrierCode($0.utf8Span.span) }
  }

  private static func instant(
    of offer: JSONNode,
    _ document: JSONDocument,
    _ flag: Instant?
  ) throws(Rejection) -> Instant {
    let text = document.text("updated_at", of: offer) ?? document.text("created_at", of: offer)
    guard let instant = text.flatMap(Instant.init(_:)) ?? flag else {
      throw Rejection("updated_at", "is no instant with a zone: give --observed-at")
    }
    return instant
  }

  /// The cabin of all flights; nil where they differ, and the flag's where the offer says none.
  private static func cabin(of offer: JSONNode, _ document: JSONDocument, _ flag: Cabin?) throws(Rejection) -> Cabin? {
    let segments = document.elements("slices", of: offer).flatMap { document.elements("segments", of: $0) }
    let travellers = segments.flatMap { document.elements("passengers", of: $0) }
    let names = Set(travellers.map { document.text("cabin_class", of: $0) ?? "" })
    return try FieldParser.cabin(ofAll: names, else: flag)
  }
}
