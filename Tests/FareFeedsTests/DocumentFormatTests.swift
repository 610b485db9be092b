import FareFeeds
import FareModel
import Foundation
import Support
import Testing

/// The rows of a shared CSV by column; its fields hold no newline.
private func table(_ path: String) -> [[String: String]]? {
  guard let bytes = sharedFile(path) else { return nil }
  let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(fields)
  return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)).filter { !$0.value.isEmpty } }
}

private func fields(_ line: Substring) -> [String] {
  line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().reduce(into: [""]) { fields, part in
    let isQuoted = part.offset % 2 == 1
    let pieces = isQuoted ? [part.element] : part.element.split(separator: ",", omittingEmptySubsequences: false)
    fields[fields.count - 1] += pieces[0]
    fields += pieces.dropFirst().map(String.init)
  }
}

/// What `expected_canonical.csv` says of a row, from a row that was read; a minor unit is a hundredth in these files.
private func canonical(_ row: [String: String]) -> [String: String] {
  var canonical: [String: String] = [:]
  for (theirs, ours) in [
    ("origin", "origin"), ("destination", "destination"), ("return_date", "return_date"), ("stops", "stops"),
    ("duration_min", "duration_minutes"), ("marketing_carriers", "carriers"), ("flight_numbers", "flight_numbers"),
    ("operating_carriers", "operating_carriers"), ("currency", "currency"),
  ] { canonical[theirs] = row[ours] }
  canonical["price_minor"] = row["price"].map { $0.replacing(".", with: "") }
  let date = row["departure_date"].flatMap(Day.init(_:))
  canonical["departure_local"] = [row["departure_date"], row["departure_time"]].compactMap(\.self).joined(
    separator: "T"
  )
  if let date, let time = row["arrival_time"], let offset = row["arrival_day_offset"].flatMap({ Int($0) }) {
    canonical["arrival_local"] = "\(date.advanced(by: offset))T\(time)"
  }
  return canonical
}

private func compared(_ row: [String: String]) -> [String: String] {
  row.filter { !["source", "cabin", "observed_at_utc", "note"].contains($0.key) }
}

private func sorted(_ rows: [[String: String]]) -> [String] {
  rows.map { row in row.keys.sorted().map { "\($0)=\(row[$0] ?? "")" }.joined(separator: " ") }.sorted()
}

/// The first rows of which one side has more than the other; none when both have the same rows.
private func differences(_ rows: [[String: String]], _ expected: [[String: String]]) -> [String] {
  sorted(rows).difference(from: sorted(expected)).prefix(3).map { "\($0)" }
}

private let observed = Instant(rawValue: 1_700_000_000)

