import FareJSON
import FareModel

extension FeedFormat {
  /// A reply of SerpApi's Google Flights engine.
  ///
  /// The price of a round trip is for both ways, of which the reply lists only the way out; the day of the way back is
  /// that of the search. A reply to the choice of a way out lists ways back without it, and is refused. Prices are for
  /// all travellers of the search together, so one for several is refused.
  public static let serpapiGoogleFlights = FeedFormat(
    name: "serpapi-google-flights",
    content: .document(
      DocumentFormat(
        recognises: { $0.text("search_parameters", "engine", of: $0.root) == "google_flights" },
        read: { (document, rows) throws(FeedError) in try SerpapiGoogleFlights.read(document, into: &rows) }
      )
    )
  )
}

private enum SerpapiGoogleFlights {
  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    guard let search = document.member("search_parameters") else {
      throw FeedError("the reply has no search_parameters")
    }
    try checkTravellers(search, document, rows)
    guard document.member("departure_token", of: search) == nil else {
      throw FeedError("the reply lists the ways back to a way out that it does not tell")
    }
    let currency = try rows.currency(document.text("currency", of: search).flatMap(CurrencyCode.init(_:)))
    let observedAt = try rows.observedAt(instant(of: document))
    let (source, context) = (rows.source, rows.context)
    for list in ["best_flights", "other_flights"] {
      for itinerary in document.elements(list, of: document.root) {
        rows.add(itinerary, of: document) { (texts, memo) throws(Rejection) in
          var row = try DocumentLeg.observation(
            [leg(itinerary, document, &memo)],
            currency: currency,
            observedAt: observedAt,
            source: source,
            &memo,
            into: &texts
          )
          row.returnDate = try returnDate(of: itinerary, search, document)
          let cabins = document.elements("flights", of: itinerary).map { cabinName(of: $0, document) }
          row.cabin = try FieldParser.cabin(ofAll: Set(cabins), else: context.cabin)
          row.priceMinor = try FieldParser.price(
            document.price("price", of: itinerary).utf8Span.span,
            in: currency,
            exponent: memo.exponent(of: currency)
          )
          return row
        }
      }
    }
  }

  private static func checkTravellers(
    _ search: JSONNode,
    _ document: JSONDocument,
    _ rows: DocumentRows
  ) throws(FeedError) {
    let groups = ["adults", "children", "infants_in_seat", "infants_on_lap"]
    let counts = groups.compactMap { group in
      document.integer(group, of: search) ?? document.text(group, of: search).flatMap { Int($0) }
    }
    try rows.checkTravellers(counts.reduce(0) { $0.addingReportingOverflow($1).partialValue })
  }

  /// When the reply was made; it is written as `2025-05-04 13:38:03 UTC`.
  private static func instant(of document: JSONDocument) -> Instant? {
    let text =
      document.text("search_metadata", "processed_at", of: document.root)
      ?? document.text("search_metadata", "created_at", of: document.root)
    guard let text, text.hasSuffix(" UTC") else { return nil }
    return Instant(text.dropLast(4) + "Z")
  }

  private static func leg(
    _ itinerary: JSONNode,
    _ document: JSONDocument,
    _ memo: inout AtlasMemo
  ) throws(Rejection) -> DocumentLeg {
    var flights: [DocumentSegment] = []
    for node in document.elements("flights", of: itinerary) { flights.append(try flight(node, document)) }
    var leg = try DocumentLeg(flights, &memo)
    leg.durationMinutes = document.integer("total_duration", of: itinerary)
    return leg
  }

  private static func flight(_ node: JSONNode, _ document: JSONDocument) throws(Rejection) -> DocumentSegment {
    guard let departure = document.member("departure_airport", of: node),
      let arrival = document.member("arrival_airport", of: node)
    else { throw Rejection("flights", "lack an airport") }
    // The number is written with its carrier: `VY 7825`.
    let words = (document.text("flight_number", of: node) ?? "").split(separator: " ").map(String.init)
    return DocumentSegment(
      origin: try document.place("id", of: departure),
      destination: try document.place("id", of: arrival),
      departure: try document.localTime("time", of: departure),
      arrival: try document.localTime("time", of: arrival),
      durationMinutes: document.integer("duration", of: node).flatMap { $0 > 0 ? $0 : nil },
      carrier: words.first.flatMap { ListParser.carrierCode($0.utf8Span.span) },
      number: words.count == 2 ? words[1] : nil
    )
  }

  private static func returnDate(
    of itinerary: JSONNode,
    _ search: JSONNode,
    _ document: JSONDocument
  ) throws(Rejection) -> Day? {
    switch document.text("type", of: itinerary) {
    case "Round trip": return try document.date("return_date", of: search)
    case "One way": return nil
    default: throw Rejection("type", "is neither One way nor Round trip")
    }
  }

  /// The class of a flight as the own format names cabins: `Premium economy` is `premium_economy`.
  private static func cabinName(of flight: JSONNode, _ document: JSONDocument) -> String {
    (document.text("travel_class", of: flight) ?? "").split(separator: " ").joined(separator: "_")
  }
}
