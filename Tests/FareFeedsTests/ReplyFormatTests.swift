import FareFeeds
import FareModel
import Testing

private let observed = Instant(rawValue: 1_700_000_000)

private func shared(_ path: String, _ flags: (inout FeedContext) -> Void = { _ in }) throws -> Feed? {
  guard let file = sharedFile("data/\(path)") else { return nil }
  return try Feed.read(file, flags)
}

@Suite("rows of Travelpayouts")
struct TravelpayoutsTests {
  private func row(
    _ found: String,
    _ back: String = "",
    _ more: String = #""trip_class":0,"number_of_changes":1"#
  ) -> String {
    """
    {"depart_date":"2024-03-02","origin":"TJM","destination":"MOW","return_date":"\(back)","found_at":"\(found)",
     "value":4442,"duration":175,\(more)}
    """
  }

  private func read(_ rows: String..., flags: (inout FeedContext) -> Void = { _ in }) throws -> Feed {
    try Feed.read("[\(rows.joined(separator: ","))]") {
      $0.currency = CurrencyCode("RUB")
      flags(&$0)
    }
  }

  @Test("gives the rows of a month's matrix, which answers in city codes")
  func readsMatrix() throws {
    guard
      let feed = try shared("travelpayouts/month_matrix_TJM_MOW_2024-02-02.json", { $0.currency = CurrencyCode("RUB") })
    else { return }
    #expect(feed.format == "travelpayouts")
    let fare = [
      "origin": "TJM", "destination": "MOW", "currency": "RUB", "fare": "day", "duration_minutes": "175", "stops": "0",
      "cabin": "economy", "source": "travelpayouts",
    ]
    let days = [
      ["departure_date": "2024-03-03", "price": "3842.00", "observed_at": "2024-02-02T11:00:31Z"],
      ["departure_date": "2024-03-02", "price": "4442.00", "observed_at": "2024-02-02T10:51:41Z"],
    ]
    #expect(feed.rows == days.map { fare.merging($0) { $1 } })
  }

  @Test("gives the latest prices, whose instants have no zone, with the flag's instant")
  func readsLatest() throws {
    let file = "travelpayouts/latest_prices_2024-01-18.json"
    guard
      let feed = try shared(file, { ($0.currency, $0.observedAt) = (CurrencyCode("RUB"), observed) }),
      let unflagged = try shared(file, { $0.currency = CurrencyCode("RUB") })
    else { return }
    let prices = feed.column("price").compactMap(Double.init)
    #expect(prices.count == 12 && prices.min() == 2600 && prices.max() == 5033)
    #expect(Set(feed.column("observed_at")) == ["2023-11-14T22:13:20Z"])
    // Minutes of both ways together are those of neither.
    #expect(feed.rows.allSatisfy { $0["return_date"] != nil && $0["duration_minutes"] == nil })
    #expect(unflagged.rows.isEmpty && unflagged.rejected.map(\.column) == Array(repeating: "found_at", count: 12))
    #expect(unflagged.rejected.allSatisfy { $0.reason.contains("--observed-at") })
  }

  @Test("takes an instant in the zone that it names")
  func takesZones() throws {
    guard let feed = try shared("travelpayouts/single_rows.json", { $0.currency = CurrencyCode("RUB") }) else { return }
    #expect(feed.column("observed_at") == ["2017-08-25T07:58:31Z"])
    #expect(feed.column("return_date") == ["2017-10-08"])
    #expect(feed.rejected.map(\.record) == [1])
  }

