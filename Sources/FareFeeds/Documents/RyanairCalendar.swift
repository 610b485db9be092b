import FareJSON
import FareModel

extension FeedFormat {
  /// A page of Ryanair's cheapest fare of each day, one way, as a script that assigns the days to a variable.
  ///
  /// Neither origin nor currency is in the file. Files are named for their destination, and for the end of the season and
  /// the second at which they were made: `CTA_Dec_1751321319.js`. Those that are named for a day, `STN_2025-05-01.js`, do
  /// not say when they were made.
  public static let ryanairCalendar = FeedFormat(
    name: "ryanair-calendar",
    content: .document(
      DocumentFormat(
        recognises: { document in
          guard let first = document.tree.elements(of: document.root).first(where: { _ in true }) else { return false }
          return ["Day", "PriceValue", "Departure", "Arrival"].allSatisfy { document.member($0, of: first) != nil }
        },
        factsOfName: { RyanairCalendar.facts(of: $0) },
        read: { (document, rows) throws(FeedError) in try RyanairCalendar.read(document, into: &rows) }
      )
    )
  )
}

private enum RyanairCalendar {
  static func facts(of name: FileName) -> FileNameFacts? {
    guard let destination = name.place(at: 0) else { return nil }
    if name.parts.count == 2, Day(name.parts[1]) != nil { return FileNameFacts(destination: destination) }
    guard name.parts.count == 3, let seconds = name.number(at: 2, digits: 10) else { return nil }
    return FileNameFacts(observedAt: Instant(epochSeconds: seconds), destination: destination)
  }

  static func read(_ document: JSONDocument, into rows: inout DocumentRows) throws(FeedError) {
    let page = try CalendarPage(rows)
    var seen: [Day] = []
    for element in document.tree.elements(of: document.root) {
      rows.add(element, of: document) { (texts, memo) throws(Rejection) in
        let day = try document.date("Day", of: element)
        seen.append(day)  // Named by the page, and so not left out, even when its price is wrong.
        var row = page.look(at: day, &texts)
        row.priceMinor = try FieldParser.price(
          document.price("PriceValue", of: element).utf8Span.span,
          in: page.currency,
          exponent: memo.exponent(of: page.currency),
          "PriceValue"
        )
        // Ryanair sells its own flights alone, each without a landing on the way.
        if row.priceMinor != nil { row.outbound = try flight(element, in: document, on: day, &texts) }
        return row
      }
    }
    try page.addDaysLeftOut(seen, to: &rows)
  }

  private static func flight(
    _ element: JSONNode,
    in document: JSONDocument,
    on day: Day,
    _ texts: inout TextPool
  ) throws(Rejection) -> ObservedLeg {
    var leg = ObservedLeg()
    leg.stops = 0
    leg.carriers = texts.intern("FR")
    guard let departure = try time("Departure", of: element, in: document) else { return leg }
    guard departure.day == day else { throw Rejection("Departure", "is on \(departure.day), not on \(day)") }
    leg.departureTime = departure.time
    if let arrival = try time("Arrival", of: element, in: document) {
      leg.arrivalTime = arrival.time
      leg.arrivalDayOffset = Int8(exactly: day.distance(to: arrival.day))
    }
    return leg
  }

  /// A local time; nil where there is none.
  private static func time(
    _ name: String,
    of element: JSONNode,
    in document: JSONDocument
  ) throws(Rejection) -> LocalTime? {
    guard let text = document.text(name, of: element), text != "NA" else { return nil }
    return try document.localTime(name, of: element)
  }
}