@Suite("replies of Skyscanner")
struct SkyscannerTests {
  @Test("gives every itinerary of the live replies, column by column")
  func readsLiveReplies() throws {
    guard let expected = table("data/skyscanner_live_v3/expected_canonical.csv"),
      let folder = SharedData.path("data/skyscanner_live_v3/raw")
    else { return }
    var rows: [[String: String]] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let feed = try Feed.read(path: "\(folder)/\(name)") {
        $0.observedAt = observed
        $0.currency = CurrencyCode("EUR")
      }
      #expect(feed.format == "skyscanner-live")
      #expect(feed.rejected.isEmpty)
      #expect(feed.warnings.isEmpty)
      #expect(feed.records == Array(1...10))
      rows += feed.rows
    }
    #expect(differences(rows.map(canonical), expected.map(compared)) == [])
    let transfers = expected.count { $0["note"] == "TRANSFER_TYPE_PROTECTED_SELF_TRANSFER" }
    #expect(rows.count { $0["self_transfer"] == "true" } == transfers)
    #expect(rows.allSatisfy { $0["complete"] == nil && $0["fare"] == "itinerary" && $0["source"] == "skyscanner-live" })
    #expect(rows.allSatisfy { ($0["segments"] == nil) == ($0["stops"] == "0") })
  }

  /// A reply with one itinerary there and back, whose options are `options`.
  private func reply(status: String = "RESULT_STATUS_COMPLETE", back: String = "2", _ options: String) -> String {
    let time = { (day: Int, hour: Int) in
      #"{"year":2026,"month":9,"day":\#(day),"hour":\#(hour),"minute":5,"second":0}"#
    }
    let segment = { (from: String, to: String, day: Int, number: String) in
      """
      {"originPlaceId":"\(from)","destinationPlaceId":"\(to)","departureDateTime":\(time(day, 8)),
       "arrivalDateTime":\(time(day, 11)),"durationInMinutes":180,"marketingFlightNumber":"\(number)",
       "marketingCarrierId":"c","operatingCarrierId":"c"}
      """
    }
    let leg = { (id: String) in #"{"durationInMinutes":180,"stopCount":0,"segmentIds":["\#(id)"]}"# }
    return """
      {"status":"\(status)","content":{"results":{
        "itineraries":{"i":{"legIds":["out","back"],"pricingOptions":[\(options)]}},
        "legs":{"out":\(leg("s1")),"back":\(leg("s2"))},
        "segments":{"s1":\(segment("1", "2", 3, "0042")),"s2":\(segment(back, "1", 9, "43"))},
        "places":{"1":{"iata":"OSL"},"2":{"iata":"FCO"},"3":{"iata":"CIA"},"4":{"iata":"MXP"}},
        "carriers":{"c":{"iata":"dy"}}}}}
      """
  }

  private func option(_ amount: String, _ type: String, _ link: String, unit: String = "MILLI") -> String {
    """
    {"price":{"amount":"\(amount)","unit":"PRICE_UNIT_\(unit)"},"transferType":"TRANSFER_TYPE_\(type)",
     "items":[{"deepLink":""},{"deepLink":"\(link)"}]}
    """
  }

  private func read(_ reply: String, currency: String = "EUR") throws -> Feed {
    try Feed.read(reply) {
      $0.observedAt = observed
      $0.currency = CurrencyCode(currency)
      $0.cabin = .economy
    }
  }

  @Test("takes the cheapest option that has a price, with its transfer and its link")
  func takesCheapestOption() throws {
    let options = [
      option("", "MANAGED", "a"), option("90010", "MANAGED", "b"), option("88500", "SELF_TRANSFER", "c"),
      option("88500", "MANAGED", "d"),
    ]
    let feed = try read(reply(options.joined(separator: ",")))
    #expect(
      feed.rows == [
        [
          "origin": "OSL", "destination": "FCO", "departure_date": "2026-09-03", "price": "88.50", "currency": "EUR",
          "observed_at": "2023-11-14T22:13:20Z", "fare": "itinerary", "return_date": "2026-09-09",
          "departure_time": "08:05", "arrival_time": "11:05", "arrival_day_offset": "0", "duration_minutes": "180",
          "stops": "0", "carriers": "DY", "flight_numbers": "DY42", "operating_carriers": "DY",
          "return_departure_time": "08:05", "return_arrival_time": "11:05", "return_arrival_day_offset": "0",
          "return_duration_minutes": "180", "return_stops": "0", "return_carriers": "DY",
          "return_flight_numbers": "DY43",
          "return_operating_carriers": "DY", "cabin": "economy", "self_transfer": "true", "complete": "true",
          "source": "skyscanner-live", "deep_link": "c",
        ]
      ]
    )
  }

  @Test("takes a reply for a complete look only when it says that it is complete")
  func tellsCompleteReplies() throws {
    for (status, complete) in [("RESULT_STATUS_COMPLETE", "true"), ("RESULT_STATUS_INCOMPLETE", "-"), ("X", "-")] {
      #expect(try read(reply(status: status, option("1000", "MANAGED", ""))).column("complete") == [complete])
    }
  }

  @Test("keeps an itinerary without a priced option as unpriced")
  func keepsUnpriced() throws {
    #expect(try read(reply(option("", "MANAGED", ""))).column("price") == ["-"])
    #expect(try read(reply("")).column("price") == ["-"])
  }

  @Test(
    "reads amounts exactly by their unit and the currency's decimals",
    arguments: [
      ("500", "WHOLE", "JPY", "500"), ("50000", "CENTI", "JPY", "500"), ("12345", "MILLI", "KWD", "12.345"),
      ("12340000", "MICRO", "EUR", "12.34"),
    ]
  )
  func readsAmounts(_ amount: String, _ unit: String, _ currency: String, _ expected: String) throws {
    let feed = try read(reply(option(amount, "MANAGED", "", unit: unit)), currency: currency)
    #expect(feed.column("price") == [expected])
  }

  @Test(
    "rejects an amount with more decimals than the currency has, or of an unknown unit",
    arguments: [("12345", "MILLI"), ("1e3", "MILLI"), ("-5", "MILLI"), ("5", "UNSPECIFIED")]
  )
  func rejectsAmounts(_ amount: String, _ unit: String) throws {
    let feed = try read(reply(option(amount, "MANAGED", "", unit: unit)))
    #expect(feed.rows.isEmpty)
    #expect(feed.rejected.count == 1)
  }

  @Test("takes a way back from another airport of the city, tells of it in the segments, and rejects another city")
  func checksTheWayBack() throws {
    let feed = try read(reply(back: "3", option("1000", "MANAGED", "")))
    #expect(
      feed.column("return_segments") == [
        #"[{"origin":"CIA","destination":"OSL","departs_at":"2026-09-09T08:05","arrives_at":"2026-09-09T11:05","#
          + #""duration_minutes":180,"carrier":"DY","flight_number":"DY43","operating_carrier":"DY"}]"#
      ]
    )
    let elsewhere = try read(reply(back: "4", option("1000", "MANAGED", "")))
    #expect(elsewhere.rejected.map(\.column) == ["legs"])
  }

  @Test("gives every day of a price calendar, and an unpriced look at each day that it leaves out")
  func readsCalendar() throws {
    guard let file = sharedFile("data/skyscanner_calendar_groups/price_calendar_BOM_JFK.json"),
      let expected = table("data/skyscanner_calendar_groups/price_calendar_BOM_JFK.csv")
    else { return }
    let feed = try Feed.read(file) {
      $0.origin = PlaceCode("BOM")
      $0.destination = PlaceCode("JFK")
    }
    #expect(feed.format == "skyscanner-calendar")
    #expect(feed.rowsRead == 244)
    #expect(feed.rows.count == 359)
    #expect(feed.records == Array(1...244) + (1...115).map { -$0 })
    let days = feed.rows.prefix(244).map { "\($0["departure_date"] ?? "") \($0["price"] ?? "")" }
    #expect(days == expected.map { row in "\(row["day"] ?? "") \(decimals(row["price"] ?? ""))" })
    #expect(feed.rows.suffix(115).allSatisfy { $0["price"] == nil })
    #expect(Set(feed.column("departure_date")).count == 359)
    #expect(feed.rows.allSatisfy { $0["complete"] == "true" && $0["fare"] == "day" && $0["currency"] == "USD" })
    #expect(Set(feed.column("observed_at")) == ["2023-08-02T20:51:06Z"])
  }

  private func decimals(_ price: String) -> String {
    let parts = price.split(separator: ".")
    return parts[0] + "." + (parts.count > 1 ? parts[1] : "").padding(toLength: 2, withPad: "0", startingAt: 0)
  }

  private let page = #"{"timestamp":1691009466416,"data":{"flights":{"groups":[],"days":[DAYS]}}}"#

  @Test("names the flag that gives what a calendar does not say")
  func namesFlags() {
    let page = page.replacing("DAYS", with: "")
    #expect(Feed.refusal(page)?.flag == "--origin")
    #expect(Feed.refusal(page) { $0.origin = PlaceCode("BOM") }?.flag == "--destination")
    let route = { (context: inout FeedContext) in
      (context.origin, context.destination) = (PlaceCode("BOM"), PlaceCode("JFK"))
    }
    #expect(Feed.refusal(page, route)?.flag == "--currency")
    #expect(Feed.refusal(page.replacing("\"timestamp\":1691009466416,", with: ""), route)?.flag == "--observed-at")
    #expect(Feed.refusal(reply(""))?.flag == "--currency")
    #expect(Feed.refusal(reply("")) { $0.currency = CurrencyCode("EUR") }?.flag == "--observed-at")
  }

  @Test("rejects a day that is none, and refuses a page of more days than a calendar has")
  func boundsCalendars() throws {
    let flags = { (context: inout FeedContext) in
      (context.origin, context.destination) = (PlaceCode("BOM"), PlaceCode("JFK"))
      context.currency = CurrencyCode("USD")
    }
    let days = #"{"day":"2024-02-30","price":1},{"day":"2024-02-28","price":0},{"day":"2024-03-01","price":null}"#
    let feed = try Feed.read(page.replacing("DAYS", with: days), flags)
    #expect(feed.rejected.map(\.record) == [1])
    #expect(feed.column("departure_date") == ["2024-02-28", "2024-03-01", "2024-02-29"])
    #expect(feed.records == [2, 3, -1])
    #expect(feed.column("price") == ["-", "-", "-"])
    let far = #"{"day":"2024-01-01","price":1},{"day":"9999-01-01","price":1}"#
    #expect(Feed.refusal(page.replacing("DAYS", with: far), flags)?.reason.contains("more than 800 days") == true)
  }
}

