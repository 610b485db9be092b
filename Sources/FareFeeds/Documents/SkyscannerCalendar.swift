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
      observedAt: milliseconds.flatMap { Instant(epochSeconds: $0 / 1000) }
    )
    var seen: [Day] = []
    for element in days {
      rows.add(element, of: document) { (texts, memo) throws(Rejection) in
        let day = try document.date("day", of: element)
        seen.append(day)  // Named by the page, and so not left out, even when its price is wrong.
        var row = page.look(at: day, &texts)
        row.priceMinor = try FieldParser.price(
          document.price("price", of: element).utf8Span.span,
          in: page.currency,
          exponent: memo.exponent(of: page.currency)
        )
        return row
      }
    }
    try page.addDaysLeftOut(seen, to: &rows)
  }
}
