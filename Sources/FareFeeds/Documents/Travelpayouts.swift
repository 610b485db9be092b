import FareJSON
import FareModel

extension FeedFormat {
  /// Rows of Travelpayouts' (Aviasales') cached prices, version 2: the latest prices, or a month's matrix.
  ///
  /// A row is the cheapest fare that travellers found for its dates, and no complete look. The rows do not say their
  /// currency. An instant without a zone names none: such a row takes the instant of `--observed-at`.
  public static let travelpayouts = FeedFormat(
    name: "travelpayouts",
    content: .document(
      DocumentFormat(
        recognises: { document in
          guard let first = Travelpayouts.rows(of: document).first else { return false }
          return ["depart_date", "found_at", "value"].allSatisfy { document.member($0, of: first) != nil }
        },
        read: { (document, rows) throws(FeedError) in try Travelpayouts.read(document, into: &rows) }
      )
    )
  )
}

private enum Travelpayouts {
  /// The rows, which stand alone or as `data` of a reply.
  static func rows(of document: JSONDocument) -> [JSONNode] {
    let alone = Array(document.tree.elements(of: document.root))
    return alone.isEmpty ? document.elements("data", of: document.root) : alone
  }

  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    let currency = try rows.currency(document.text("currency", of: document.root).flatMap(CurrencyCode.init(_:)))
    let (source, context) = (rows.source, rows.context)
    for element in self.rows(of: document) {
      rows.add(element, of: document) { (texts, memo) throws(Rejection) in
        var row = Observation(
          kind: .day,
          source: texts.intern(source),
          origin: try document.place("origin", of: element, else: context.origin),
          destination: try document.place("destination", of: element, else: context.destination),
          departureDate: try document.date("depart_date", of: element),
          currency: currency,
          observedAt: try instant(of: element, document, context.observedAt)
        )
        if document.text("return_date", of: element) != nil {
          row.returnDate = try document.date("return_date", of: element)
        }
        row.cabin = cabin(of: element, document, context.cabin)
        row.priceMinor = try FieldParser.price(
          document.price("value", of: element).utf8Span.span,
          in: currency,
          exponent: memo.exponent(of: currency),
          "value"
        )
        takeLegs(of: element, document, &row)
        return row
      }
    }
  }

  /// Takes changes and minutes. Those of a return are of both ways together, and so tell of each only that there is no
  /// change at all.
  private static func takeLegs(of element: JSONNode, _ document: JSONDocument, _ row: inout Observation) {
    let changes = document.integer("number_of_changes", of: element)
    if row.returnDate == nil {
      row.outbound.stops = changes.flatMap { 0...99 ~= $0 ? Int8($0) : nil }
      let minutes = document.integer("duration", of: element)
      row.outbound.durationMinutes = minutes.flatMap { 1...Limits.longestLegMinutes ~= $0 ? Int32($0) : nil }
    } else if changes == 0 {
      (row.outbound.stops, row.inbound.stops) = (0, 0)
    }
  }

  /// The cabin of a class; nil for a class that is not documented, and the flag's where there is none.
  private static func cabin(of element: JSONNode, _ document: JSONDocument, _ flag: Cabin?) -> Cabin? {
    guard document.member("trip_class", of: element) != nil else { return flag }
    return switch document.integer("trip_class", of: element) {
    case 0: .economy
    case 1: .business
    case 2: .first
    default: nil
    }
  }

  private static func instant(
    of element: JSONNode,
    _ document: JSONDocument,
    _ flag: Instant?
  ) throws(Rejection) -> Instant {
    let text = document.text("found_at", of: element) ?? ""
    if let instant = Instant(text) ?? flag { return instant }
    throw Rejection("found_at", "is no instant with a zone, such as Z or +04:00: give --observed-at")
  }
}