@Suite("replies of Amadeus")
struct AmadeusTests {
  @Test("gives every pair of dates with its total, column by column")
  func readsFlightDates() throws {
    guard let expected = table("data/amadeus_openapi/expected_canonical.csv"),
      let file = sharedFile("data/amadeus_openapi/raw/FlightCheapestDateSearch_0.json")
    else { return }
    let feed = try Feed.read(file) { $0.observedAt = observed }
    #expect(feed.format == "amadeus-flight-dates")
    #expect(feed.rejected.isEmpty)
    #expect(feed.rowsRead == 753)
    #expect(differences(feed.rows.map(canonical), expected.map(compared)) == [])
    #expect(feed.rows.allSatisfy { $0["fare"] == "day" && $0["complete"] == nil })
    #expect(Feed.refusal(file)?.flag == "--observed-at")
  }

  @Test("reads a date without a return as one way, and takes the currency from the flag only when it is not said")
  func readsOneWays() throws {
    let data =
      #"{"type":"flight-date","origin":"MAD","destination":"MUC","departureDate":"2026-07-29","price":{"total":"98.5"}}"#
    let flags = { (context: inout FeedContext) in
      context.observedAt = observed
      context.currency = CurrencyCode("USD")
    }
    let said = try Feed.read("{\"data\":[\(data)],\"meta\":{\"currency\":\"EUR\"}}", flags)
    #expect(said.column("currency") == ["EUR"])
    #expect(said.column("return_date") == ["-"])
    #expect(said.column("price") == ["98.50"])
    #expect(try Feed.read("{\"data\":[\(data)]}", flags).column("currency") == ["USD"])
    #expect(Feed.refusal("{\"data\":[\(data)]}") { $0.observedAt = observed }?.flag == "--currency")
  }

