import FareFeeds
import FareModel
import Testing

@Suite("own format as CSV")
struct OwnCSVTests {
  private func fare(_ columns: String, _ fields: String, _ flags: (inout FeedContext) -> Void = { _ in }) throws -> Feed
  {
    try Feed.read("\(header),\(columns)\n\(row),\(fields)\n", flags)
  }

  @Test("reads a row with every column, each into its place")
  func readsEveryColumn() throws {
    let fields = [
      "origin": "lhr", "destination": "SIN", "departure_date": "2026-12-27", "price": "1234.5", "currency": "gbp",
      "observed_at": "2026-08-01T08:00:00.9+02:00", "fare": "itinerary", "return_date": "2027-01-05",
      "departure_time": "21:50", "arrival_time": "02:10", "arrival_day_offset": "2", "duration_minutes": "1220",
      "stops": "1", "via": "doh", "carriers": "qr+QR", "flight_numbers": "QR 006+qr0942",
      "operating_carriers": "BA+QR", "segments": "[ {\"a\": 1} ]", "return_departure_time": "09:00:30",
      "return_arrival_time": "15:25", "return_arrival_day_offset": "0", "return_duration_minutes": "865",
      "return_stops": "0", "return_via": "", "return_carriers": "SQ", "return_flight_numbers": "SQ322",
      "return_operating_carriers": "SQ", "return_segments": "[]", "cabin": "Premium_Economy", "self_transfer": "FALSE",
      "available": "true", "complete": "true", "expires_at": "2026-08-01T09:00Z", "source": "my feed",
      "deep_link": "https://example.com/?a=1,2",
    ]
    let names = OwnFormat.columns.map(\.rawValue)
    let values = names.map { "\"" + (fields[$0] ?? "").replacing("\"", with: "\"\"") + "\"" }
    let feed = try Feed.read(names.joined(separator: ",") + "\n" + values.joined(separator: ",") + "\n")
    var expected = fields.filter { !$0.value.isEmpty }
    expected.merge(
      [
        "origin": "LHR", "price": "1234.50", "currency": "GBP", "observed_at": "2026-08-01T06:00:00Z", "via": "DOH",
        "carriers": "QR+QR", "flight_numbers": "QR6+QR942", "segments": "[{\"a\":1}]", "return_departure_time": "09:00",
        "cabin": "premium_economy", "self_transfer": "false", "expires_at": "2026-08-01T09:00:00Z",
      ]
    ) { $1 }
    for absent in ["available", "return_segments"] { expected[absent] = nil }
    #expect(feed.rejected.isEmpty)
    #expect(feed.rows == [expected])
  }

