import FareJSON
import FareModel

extension FeedFormat {
  /// A reply of Skyscanner's Flights Live Prices API v3, to `create` or `poll`.
  ///
  /// An itinerary is one observation with its cheapest priced option: the day's and the itinerary's price is the least,
  /// and dearer options of other agents would only be further offers of the same seat. Its transfer and deep link are
  /// those of that option. The reply is a complete look when its status says so.
  public static let skyscannerLive = FeedFormat(
    name: "skyscanner-live",
    content: .document(
      DocumentFormat(
        recognises: {
          $0.member("content", "results", "itineraries") != nil && $0.member("content", "results", "legs") != nil
        },
        read: { (document, rows) throws(FeedError) in try SkyscannerLive.read(document, into: &rows) }
      )
    )
  )
}

/// Reads a reply of Skyscanner's live prices, whose itineraries, legs, flights, places and carriers stand in tables of
/// their own and name each other.
private struct SkyscannerLive {
  private let document: JSONDocument
  private let legs: [String: JSONNode]
  private let segments: [String: JSONNode]
  private let places: [String: JSONNode]
  private let carriers: [String: JSONNode]

  private init(_ document: JSONDocument, _ results: JSONNode) {
    self.document = document
    legs = document.index(document.member("legs", of: results))
    segments = document.index(document.member("segments", of: results))
    places = document.index(document.member("places", of: results))
    carriers = document.index(document.member("carriers", of: results))
  }

  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    guard let results = document.member("content", "results"),
      let itineraries = document.member("itineraries", of: results)
    else { throw FeedError("the reply has no content.results.itineraries") }
    let reply = SkyscannerLive(document, results)
    let currency = try rows.currency()
    let observedAt = try rows.observedAt()
    let (source, cabin) = (rows.source, rows.context.cabin)
    let isComplete = document.text("status", of: document.root) == "RESULT_STATUS_COMPLETE"
    let begin = rows.count
    for (_, itinerary) in document.tree.members(of: itineraries) {
      rows.add(itinerary, of: document) { (texts, memo) throws(Rejection) in
        var legs: [DocumentLeg] = []
        for id in document.elements("legIds", of: itinerary) { legs.append(try reply.leg(id, &memo)) }
        var row = try DocumentLeg.observation(
          legs,
          currency: currency,
          observedAt: observedAt,
          source: source,
          &memo,
          into: &texts
        )
        row.cabin = cabin
        row.isCompleteLook = isComplete
        try reply.takeCheapestOption(of: itinerary, &row, exponent: memo.exponent(of: currency), &texts)
        return row
      }
    }
    // An itinerary that could not be read was there all the same, so the others were not all there was.
    if rows.hasRejected { rows.withdrawCompleteness(from: begin) }
  }

  private func leg(_ id: JSONNode, _ memo: inout AtlasMemo) throws(Rejection) -> DocumentLeg {
    guard let node = document.tree.string(id).flatMap({ legs[$0] }) else {
      throw Rejection("legIds", "name a leg that the reply lacks")
    }
    var flights: [DocumentSegment] = []
    for id in document.elements("segmentIds", of: node) { flights.append(try segment(id)) }
    var leg = try DocumentLeg(flights, &memo)
    leg.durationMinutes = document.integer("durationInMinutes", of: node)
    leg.stops = document.integer("stopCount", of: node)
    return leg
  }

  private func segment(_ id: JSONNode) throws(Rejection) -> DocumentSegment {
    guard let node = document.tree.string(id).flatMap({ segments[$0] }) else {
      throw Rejection("segmentIds", "name a segment that the reply lacks")
    }
    return DocumentSegment(
      origin: try place("originPlaceId", of: node),
      destination: try place("destinationPlaceId", of: node),
      departure: try time("departureDateTime", of: node),
      arrival: try time("arrivalDateTime", of: node),
      durationMinutes: document.integer("durationInMinutes", of: node).flatMap { $0 > 0 ? $0 : nil },
      carrier: carrier("marketingCarrierId", of: node),
      number: document.text("marketingFlightNumber", of: node),
      operatingCarrier: carrier("operatingCarrierId", of: node)
    )
  }

  private func place(_ name: String, of node: JSONNode) throws(Rejection) -> PlaceCode {
    guard let place = document.text(name, of: node).flatMap({ places[$0] }),
      let code = document.text("iata", of: place).flatMap(PlaceCode.init(_:))
    else { throw Rejection(name, "names no place with an IATA code") }
    return code
  }

  private func carrier(_ name: String, of node: JSONNode) -> String? {
    let carrier = document.text(name, of: node).flatMap { carriers[$0] }
    return carrier.flatMap { document.text("iata", of: $0) }.flatMap { ListParser.carrierCode($0.utf8Span.span) }
  }

  private func time(_ name: String, of node: JSONNode) throws(Rejection) -> LocalTime {
    guard let parts = document.member(name, of: node), let year = document.integer("year", of: parts),
      let month = document.integer("month", of: parts), let day = document.integer("day", of: parts),
      let hour = document.integer("hour", of: parts), let minute = document.integer("minute", of: parts),
      let date = Day(year: year, month: month, day: day), let time = TimeOfDay(hour: hour, minute: minute)
    else { throw Rejection(name, "is no date and time of year, month, day, hour and minute") }
    return LocalTime(day: date, time: time)
  }
}

