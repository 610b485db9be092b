import FareJSON
import FareModel

extension FeedFormat {
  /// A reply of Kiwi's (Skypicker's) flight search of 2017.
  ///
  /// Times stand as local clocks written as if they were UTC. The reply does not say when it was made. Its prices are for
  /// all travellers of the search together, so one for several is refused. It is cut to a number of results, so it is no
  /// complete look.
  public static let kiwiFlights = FeedFormat(
    name: "kiwi-flights",
    content: .document(
      DocumentFormat(
        recognises: { document in
          guard let first = document.elements("data", of: document.root).first else { return false }
          return ["flyFrom", "route", "dTime"].allSatisfy { document.member($0, of: first) != nil }
        },
        read: { (document, rows) throws(FeedError) in try KiwiFlights.read(document, into: &rows) }
      )
    )
  )
}

private enum KiwiFlights {
  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    if let travellers = document.integer("search_params", "seats", "passengers", of: document.root) {
      try rows.checkTravellers(travellers)
    }
    let currency = try rows.currency(document.text("currency", of: document.root).flatMap(CurrencyCode.init(_:)))
    let observedAt = try rows.observedAt()
    let (source, cabin) = (rows.source, rows.context.cabin)
    for result in document.elements("data", of: document.root) {
      rows.add(result, of: document) { (texts, memo) throws(Rejection) in
        let flights = document.elements("route", of: result)
        var row = try DocumentLeg.observation(
          legs(of: result, flights, document, &memo),
          currency: currency,
          observedAt: observedAt,
          source: source,
          &memo,
          into: &texts
        )
        row.cabin = cabin
        row.isSelfTransfer = isSelfTransfer(flights, document)
        row.priceMinor = try FieldParser.price(
          document.price("price", of: result).utf8Span.span,
          in: currency,
          exponent: memo.exponent(of: currency)
        )
        if let link = document.text("deep_link", of: result) {
          row.deepLink = try FieldParser.text(link.utf8Span.span, .deepLink, into: &texts)
        }
        return row
      }
    }
  }

  /// The way out, and the way back where the result has one.
  private static func legs(
    of result: JSONNode,
    _ flights: [JSONNode],
    _ document: JSONDocument,
    _ memo: inout AtlasMemo
  ) throws(Rejection) -> [DocumentLeg] {
    var ways: (out: [DocumentSegment], back: [DocumentSegment]) = ([], [])
    for flight in flights {
      let segment = try segment(flight, document)
      if document.integer("return", of: flight) == 1 { ways.back.append(segment) } else { ways.out.append(segment) }
    }
    var legs = [try DocumentLeg(ways.out, &memo)]
    legs[0].durationMinutes = document.integer("duration", "departure", of: result).map { $0 / 60 }
    guard !ways.back.isEmpty else { return legs }
    var back = try DocumentLeg(ways.back, &memo)
    back.durationMinutes = document.integer("duration", "return", of: result).map { $0 / 60 }
    return legs + [back]
  }

  private static func segment(_ flight: JSONNode, _ document: JSONDocument) throws(Rejection) -> DocumentSegment {
    DocumentSegment(
      origin: try document.place("flyFrom", of: flight),
      destination: try document.place("flyTo", of: flight),
      departure: try time("dTime", of: flight, document),
      arrival: try time("aTime", of: flight, document),
      durationMinutes: minutes(of: flight, document),
      carrier: document.text("airline", of: flight).flatMap { ListParser.carrierCode($0.utf8Span.span) },
      number: document.integer("flight_no", of: flight).map(String.init)
    )
  }

  private static func time(_ name: String, of flight: JSONNode, _ document: JSONDocument) throws(Rejection) -> LocalTime
  {
    guard let time = document.integer(name, of: flight).flatMap(LocalTime.init(localSeconds:)) else {
      throw Rejection(name, "is no time: expected seconds since 1970")
    }
    return time
  }

  /// The minutes between the instants of departure and arrival; nil where there are none.
  private static func minutes(of flight: JSONNode, _ document: JSONDocument) -> Int? {
    guard let departure = document.integer("dTimeUTC", of: flight).flatMap(Instant.init(epochSeconds:)),
      let arrival = document.integer("aTimeUTC", of: flight).flatMap(Instant.init(epochSeconds:)), departure < arrival
    else { return nil }
    return Int(arrival.rawValue - departure.rawValue) / 60
  }

  /// Whether bags must be taken and checked in again between two flights; nil where a flight does not say.
  private static func isSelfTransfer(_ flights: [JSONNode], _ document: JSONDocument) -> Bool? {
    let checks = flights.map { document.member("bags_recheck_required", of: $0).flatMap(document.tree.boolean) }
    if checks.contains(true) { return true }
    return checks.contains(nil) ? nil : false
  }
}