  @Test("reads prices exactly, by the decimals that the currency has")
  func readsPrices() throws {
    guard let file = sharedFile("cases/B14/fares.csv") else { return }
    let feed = try Feed.read(file)
    let prices = zip(feed.column("currency"), feed.column("price")).map { "\($0) \($1)" }
    #expect(
      prices == [
        "JPY 500", "JPY 100", "JPY 101", "JPY 101", "KWD 12.345", "KWD 1.000", "KWD 1.001", "KWD 1.001", "EUR 12.34",
        "EUR 10.50",
      ]
    )
    #expect(feed.rejected.map(\.record) == [5, 11, 13])
    #expect(feed.rejected.map(\.column) == ["price", "price", "currency"])
    #expect(feed.rejected[0].reason == "has more decimals than JPY has (0)")
    #expect(feed.rejected[2].reason == "is no currency that is known: XXQ")
    #expect(feed.rowsRead == 13)
  }

  @Test("rejects prices that are no plain decimal numbers, by record and column")
  func rejectsPrices() throws {
    guard let file = sharedFile("cases/B24/fares.csv") else { return }
    let feed = try Feed.read(file)
    #expect(feed.column("price") == ["120.00", "100.00", "140.00"])
    #expect(feed.rejected.map(\.record) == [1, 5, 6, 7])
    #expect(feed.rejected.allSatisfy { $0.column == "price" && $0.reason == "is no plain decimal number" })
    #expect(feed.rejected[2].raw == "OSL,FCO,2026-09-06,-49.00,EUR,2026-08-01T06:00Z")
  }

  @Test(
    "rejects signs, separators, exponents and what is too large",
    arguments: ["+1", "-1", "1,000.00", "1e3", "0x10", "1 000", ".5", "5.", "1.2.3", "9999999999999", "free", "NaN"]
  )
  func rejectsPrice(_ price: String) throws {
    let feed = try Feed.read("\(header)\nOSL,FCO,2026-09-03,\"\(price)\",EUR,2026-08-01T06:00Z\n")
    #expect(feed.rows.isEmpty)
    #expect(feed.rejected.map(\.column) == ["price"])
  }

  @Test("keeps a row without a price as unpriced", arguments: ["", "0", "0.00", "NA", "null", " "])
  func keepsUnpriced(_ price: String) throws {
    let feed = try Feed.read("\(header)\nOSL,FCO,2026-09-03,\(price),EUR,2026-08-01T06:00Z\n")
    #expect(feed.column("price") == ["-"])
    #expect(feed.column("available") == ["-"])
  }

  @Test("takes the price from a row that is not available, and marks it as sold out")
  func readsSoldOut() throws {
    guard let file = sharedFile("cases/B25/fares.csv") else { return }
    let feed = try Feed.read(file)
    #expect(feed.column("price") == ["59.00", "-", "75.00", "-"])
    #expect(feed.column("available") == ["-", "false", "-", "false"])
    #expect(feed.rejected.isEmpty)
  }

  @Test("gives dates at the turn of the year back as they were written")
  func keepsDates() throws {
    guard let file = sharedFile("cases/B10/fares.csv") else { return }
    let feed = try Feed.read(file)
    #expect(
      feed.column("departure_date") == [
        "2026-12-26", "2026-12-27", "2026-12-28", "2026-12-31", "2027-01-01", "2027-01-02",
      ]
    )
  }

  @Test(
    "rejects fields that are not what their column holds",
    arguments: [
      ("return_date", "2026-02-29", "return_date"), ("return_date", "2026-09-02", "return_date"),
      ("departure_time", "24:00", "departure_time"), ("departure_time", "9:00", "departure_time"),
      ("arrival_day_offset", "4", "arrival_day_offset"), ("stops", "-1", "stops"), ("stops", "1.0", "stops"),
      ("duration_minutes", "2h", "duration_minutes"), ("duration_minutes", "20161", "duration_minutes"),
      ("carriers", "BAW", "carriers"), ("carriers", "BA++QR", "carriers"), ("carriers", "12", "carriers"),
      ("flight_numbers", "248", "flight_numbers"), ("flight_numbers", "BAW248", "flight_numbers"),
      ("flight_numbers", "BA24811", "flight_numbers"), ("via", "DO", "via"), ("cabin", "coach", "cabin"),
      ("fare", "month", "fare"), ("self_transfer", "1", "self_transfer"), ("available", "no", "available"),
      ("expires_at", "2026-08-01T06:00", "expires_at"), ("segments", "{}", "segments"), ("segments", "[1", "segments"),
      ("return_stops", "0", "return_date"),
    ]
  )
  func rejectsFields(_ column: String, _ value: String, _ named: String) throws {
    let feed = try fare(column, value)
    #expect(feed.rows.isEmpty)
    #expect(feed.rejected.map(\.column) == [named])
    #expect(feed.rejected.first?.raw == "\(row),\(value)")
  }

  @Test(
    "rejects required fields that are missing or wrong",
    arguments: [
      (",FCO,2026-09-03,1,EUR,2026-08-01T06:00Z", "origin"), ("OSLO,FCO,2026-09-03,1,EUR,2026-08-01T06:00Z", "origin"),
      ("OSL,F1O,2026-09-03,1,EUR,2026-08-01T06:00Z", "destination"),
      ("OSL,osl,2026-09-03,1,EUR,2026-08-01T06:00Z", "destination"),
      ("OSL,FCO,03/09/2026,1,EUR,2026-08-01T06:00Z", "departure_date"),
      ("OSL,FCO,,1,EUR,2026-08-01T06:00Z", "departure_date"), ("OSL,FCO,2026-09-03,1,,2026-08-01T06:00Z", "currency"),
      ("OSL,FCO,2026-09-03,1,€,2026-08-01T06:00Z", "currency"), ("OSL,FCO,2026-09-03,1,EUR,", "observed_at"),
      ("OSL,FCO,2026-09-03,1,EUR,2026-08-01", "observed_at"),
    ]
  )
  func rejectsRequired(_ fields: String, _ named: String) throws {
    let feed = try Feed.read("\(header)\n\(fields)\n")
    #expect(feed.rows.isEmpty)
    #expect(feed.rejected.map(\.column) == [named])
  }

  @Test("takes an observation up to five minutes ahead of the clock, and none beyond")
  func rejectsTheFuture() throws {
    let now = try #require(Instant("2026-08-01T06:00:00Z"))
    let text =
      "\(header)\nOSL,FCO,2026-09-03,1,EUR,2026-08-01T06:05:00Z\nOSL,FCO,2026-09-03,1,EUR,2026-08-01T06:05:01Z\n"
    let feed = try Feed.read(text) { $0.now = now }
    #expect(feed.records == [1])
    #expect(feed.rejected.map(\.column) == ["observed_at"])
  }

  @Test(
    "tells day fares from itinerary fares",
    arguments: [
      ("fare,flight_numbers", "day,BA248", "day"), ("fare,flight_numbers", "itinerary,", "itinerary"),
      ("fare,flight_numbers", ",BA248", "itinerary"), ("fare,flight_numbers", ",", "day"),
      ("departure_time", "10:00", "itinerary"), ("carriers,stops", "BA,0", "day"),
    ]
  )
  func tellsKinds(_ columns: String, _ fields: String, _ kind: String) throws {
    #expect(try fare(columns, fields).column("fare") == [kind])
  }

  @Test("takes a duration that is not more than zero for missing", arguments: ["0", "-15", "-1215"])
  func dropsDurations(_ duration: String) throws {
    #expect(try fare("duration_minutes", duration).column("duration_minutes") == ["-"])
  }

  @Test("fills in from flags only what the file lacks")
  func fillsFromFlags() throws {
    let flags = { (context: inout FeedContext) in
      context.origin = PlaceCode("BGO")
      context.destination = PlaceCode("TRD")
      context.currency = CurrencyCode("NOK")
      context.observedAt = Instant("2026-01-01T00:00:00Z")
      context.cabin = .business
      context.source = "flagged"
    }
    let bare = try Feed.read("departure_date,price,departure_time\n2026-09-03,5,\n", as: "own", flags)
    #expect(
      bare.rows == [
        [
          "origin": "BGO", "destination": "TRD", "departure_date": "2026-09-03", "price": "5.00", "currency": "NOK",
          "observed_at": "2026-01-01T00:00:00Z", "fare": "day", "cabin": "business", "source": "flagged",
        ]
      ]
    )
    let full = try Feed.read("\(header),cabin,source\n\(row),economy,said\n,,2026-09-03,1,,,,\n", flags)
    #expect(full.column("origin") == ["OSL", "BGO"])
    #expect(full.column("destination") == ["FCO", "TRD"])
    #expect(full.column("currency") == ["EUR", "NOK"])
    #expect(full.column("observed_at") == ["2026-08-01T06:00:00Z", "2026-01-01T00:00:00Z"])
    #expect(full.column("cabin") == ["economy", "business"])
    #expect(full.column("source") == ["said", "flagged"])
    #expect(try Feed.read("\(header)\n\(row)\n").column("source") == ["own"])
  }

  @Test(
    "refuses a file that lacks what no flag gives, and names the flag",
    arguments: [
      ("origin", "--origin"), ("destination", "--destination"), ("currency", "--currency"),
      ("observed_at", "--observed-at"), ("price", nil), ("departure_date", nil),
    ]
  )
  func namesFlags(_ column: String, _ flag: String?) throws {
    let names = header.split(separator: ",").filter { $0 != column }.joined(separator: ",")
    let error = try #require(Feed.refusal("\(names)\n"))
    #expect(error.flag == flag)
    #expect(error.reason.contains(column))
    #expect(flag.map(error.reason.contains) ?? true)
  }
}