extension SkyscannerLive {
  /// Takes price, transfer and deep link of the cheapest option; of equally cheap ones, of the first.
  private func takeCheapestOption(
    of itinerary: JSONNode,
    _ row: inout Observation,
    exponent: Int?,
    _ texts: inout TextPool
  ) throws(Rejection) {
    guard let exponent else { throw Rejection(.currency, "is no currency that is known: \(row.currency)") }
    var cheapest: (option: JSONNode, minor: Int64)?
    for option in document.elements("pricingOptions", of: itinerary) {
      guard let minor = try price(of: option, exponent: exponent, row.currency) else { continue }
      if cheapest.map({ minor < $0.minor }) ?? true { cheapest = (option, minor) }
    }
    guard let (option, minor) = cheapest else { return }
    row.priceMinor = minor
    row.isSelfTransfer = Self.isSelfTransfer(document.text("transferType", of: option))
    for item in document.elements("items", of: option) where row.deepLink == .none {
      guard let link = document.text("deepLink", of: item) else { continue }
      row.deepLink = try FieldParser.text(link.utf8Span.span, .deepLink, into: &texts)
    }
  }

  /// The price in minor units; nil where the option has none.
  private func price(of option: JSONNode, exponent: Int, _ currency: CurrencyCode) throws(Rejection) -> Int64? {
    guard let amount = document.text("price", "amount", of: option) else { return nil }
    let unit = document.text("price", "unit", of: option) ?? "none"
    guard let decimals = Self.decimals[unit] else { throw Rejection("price.unit", "is not known: \(unit)") }
    guard amount.utf8.allSatisfy(FieldText.isDigit), let count = Int64(amount) else {
      throw Rejection("price.amount", "is no whole number")
    }
    return try Self.minorUnits(count, decimals: decimals, exponent: exponent, currency)
  }

  /// An amount that counts units of 1, 0.01, 0.001 or 0.000001 in minor units, exactly.
  private static func minorUnits(
    _ count: Int64,
    decimals: Int,
    exponent: Int,
    _ currency: CurrencyCode
  ) throws(Rejection) -> Int64? {
    var text = Money.decimal(count, exponent: decimals)
    for _ in 0..<max(0, decimals - exponent) where text.contains(".") && text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return try FieldParser.price(text.utf8Span.span, in: currency, exponent: exponent, "price.amount")
  }

  private static let decimals = [
    "PRICE_UNIT_WHOLE": 0, "PRICE_UNIT_CENTI": 2, "PRICE_UNIT_MILLI": 3, "PRICE_UNIT_MICRO": 6,
  ]

  private static func isSelfTransfer(_ type: String?) -> Bool? {
    switch type {
    case "TRANSFER_TYPE_MANAGED": false
    case "TRANSFER_TYPE_SELF_TRANSFER", "TRANSFER_TYPE_PROTECTED_SELF_TRANSFER": true
    default: nil
    }
  }
}
