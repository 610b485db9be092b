import FareFeeds
import FareModel
import Testing

private let observed = Instant(rawValue: 1_700_000_000)

@Suite("month timetables of Wizz Air")
struct WizzTimetableTests {
  private func cell(
    _ day: Int,
    _ price: String,
    _ flights: String = "",
    from origin: String = "BCN",
    isShown: Bool = true
  ) -> String {
    """
    {"ArrivalStationCode":"BUD","CurrentDate":"0\(day)\\/05\\/2016","Date":"2016050\(day)",
     "DepartureStationCode":"\(origin)","Flights":[\(flights)],"HasSelection":"True",
     "InMonth":"\(isShown ? "True" : "False")","MinimumPrice":\(price)}
    """
  }

  private func flight(_ number: String, _ departure: String, _ arrival: String) -> String {
    #"{"CarrierCode":"W6","FlightNumber":"\#(number)","STD":"\#(departure)","STA":"\#(arrival)"}"#
  }

  private func read(_ cells: String..., flags: (inout FeedContext) -> Void = { _ in }) throws -> Feed {
    try Feed.read("[\(cells.joined(separator: ","))]") {
      $0.path = "/feeds/2016/BCN_BUD_2016_05_1458058103303.txt"
      flags(&$0)
    }
  }

  @Test("gives a day with one flight whole, whose arrival after midnight is on the next day")
  func readsOneFlight() throws {
    let feed = try read(cell(1, #""€1,039.99""#, flight("2376", "22:10", "00:45")))
    #expect(feed.format == "wizz-timetable")
    #expect(
      feed.rows == [
        [
          "origin": "BCN", "destination": "BUD", "departure_date": "2016-05-01", "price": "1039.99", "currency": "EUR",
          "observed_at": "2016-03-15T16:08:23Z", "fare": "day", "departure_time": "22:10", "arrival_time": "00:45",
          "arrival_day_offset": "1", "duration_minutes": "155", "stops": "0", "carriers": "W6",
          "flight_numbers": "W62376", "complete": "true", "source": "wizz-timetable",
        ]
      ]
    )
  }

  @Test("gives a day with two flights one fare without times, and their numbers as a set")
  func readsTwoFlights() throws {
    let morning = flight("2610", "06:00", "08:35")
    let evening = flight("2602", "18:00", "20:35")
    for flights in ["\(morning),\(evening)", "\(evening),\(morning)"] {
      let feed = try read(cell(1, #""€39.99""#, flights))
      #expect(feed.column("flight_numbers") == ["W62602+W62610"])
      #expect(feed.column("carriers") == ["W6"])
      #expect(feed.column("stops") == ["0"])
      #expect(
        feed.column("departure_time") + feed.column("arrival_time") + feed.column("duration_minutes") == [
          "-", "-", "-",
        ]
      )
    }
  }

  @Test("takes no padding for an observation, and a null for a look without a price")
  func tellsPaddingFromNull() throws {
    let feed = try read(cell(1, #""€9.99""#, isShown: false), cell(2, "null"), cell(3, #""€19.99""#))
    #expect(feed.rowsRead == 2)
    #expect(feed.column("departure_date") == ["2016-05-02", "2016-05-03"])
    #expect(feed.column("price") == ["-", "19.99"])
    #expect(feed.column("currency") == ["EUR", "EUR"])
    let padding = Feed.refusal("[\(cell(1, #""€9.99""#, isShown: false))]") { $0.observedAt = observed }
    #expect(padding?.reason.contains("no cell of the month") == true)
  }

  @Test("takes a page without a price in the currency of its origin, or of the flag where that is not known")
  func readsPageWithoutPrice() throws {
    #expect(try read(cell(1, "null", from: "LTN")).column("currency") == ["GBP"])
    #expect(try read(cell(1, "null", from: "QQQ")) { $0.currency = CurrencyCode("USD") }.column("currency") == ["USD"])
    #expect(Feed.refusal("[\(cell(1, "null", from: "QQQ"))]") { $0.observedAt = observed }?.flag == "--currency")
  }

  @Test(
    "tells the currency by its symbol, also where that was lost to question marks",
    arguments: [
      ("€49.99", "BCN", "49.99 EUR"), ("???49.99", "BCN", "49.99 EUR"), ("£38.49", "LTN", "38.49 GBP"),
      ("??38.49", "LTN", "38.49 GBP"), ("lei1,299.00", "OTP", "1299.00 RON"), ("MKD9,999.99", "SKP", "9999.99 MKD"),
      ("Ft12,990", "DEB", "12990.00 HUF"), ("Kč499.00", "PRG", "499.00 CZK"), ("K??499.00", "PRG", "499.00 CZK"),
      ("zł 89.00", "KTW", "89.00 PLN"), ("z??89.00", "KTW", "89.00 PLN"), ("kr199.00", "NYO", "199.00 SEK"),
      ("kr199.00", "TRF", "199.00 NOK"),
    ]
  )
  func tellsCurrencies(_ price: String, _ origin: String, _ expected: String) throws {
    let row = try #require(try read(cell(1, "\"\(price)\"", from: origin)).rows.first)
    #expect("\(row["price"] ?? "-") \(row["currency"] ?? "-")" == expected)
  }

  @Test(
    "rejects an amount that is none, and a symbol that nobody has",
    arguments: ["€1,03.99", "€1,039,9", "€-5", "€1e3", "€", "¤49.99", "?49.99", "49.99", "kr49.99"]
  )
  func rejectsPrices(_ price: String) throws {
    let feed = try read(cell(1, "\"\(price)\""), cell(2, #""€9.99""#))
    #expect(feed.rejected.map(\.record) == (price == "€" ? [] : [1]))
    #expect(feed.column("price").filter { $0 != "-" } == ["9.99"])
  }

  @Test("takes a price without a known symbol in the flag's currency")
  func takesFlag() throws {
    let feed = try read(cell(1, #""49.99""#)) { $0.currency = CurrencyCode("EUR") }
    #expect(feed.column("price") == ["49.99"])
  }

  @Test("rejects the cell of another route, a wrong date and a wrong time")
  func rejectsCells() throws {
    let good = cell(1, #""€9.99""#)
    let feed = try read(
      good,
      cell(2, #""€9.99""#, from: "MAD"),
      cell(3, #""€9.99""#).replacing("20160503", with: "20160230"),
      cell(4, #""€9.99""#, flight("1", "25:00", "08:00"))
    )
    #expect(feed.rejected.map(\.column) == ["DepartureStationCode", "Date", "STD"])
  }

  @Test("takes a day that the page leaves out for a look without a price")
  func impliesDaysLeftOut() throws {
    let feed = try read(cell(1, #""€9.99""#), cell(4, #""€19.99""#))
    #expect(feed.rowsRead == 2)
    #expect(feed.column("departure_date") == ["2016-05-01", "2016-05-04", "2016-05-02", "2016-05-03"])
    #expect(feed.records == [1, 2, -1, -2])
  }

  @Test(
    "takes the instant from a name of the known form only",
    arguments: [
      "BCN_BUD_2016_05.txt", "BCN_BUD_2016_05_1458058103.txt", "bcn_bud_2016_05_1458058103303.txt", "page.txt",
      "BCN_BUD_2016_05_145805810330x.txt",
    ]
  )
  func tellsNames(_ name: String) {
    let refusal = Feed.refusal("[\(cell(1, #""€9.99""#))]") { $0.path = name }
    #expect(refusal?.flag == "--observed-at")
  }

  @Test("takes the instant of the name before that of the flag")
  func prefersName() throws {
    let feed = try read(cell(1, #""€9.99""#)) { $0.observedAt = observed }
    #expect(feed.column("observed_at") == ["2016-03-15T16:08:23Z"])
  }
}

@Suite("calendars of Ryanair")
struct RyanairCalendarTests {
  private func day(_ day: String, _ price: String, _ departure: String, _ arrival: String) -> String {
    #"{"Day":"\#(day)","PriceValue":"\#(price)","Arrival":"\#(arrival)","Departure":"\#(departure)"}"#
  }

  private func page(_ days: String...) -> String {
    "var s = [\n\(days.joined(separator: ",\n"))\n];"
  }

  private func read(_ page: String, name: String = "CTA_Dec_1751321319.js") throws -> Feed {
    try Feed.read(page) {
      ($0.path, $0.origin, $0.currency) = ("x/\(name)", PlaceCode("MLA"), CurrencyCode("EUR"))
    }
  }

  @Test("gives each day with its flight, takes NA for a look without a price, and fills the days left out")
  func readsPage() throws {
    let feed = try read(
      page(
        day("2025-07-01", "79.73", "2025-07-01T23:30:00", "2025-07-02T00:15:00"),
        day("2025-07-02", "NA", "NA", "NA"),
        day("2025-07-04", "33.49", "NA", "NA")
      )
    )
    #expect(feed.format == "ryanair-calendar")
    #expect(feed.rowsRead == 3)
    let look = [
      "origin": "MLA", "destination": "CTA", "currency": "EUR", "observed_at": "2025-06-30T22:08:39Z", "fare": "day",
      "complete": "true", "source": "ryanair-calendar",
    ]
    let rows = [
      [
        "departure_date": "2025-07-01", "price": "79.73", "departure_time": "23:30", "arrival_time": "00:15",
        "arrival_day_offset": "1", "duration_minutes": "45", "stops": "0", "carriers": "FR",
      ],
      ["departure_date": "2025-07-02"],
      ["departure_date": "2025-07-04", "price": "33.49", "stops": "0", "carriers": "FR"],
      ["departure_date": "2025-07-03"],
    ]
    #expect(feed.rows == rows.map { look.merging($0) { $1 } })
    #expect(feed.records == [1, 2, 3, -1])
  }

  @Test("rejects a flight of another day, a wrong day and a wrong price")
  func rejectsDays() throws {
    let feed = try read(
      page(
        day("2025-07-01", "79.73", "2025-07-02T23:30:00", "2025-07-03T00:15:00"),
        day("2025-06-31", "79.73", "NA", "NA"),
        day("2025-07-02", "-5", "NA", "NA"),
        day("2025-07-02", "9.99", "soon", "NA")
      )
    )
    #expect(feed.rejected.map(\.column) == ["Departure", "Day", "PriceValue", "Departure"])
  }

  @Test("takes what the name carries, and names the flag for what it does not")
  func takesName() throws {
    let days = page(day("2025-07-01", "9.99", "NA", "NA"))
    func refusal(_ name: String) -> FeedError? {
      Feed.refusal(days) { ($0.path, $0.origin, $0.currency) = (name, PlaceCode("MLA"), CurrencyCode("EUR")) }
    }
    #expect(refusal("STN/STN_2025-05-01.js")?.flag == "--observed-at")
    #expect(refusal("STN/latest.js")?.flag == "--destination")
    #expect(refusal("STN/out_Dec_1751321319.js")?.flag == "--destination")
    #expect(Feed.refusal(days)?.flag == "--origin")
    #expect(try read(days, name: "RIX_Oct_1745784701.js.gz").column("destination") == ["RIX"])
    let flagged = try Feed.read(days) {
      ($0.origin, $0.destination, $0.currency) = (PlaceCode("MLA"), PlaceCode("TSF"), CurrencyCode("EUR"))
      $0.observedAt = observed
    }
    #expect(flagged.column("destination") == ["TSF"])
  }

  @Test(
    "reads an assignment as scripts write it",
    arguments: ["var s = [DAY];", "let fares =\n[DAY]\n", "const s = [DAY] ;\n\n", "[DAY]"]
  )
  func readsAssignments(_ script: String) throws {
    let script = script.replacing("DAY", with: day("2025-07-01", "9.99", "NA", "NA"))
    #expect(try read(script).column("price") == ["9.99"])
  }

  @Test(
    "refuses a script that does more than assign",
    arguments: ["var s = [DAY]; go()", "var s = [DAY", "var s = f([DAY])"]
  )
  func refusesScripts(_ script: String) {
    let script = script.replacing("DAY", with: day("2025-07-01", "9.99", "NA", "NA"))
    #expect(Feed.refusal(script) != nil)
  }
}