  @Test("reads offers with their flights, elapsed times, and the price for one adult")
  func readsOffers() throws {
    guard let file = sharedFile("data/amadeus_openapi/raw/amadeus-java_flight_search_offer_response_ok.json") else {
      return
    }
    let feed = try Feed.read(file) {
      $0.observedAt = observed
      $0.cabin = .first
    }
    #expect(feed.format == "amadeus-flight-offers")
    #expect(feed.rejected.isEmpty)
    let row = try #require(feed.rows.first)
    let expected = [
      "origin": "GIG", "destination": "MAD", "departure_date": "2020-08-01", "return_date": "2020-08-05",
      // The offer is for an adult and a child, 3842.10 together.
      "price": "2178.55", "currency": "USD", "fare": "itinerary", "departure_time": "21:50", "arrival_time": "18:45",
      "arrival_day_offset": "1", "duration_minutes": "955", "stops": "1", "via": "LHR", "carriers": "BA+BA",
      "flight_numbers": "BA248+BA462", "operating_carriers": "BA+BA", "return_departure_time": "23:55",
      "return_arrival_time": "08:30", "return_arrival_day_offset": "1", "return_duration_minutes": "815",
      "return_stops": "1", "return_via": "GRU", "return_carriers": "IB+LA", "return_flight_numbers": "IB6827+LA4508",
      "observed_at": "2023-11-14T22:13:20Z", "source": "amadeus-flight-offers",
    ]
    #expect(row.filter { !["segments", "return_segments"].contains($0.key) } == expected)
    #expect(
      row["return_segments"]
        == #"[{"origin":"MAD","destination":"GRU","departs_at":"2020-08-05T23:55","arrives_at":"2020-08-06T05:40","#
        + #""duration_minutes":645,"carrier":"IB","flight_number":"IB6827","operating_carrier":"IB"},"#
        + #"{"origin":"GRU","destination":"GIG","departs_at":"2020-08-06T07:30","arrives_at":"2020-08-06T08:30","#
        + #""duration_minutes":60,"carrier":"LA","flight_number":"LA4508"}]"#
    )
    #expect(feed.column("return_duration_minutes") == ["815", "1145"])
  }

  @Test(
    "reads the other replies that hold offers",
    arguments: [
      ("FlightOffersSearch_1.json", 2), ("FlightOffersSearch_2.json", 2), ("FlightOffersPrice_0.json", 1),
      ("BrandedFaresUpsell_1.json", 5),
    ]
  )
  func readsOtherReplies(_ name: String, _ count: Int) throws {
    guard let file = sharedFile("data/amadeus_openapi/raw/\(name)") else { return }
    let feed = try Feed.read(file) { $0.observedAt = observed }
    #expect(feed.format == "amadeus-flight-offers")
    #expect(feed.rejected.isEmpty)
    #expect(feed.rows.count == count)
    #expect(feed.rows.allSatisfy { $0["price"] != nil && $0["cabin"] != nil && $0["duration_minutes"] != nil })
  }

  private func offer(_ segments: String, duration: String = "PT3H") -> String {
    """
    {"data":[{"type":"flight-offer","itineraries":[{"duration":"\(duration)","segments":[\(segments)]}],
      "price":{"currency":"EUR","total":"90.00","grandTotal":"100.00"}}]}
    """
  }

  private func segment(_ from: String, _ departure: String, _ to: String, _ arrival: String) -> String {
    """
    {"departure":{"iataCode":"\(from)","at":"2026-09-\(departure):00"},
     "arrival":{"iataCode":"\(to)","at":"2026-09-\(arrival):00"},"carrierCode":"SK","number":"7","numberOfStops":1}
    """
  }

  @Test(
    "reads elapsed times as ISO 8601 writes them, and works out the ones that it cannot read",
    arguments: [
      ("PT3H", "180"), ("PT180M", "180"), ("P0DT3H0M0S", "180"), ("PT2H60M", "180"), ("", "185"), ("PT", "185"),
      ("3H", "185"), ("P1M", "185"), ("PT3H5", "185"), ("PT5M3H", "185"), ("PT1S", "185"),
    ]
  )
  func readsElapsedTimes(_ duration: String, _ minutes: String) throws {
    let feed = try Feed.read(offer(segment("OSL", "03T08:00", "FCO", "03T11:05"), duration: duration)) {
      $0.observedAt = observed
    }
    #expect(feed.column("duration_minutes") == [minutes])
    #expect(feed.column("stops") == ["1"])
    #expect(feed.column("price") == ["100.00"])
    #expect(feed.column("flight_numbers") == ["SK7"])
  }

  @Test("rejects flights that do not follow each other in place or time")
  func rejectsBrokenLegs() throws {
    let first = segment("OSL", "03T08:00", "CPH", "03T09:15")
    for second in [segment("ARN", "03T11:00", "FCO", "03T14:00"), segment("CPH", "03T09:00", "FCO", "03T11:30")] {
      let feed = try Feed.read(offer("\(first),\(second)")) { $0.observedAt = observed }
      #expect(feed.rejected.map(\.column) == ["segments"])
    }
    let feed = try Feed.read(offer("")) { $0.observedAt = observed }
    #expect(feed.rejected.map(\.reason) == ["are missing"])
  }
}
