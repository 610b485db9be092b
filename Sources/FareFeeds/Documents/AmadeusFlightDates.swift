import FareJSON
import FareModel

extension FeedFormat {
  /// A reply of Amadeus' Flight Cheapest Date Search: the cheapest fare of each date or pair of dates.
  ///
  /// The reply does not claim to list all there is (it may say that its size was cut), so it is no complete look.
  public static let amadeusFlightDates = FeedFormat(
    name: "amadeus-flight-dates",
    content: .document(
      DocumentFormat(
        recognises: { Amadeus.firstType(of: $0) == "flight-date" },
        read: { (document, rows) throws(FeedError) in try AmadeusFlightDates.read(document, into: &rows) }
      )
    )
  )
}

private enum AmadeusFlightDates {
  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    let currency = try rows.currency(try document.currency("meta", "currency", of: document.root))
    let observedAt = try rows.observedAt()
    let (source, context) = (rows.source, rows.context)
    for element in document.elements("data", of: document.root) {
      rows.add(element, of: document) { (texts, memo) throws(Rejection) in
        var row = Observation(
          kind: .day,
          source: texts.intern(source),
          origin: try document.place("origin", of: element, else: context.origin),
          destination: try document.place("destination", of: element, else: context.destination),
          departureDate: try document.date("departureDate", of: element),
          currency: currency,
          observedAt: observedAt
        )
        if document.member("returnDate", of: element) != nil {
          row.returnDate = try document.date("returnDate", of: element)
        }
        row.cabin = context.cabin
        row.priceMinor = try FieldParser.price(
          (document.text("price", "total", of: element) ?? "").utf8Span.span,
          in: currency,
          exponent: memo.exponent(of: currency),
          "price.total"
        )
        return row
      }
    }
  }
}

/// What the replies of Amadeus share.
enum Amadeus {
  /// The type of the first element of `data`, or of its list of offers.
  static func firstType(of document: JSONDocument) -> String? {
    offers(of: document).first.flatMap { document.text("type", of: $0) }
  }

  /// The elements of `data`, which some replies hold in `data.flightOffers`.
  static func offers(of document: JSONDocument) -> [JSONNode] {
    let listed = document.elements("data", of: document.root)
    return listed.isEmpty ? document.elements("data", "flightOffers", of: document.root) : listed
  }
}
