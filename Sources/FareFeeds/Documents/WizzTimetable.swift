import FareAtlas
import FareJSON
import FareModel

extension FeedFormat {
  /// A month of Wizz Air's timetable of one route: a grid of cells, the shown month's among cells of its neighbours.
  ///
  /// Only the cells of the shown month are read: the others fill the grid, and say what another page says. The instant is
  /// in the file's name, in milliseconds: `BCN_BUD_2016_05_1458058103303.txt`.
  public static let wizzTimetable = FeedFormat(
    name: "wizz-timetable",
    content: .document(
      DocumentFormat(
        recognises: { document in
          guard let first = document.tree.elements(of: document.root).first(where: { _ in true }) else { return false }
          return ["InMonth", "MinimumPrice", "DepartureStationCode"].allSatisfy {
            document.member($0, of: first) != nil
          }
        },
        factsOfName: { WizzTimetable.facts(of: $0) },
        read: { (document, rows) throws(FeedError) in try WizzTimetable(document, rows).read(into: &rows) }
      )
    )
  )
}

private struct WizzTimetable {
  private let document: JSONDocument
  private let cells: [JSONNode]
  private let page: CalendarPage
  /// The currency in which Wizz Air sells at the page's origin; nil where that is not known.
  private let localCurrency: CurrencyCode?
  private let flag: CurrencyCode?

  static func facts(of name: FileName) -> FileNameFacts? {
    guard name.parts.count == 5, name.place(at: 0) != nil, name.place(at: 1) != nil,
      name.number(at: 2, digits: 4) != nil, name.number(at: 3, digits: 2) != nil,
      let milliseconds = name.number(at: 4, digits: 13)
    else { return nil }
    return FileNameFacts(observedAt: Instant(epochSeconds: milliseconds / 1000))
  }

  init(_ document: JSONDocument, _ rows: borrowing DocumentRows) throws(FeedError) {
    self.document = document
    cells = document.tree.elements(of: document.root).filter { document.text("InMonth", of: $0) == "True" }
    guard let first = cells.first else { throw FeedError("the page has no cell of the month that it shows") }
    let origin = document.text("DepartureStationCode", of: first).flatMap(PlaceCode.init(_:))
    let destination = document.text("ArrivalStationCode", of: first).flatMap(PlaceCode.init(_:))
    let country = origin.flatMap { rows.atlas.airport($0)?.country } ?? ""
    let local = WizzPrice.currencies[country].flatMap(CurrencyCode.init(_:))
    let prices = cells.compactMap { document.text("MinimumPrice", of: $0) }
    // A look without a price has the currency of the page, and a page without any that of its origin.
    let said = prices.lazy.compactMap { WizzPrice($0).currency(at: local) }.first
    page = try CalendarPage(rows, from: origin, to: destination, currency: said ?? local)
    localCurrency = local
    flag = rows.context.currency
  }

  func read(into rows: inout DocumentRows) throws(FeedError) {
    var seen: [Day] = []
    for cell in cells {
      rows.add(cell, of: document) { (texts, memo) throws(Rejection) in
        try checkRoute(of: cell)
        let day = try day(of: cell)
        seen.append(day)  // Named by the page, and so not left out, even when its price is wrong.
        var row = page.look(at: day, &texts)
        if let text = document.text("MinimumPrice", of: cell) {
          let price = WizzPrice(text)
          guard let currency = price.currency(at: localCurrency) ?? flag else {
            throw Rejection("MinimumPrice", "is in no currency that is known: give --currency")
          }
          row.currency = currency
          row.priceMinor = try FieldParser.price(
            price.amount.utf8Span.span,
            in: currency,
            exponent: memo.exponent(of: currency),
            "MinimumPrice"
          )
        }
        row.outbound = try flights(of: cell, &texts)
        return row
      }
    }
    try page.addDaysLeftOut(seen, to: &rows)
  }

  private func checkRoute(of cell: JSONNode) throws(Rejection) {
    for (name, place) in [
      ("DepartureStationCode", page.route.origin), ("ArrivalStationCode", page.route.destination),
    ] where document.text(name, of: cell).flatMap(PlaceCode.init(_:)) != place {
      throw Rejection(name, "is not that of the page's first day: \(place)")
    }
  }

