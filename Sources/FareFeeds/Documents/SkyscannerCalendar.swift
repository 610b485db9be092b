import FareJSON
import FareModel

extension FeedFormat {
  /// A price calendar of Skyscanner: the cheapest fare of each day, one way.
  ///
  /// The page covers every day from its first to its last: one that it leaves out was looked for and had no fare. The
  /// instant is the reply's `timestamp`; the route is not in the reply.
  public static let skyscannerCalendar = FeedFormat(
    name: "skyscanner-calendar",
    content: .document(
      DocumentFormat(
        recognises: { $0.member("data", "flights", "days") != nil && $0.member("data", "flights", "groups") != nil },
        read: { (document, rows) throws(FeedError) in try SkyscannerCalendar.read(document, into: &rows) }
      )
    )
  )
}

private enum SkyscannerCalendar {
  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    guard let flights = document.member("data", "flights") else { throw FeedError("the reply has no data.flights") }
    let days = document.elements("days", of: flights)
    let milliseconds = document.integer("timestamp", of: document.root)
    let page = try CalendarPage(
      rows,
      currency: try document.currency("currency", of: flights),
      observedAt: milliseconds.map { Instant(rawValue: Int64($0 / 1000)) }
    )
    var seen: [Day] = []
    for element in days {
      rows.add(element, of: document) { (texts, memo) throws(Rejection) in
        guard let day = document.text("day", of: element).flatMap(Day.init(_:)) else {
          throw Rejection("day", "is no date: expected YYYY-MM-DD")
        }
        seen.append(day)  // Named by the page, and so not left out, even when its price is wrong.
        var row = page.look(at: day, &texts)
        row.priceMinor = try FieldParser.price(
          price(of: element, in: document).utf8Span.span,
          in: page.currency,
          exponent: memo.exponent(of: page.currency)
        )
        return row
      }
    }
    try page.addDaysLeftOut(seen, to: &rows)
  }

  private static func price(of day: JSONNode, in document: JSONDocument) throws(Rejection) -> String {
    guard let price = document.member("price", of: day) else { return "" }
    switch document.tree.kind(of: price) {
    case .null: return ""
    case .number: return document.tree.number(price) ?? ""
    case .string: return document.tree.string(price) ?? ""
    case .boolean, .array, .object: throw Rejection("price", "is no number")
    }
  }
}