  @Test("takes the stops of one way, and of both ways only where there are none")
  func takesStops() throws {
    let instant = "2024-02-02T11:00:31Z"
    let feed = try read(
      row(instant),
      row(instant, "2024-03-09"),
      row(instant, "2024-03-09", #""trip_class":1,"number_of_changes":0"#),
      row(instant, "", #""trip_class":3"#)
    )
    #expect(feed.column("stops") == ["1", "-", "0", "-"])
    #expect(feed.column("return_stops") == ["-", "-", "0", "-"])
    #expect(feed.column("cabin") == ["economy", "economy", "business", "-"])
  }

  @Test("asks for the currency, which the rows do not say")
  func asksForCurrency() {
    #expect(Feed.refusal("[\(row("2024-02-02T11:00:31Z"))]")?.flag == "--currency")
  }
}

@Suite("offers of Duffel")
struct DuffelTests {
  @Test(
    "reads an offer alone, in a list, and in requests",
    arguments: [
      "create-offer-request", "get-offer-by-id", "get-offer-by-id-with-null-payment-requirements",
      "get-offer-request-by-id", "get-offer-requests",
    ]
  )
  func readsOffers(_ name: String) throws {
    guard let feed = try shared("duffel_offers/raw/\(name).json") else { return }
    #expect(feed.format == "duffel-offers")
    #expect(
      feed.rows == [
        [
          "origin": "LHR", "destination": "JFK", "departure_date": "2020-06-13", "price": "45.00", "currency": "GBP",
          "observed_at": "2020-01-17T10:12:14Z", "fare": "itinerary", "departure_time": "16:38",
          "arrival_time": "14:04", "arrival_day_offset": "0", "duration_minutes": "146", "stops": "0",
          "carriers": "BA", "flight_numbers": "BA1234", "operating_carriers": "BA", "cabin": "economy",
          "expires_at": "2020-01-17T10:42:14Z", "source": "duffel-offers",
        ]
      ]
    )
    // The fixture arrives when it departs, which its duration contradicts.
    #expect(feed.warningCount(.arrivalDisagrees) == 1)
  }

  @Test("rejects an offer whose ways do not belong together, and one for a part of the trip")
  func rejectsOffers() throws {
    guard let twice = try shared("duffel_offers/raw/get-offers.json"),
      let part = try shared("duffel_offers/raw/create-partial-offer-request.json")
    else { return }
    #expect(twice.rejected.map(\.column) == ["legs"])
    #expect(part.rejected.map(\.column) == ["partial"])
  }

  @Test("rejects an offer for others than one adult")
  func rejectsTravellers() throws {
    guard let file = sharedFile("data/duffel_offers/raw/get-offer-by-id.json") else { return }
    let offer = String(decoding: file, as: UTF8.self)
    let child = try Feed.read(offer.replacing(#""type": "adult""#, with: #""type": "child""#))
    #expect(child.rejected.map(\.column) == ["passengers"])
  }

  @Test("does not take an offer to change an order for an offer")
  func refusesOrderChanges() {
    guard let file = sharedFile("data/duffel_offers/raw/get-order-change-offer-by-id.json") else { return }
    #expect(Feed.refusal(file)?.flag == "--format")
  }

  private func offer(_ travellers: String, _ cabins: String, duration: String) -> String {
    let flight = { (from: String, to: String, day: Int, number: Int) in
      """
      {"origin":{"iata_code":"\(from)"},"destination":{"iata_code":"\(to)"},"departing_at":"2026-09-0\(day)T08:00:00",
       "arriving_at":"2026-09-0\(day)T11:05:00","duration":null,"marketing_carrier":{"iata_code":"DY"},
       "marketing_carrier_flight_number":"\(number)","operating_carrier":{"iata_code":"D8"},
       "passengers":[{"cabin_class":"\(number == 1 ? "economy" : cabins)"}]}
      """
    }
    return """
      {"data":[{"total_amount":"91.50","total_currency":"EUR","created_at":"2026-08-01T06:00:00Z",
        "updated_at":"2026-08-01T07:00:00Z","passengers":[\(travellers)],"slices":[
          {"duration":\(duration),"segments":[\(flight("OSL", "FCO", 3, 1))]},
          {"duration":\(duration),"segments":[\(flight("FCO", "OSL", 9, 2))]}]}]}
      """
  }

  @Test("reads a return whose durations are null, with the instant of its last update")
  func readsReturn() throws {
    let feed = try Feed.read(offer(#"{"type":"adult"}"#, "business", duration: "null"))
    #expect(feed.column("return_date") == ["2026-09-09"])
    #expect(feed.column("return_flight_numbers") == ["DY2"])
    #expect(feed.column("duration_minutes") == ["185"])
    #expect(feed.column("observed_at") == ["2026-08-01T07:00:00Z"])
    #expect(feed.column("cabin") == ["-"])
    let couple = try Feed.read(offer(#"{"type":"adult"},{"type":"adult"}"#, "economy", duration: "null"))
    #expect(couple.rejected.map(\.column) == ["passengers"])
  }
}

@Suite("replies of Kiwi")
struct KiwiTests {
  private func flags(_ context: inout FeedContext) {
    context.observedAt = observed
  }

  @Test("gives ten fares on local clocks to the two airports of the city")
  func readsFlights() throws {
    guard let feed = try shared("kiwi_skypicker/raw/davidanaya_flights_PRG_PAR_2017.json", flags) else { return }
    #expect(feed.format == "kiwi-flights")
    let shown = feed.rows.map { row in
      [
        "departure_date", "departure_time", "arrival_time", "destination", "duration_minutes", "stops",
        "flight_numbers",
        "price", "currency",
      ].map { row[$0] ?? "-" }.joined(separator: " ")
    }
    #expect(
      shown == [
        "2017-07-20 20:55 22:50 ORY 115 0 TO3567 33.00 EUR", "2017-07-06 20:55 22:50 ORY 115 0 TO3567 33.00 EUR",
        "2017-09-04 20:55 22:50 ORY 115 0 TO3567 34.00 EUR", "2017-09-07 17:35 19:25 CDG 110 0 VY9497 35.00 EUR",
        "2017-11-10 16:40 18:30 CDG 110 0 VY9497 35.00 EUR", "2017-11-23 16:40 18:30 CDG 110 0 VY9497 35.00 EUR",
        "2017-11-24 16:40 18:30 CDG 110 0 VY9497 35.00 EUR", "2017-09-20 17:35 19:25 CDG 110 0 VY9497 35.00 EUR",
        "2017-10-11 17:35 19:25 CDG 110 0 VY9497 35.00 EUR", "2017-10-18 17:35 19:25 CDG 110 0 VY9497 35.00 EUR",
      ]
    )
    #expect(feed.rows.allSatisfy { $0["origin"] == "PRG" && $0["self_transfer"] == "false" })
    #expect(feed.warningCount(.arrivalDisagrees) == 0)
    guard let file = sharedFile("data/kiwi_skypicker/raw/davidanaya_flights_PRG_PAR_2017.json") else { return }
    #expect(Feed.refusal(file)?.flag == "--observed-at")
  }

  @Test("refuses prices for two travellers together, and gives a return with its stops when they are for one")
  func readsReturn() throws {
    guard let file = sharedFile("data/kiwi_skypicker/raw/sygic_flights_2017.json") else { return }
    #expect(Feed.refusal(file, flags)?.reason.contains("2 travellers") == true)
    let reply = String(decoding: file, as: UTF8.self)
    let feed = try Feed.read(reply.replacing(#""passengers": 2"#, with: #""passengers": 1"#), flags)
    let expected = [
      "origin": "PRG", "destination": "DXB", "departure_date": "2017-11-22", "return_date": "2017-11-25",
      "price": "651.00", "currency": "USD", "departure_time": "15:20", "arrival_time": "02:35",
      "arrival_day_offset": "1", "duration_minutes": "495", "stops": "1", "via": "KBP", "carriers": "PS+PS",
      "flight_numbers": "PS808+PS373", "return_departure_time": "04:05", "return_arrival_time": "14:30",
      "return_duration_minutes": "805", "return_stops": "1", "return_flight_numbers": "PS374+PS807",
      "self_transfer": "false", "fare": "itinerary",
    ]
    let row = try #require(feed.rows.first)
    #expect(row.filter { expected[$0.key] != nil } == expected)
    let recheck = reply.replacing(#""passengers": 2"#, with: #""passengers": 1"#).replacing(
      #""bags_recheck_required": false"#,
      with: #""bags_recheck_required": true"#
    )
    #expect(try Feed.read(recheck, flags).column("self_transfer") == ["true"])
  }

  @Test("rejects a time that no clock shows", arguments: ["-1", "9000000000000000000", "\"soon\"", "1.5", "null"])
  func rejectsTimes(_ time: String) throws {
    let flight = #"{"flyFrom":"PRG","flyTo":"CDG","dTime":\#(time),"aTime":1500591000,"return":0}"#
    let reply = """
      {"currency":"EUR","data":[{"flyFrom":"PRG","dTime":1,"price":33,"route":[\(flight)]}]}
      """
    #expect(try Feed.read(reply, flags).rejected.map(\.column) == ["dTime"])
  }
}

@Suite("replies of SerpApi")
struct SerpapiTests {
  private let file = "serpapi_google_flights/raw/planora_test_response.json"

  @Test("gives eight round trips by their way out, at the instant of the reply")
  func readsReply() throws {
    guard let feed = try shared(file) else { return }
    #expect(feed.format == "serpapi-google-flights")
    let shown = feed.rows.map { row in
      ["departure_time", "arrival_time", "arrival_day_offset", "duration_minutes", "stops", "flight_numbers", "price"]
        .map { row[$0] ?? "-" }.joined(separator: " ")
    }
    #expect(
      shown == [
        "18:20 21:30 0 130 0 VY7825 199.00", "20:25 23:35 0 130 0 VY7821 199.00", "21:45 00:55 1 130 0 VY7829 199.00",
        "16:55 20:10 0 135 0 VY6026 343.00", "21:15 19:20 1 1265 2 TP1331+TP1921+TP1036 491.00",
        "21:15 19:20 1 1265 2 TP1331+TP1925+TP1036 491.00", "21:15 19:20 1 1265 2 TP1331+TP1923+TP1036 491.00",
        "18:40 08:50 1 790 1 LX433+LX1952 492.00",
      ]
    )
    let same = [
      "origin": "LGW", "destination": "BCN", "departure_date": "2025-05-04", "return_date": "2025-05-10",
      "currency": "GBP", "cabin": "economy", "observed_at": "2025-05-04T13:38:03Z", "fare": "itinerary",
      "source": "serpapi-google-flights",
    ]
    #expect(feed.rows.allSatisfy { row in row.filter { same[$0.key] != nil } == same })
    #expect(feed.rows.allSatisfy { $0["return_stops"] == nil && $0["complete"] == nil })
  }

  private func reply(_ search: String = "", type: String = "One way", _ more: String = "") -> String {
    let flight = """
      {"departure_airport":{"id":"LGW","time":"2025-05-04 18:20"},"arrival_airport":{"id":"BCN","time":"2025-05-04 21:30"},
       "duration":130,"travel_class":"Premium economy","flight_number":"VY 7825"}
      """
    return """
      {"search_metadata":{"created_at":"2025-05-04 13:38:03 UTC"},
       "search_parameters":{"engine":"google_flights","currency":"GBP"\(search)},
       "other_flights":[{"flights":[\(flight)],"total_duration":130,"type":"\(type)"\(more)}]}
      """
  }

  @Test("keeps a fare without a price, reads one way, and the cabin of its flights")
  func readsOneWay() throws {
    let feed = try Feed.read(reply())
    #expect(feed.column("price") + feed.column("return_date") == ["-", "-"])
    #expect(feed.column("cabin") == ["premium_economy"])
    #expect(feed.column("observed_at") == ["2025-05-04T13:38:03Z"])
    #expect(try Feed.read(reply("", type: "One way", #","price":88"#)).column("price") == ["88.00"])
  }

  @Test("rejects a round trip without its day back, and a trip of several cities")
  func rejectsTypes() throws {
    #expect(try Feed.read(reply(type: "Round trip")).rejected.map(\.column) == ["return_date"])
    #expect(try Feed.read(reply(type: "Multi-city")).rejected.map(\.column) == ["type"])
  }

  @Test("refuses prices for several travellers and ways back without their way out")
  func refusesReplies() {
    #expect(Feed.refusal(reply(#","adults":1"#)) == nil)
    #expect(Feed.refusal(reply(#","adults":"2""#))?.reason.contains("2 travellers") == true)
    #expect(Feed.refusal(reply(#","adults":1,"children":1"#))?.reason.contains("2 travellers") == true)
    #expect(Feed.refusal(reply(#","departure_token":"x""#))?.reason.contains("ways back") == true)
    #expect(Feed.refusal(reply().replacing(" UTC", with: ""))?.flag == "--observed-at")
  }
}