  private func day(of cell: JSONNode) throws(Rejection) -> Day {
    guard let text = document.text("Date", of: cell), text.utf8.count == 8, text.utf8.allSatisfy(FieldText.isDigit),
      let date = Int(text), let day = Day(year: date / 10_000, month: date / 100 % 100, day: date % 100)
    else { throw Rejection("Date", "is no date: expected YYYYMMDD") }
    return day
  }
}

extension WizzTimetable {
  /// What a cell tells of its flights, none of which lands on the way: of one all, of several, for which the price is
  /// the least, only their numbers, in the order of their text.
  private func flights(of cell: JSONNode, _ texts: inout TextPool) throws(Rejection) -> ObservedLeg {
    let flights = document.elements("Flights", of: cell)
    var leg = ObservedLeg()
    guard let first = flights.first else { return leg }
    leg.stops = 0
    var lists = ListParser()
    let carriers = flights.map { document.text("CarrierCode", of: $0) ?? "" }
    let numbers = flights.map { document.text("FlightNumber", of: $0) ?? "" }
    leg.carriers = try lists.carriers(Self.set(carriers).utf8Span.span, .carriers, into: &texts)
    leg.flightNumbers = try lists.flightNumbers(
      Self.set(zip(carriers, numbers).map { $0 + $1 }).utf8Span.span,
      .flightNumbers,
      into: &texts
    )
    if flights.count == 1 {
      leg.departureTime = try time("STD", of: first)
      leg.arrivalTime = try time("STA", of: first)
    }
    return leg
  }

  private static func set(_ items: [String]) -> String {
    Set(items).sorted().joined(separator: "+")
  }

  private func time(_ name: String, of flight: JSONNode) throws(Rejection) -> TimeOfDay {
    guard let time = document.text(name, of: flight).flatMap(TimeOfDay.init(_:)) else {
      throw Rejection(name, "is no local time: expected HH:MM")
    }
    return time
  }
}

/// A price as Wizz Air writes it: a symbol, and an amount with commas between thousands, such as `lei1,299.00`.
private struct WizzPrice {
  let symbol: String
  /// The amount without the commas; with them where they stand elsewhere, so that it is no number.
  let amount: String

  init(_ text: String) {
    let symbol = text.prefix { !$0.isNumber }
    let written = text.dropFirst(symbol.count)
    self.symbol = String(symbol.filter { !$0.isWhitespace })
    let parts = written.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let areThousands = groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
    amount =
      areThousands ? ([groups.joined()] + parts.dropFirst().map(String.init)).joined(separator: ".") : String(written)
  }

  /// The currency of the symbol; where several share it, the one of them that is `local`; nil where it is not known.
  func currency(at local: CurrencyCode?) -> CurrencyCode? {
    let shared = Self.symbols.first { Self.isWritten($0.symbol, symbol) }?.currencies ?? [symbol]
    let codes = shared.compactMap(CurrencyCode.init(_:))
    return codes.count == 1 ? codes[0] : codes.first { $0 == local }
  }

  /// Whether `written` is a symbol, whose bytes beyond ASCII may have been lost to question marks on the way.
  private static func isWritten(_ symbol: String, _ written: String) -> Bool {
    symbol.utf8.count == written.utf8.count
      && zip(symbol.utf8, written.utf8).allSatisfy { $0 == $1 || $0 >= 0x80 && $1 == UInt8(ascii: "?") }
  }

  private static let symbols: [(symbol: String, currencies: [String])] = [
    ("€", ["EUR"]), ("£", ["GBP"]), ("lei", ["RON"]), ("Ft", ["HUF"]), ("Kč", ["CZK"]), ("zł", ["PLN"]),
    ("kr", ["SEK", "NOK", "DKK"]),
  ]

  /// The currencies in which Wizz Air sells flights from a country, by its two-letter code.
  static let currencies: [String: String] = {
    let own = [
      "RO": "RON", "HU": "HUF", "MK": "MKD", "SE": "SEK", "NO": "NOK", "DK": "DKK", "CZ": "CZK", "PL": "PLN",
      "GB": "GBP",
    ]
    let euro = [
      "AT", "BE", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PT", "SI", "SK",
    ]
    return euro.reduce(into: own) { $0[$1] = "EUR" }
  }()
}
