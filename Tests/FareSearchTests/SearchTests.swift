import FareModel
import Support
import Testing

@Suite("Searches")
struct SearchTests {
  private static let question = "origin=KEF destination=LHR departure_date=2026-09-10"

  private static func fares(_ add: (inout FareList) -> Void) -> FareList {
    var fares = FareList()
    add(&fares)
    return fares
  }

  /// An itinerary fare from KEF to LHR on the day that the question asks for.
  private static func add(
    _ price: String,
    _ flight: String,
    to fares: inout FareList,
    seen: String = "2026-08-01T06:00Z",
    _ adjust: @escaping (inout FareList.Details) -> Void = { _ in }
  ) {
    fares.add("KEF-LHR 2026-09-10 \(price) EUR \(seen)") { details in
      details.kind = .itinerary
      details.flights = flight
      details.carriers = flight.split(separator: "+").map { String($0.prefix(2)) }.joined(separator: "+")
      details.stops = Int8(flight.split(separator: "+").count - 1)
      details.minutes = 180
      details.departs = "09:00"
      adjust(&details)
    }
  }

  @Test("answer with the whole object, to the byte")
  func wholeText() throws {
    let fares = Self.fares { fares in
      Self.add("99.50", "FI450", to: &fares) { details in
        (details.arrives, details.stops, details.cabin) = ("12:00", 0, .economy)
        details.link = "https://example.org/fi450"
      }
    }
    #expect(
      try Asking(fares).json(.search, Self.question)
        == """
        {"origin":"KEF","destination":"LHR","departure_date":"2026-09-10","trip":"one_way","trade_off":0,\
        "currency":"EUR","as_of":"2026-08-01T12:00:00Z","coverage":"covered","itineraries":[{\
        "id":"ID","price_minor":9950,"price":"99.50","display":"€99.50","currency":"EUR",\
        "duration_minutes":180,"stops":0,"self_transfer":false,"dominated":false,\
        "scores":{"best":1,"cheapest":1,"fastest":1},"legs":[{"origin":"KEF","destination":"LHR",\
        "departs_at":"2026-09-10T09:00","arrives_at":"2026-09-10T12:00","day_offset":0,"duration_minutes":180,\
        "stops":0,"via":[],"segments":[{"origin":"KEF","destination":"LHR","departs_at":"2026-09-10T09:00",\
        "arrives_at":"2026-09-10T12:00","duration_minutes":180,"carrier":"FI","carrier_name":"Icelandair",\
        "flight_number":"FI450","operating_carrier":null}]}],"offers":[{"price_minor":9950,"price":"99.50",\
        "display":"€99.50","currency":"EUR","cabin":"economy","self_transfer":null,\
        "observed_at":"2026-08-01T06:00:00Z","age_hours":6,"source":"feed",\
        "deep_link":"https://example.org/fi450"}],"band":null,"observed_at":"2026-08-01T06:00:00Z","age_hours":6,\
        "source":"feed","deep_link":"https://example.org/fi450"}],"tabs":{"best":{"id":"ID",\
        "price_minor":9950,"duration_minutes":180},"cheapest":{"id":"ID","price_minor":9950,\
        "duration_minutes":180},"fastest":{"id":"ID","price_minor":9950,"duration_minutes":180}},\
        "stats":{"by_stops":[{"stops":0,"count":1,"price_minor":9950,"price":"99.50","display":"€99.50"}],\
        "by_carrier":[{"carrier":"FI","name":"Icelandair","count":1,"price_minor":9950,"price":"99.50",\
        "display":"€99.50"}]},"removed":{},"total":1,"next_cursor":null}
        """.replacing("ID", with: Asking(fares).search(Self.question).itineraries[0].id)
    )
  }

  @Test("merge the same flights of several sources into one itinerary, whose price is the least")
  func offers() throws {
    let fares = Self.fares { fares in
      Self.add("120.00", "FI450", to: &fares) { $0.source = "first" }
      Self.add("110.00", "FI450", to: &fares) { details in
        (details.source, details.minutes, details.departs, details.carriers) = ("second", nil, nil, nil)
      }
      Self.add("90.00", "FI450", to: &fares) { ($0.source, $0.cabin) = ("third", .business) }
      Self.add("115.00", "FI452", to: &fares) { $0.source = "first" }
    }
    let answer = try Asking(fares).search(Self.question + " order=cheapest")
    #expect(answer.itineraries.map { $0.offers.map(\.source) } == [["third"], ["second", "first"], ["first"]])
    #expect(answer.itineraries.map(\.priceMinor) == [9000, 11_000, 11_500])
    // What the cheaper source does not know, the other one tells.
    #expect(answer.itineraries[1].durationMinutes == 180)
    #expect(answer.byCarrier.map(\.count) == [3])
  }

  @Test("count every itinerary that filters remove under the first that does, and let nothing unknown pass")
  func filters() throws {
    let fares = Self.fares { fares in
      Self.add("100.00", "FI450", to: &fares) { ($0.arrives, $0.cabin) = ("12:00", .economy) }
      Self.add("100.00", "BA801+BA1", to: &fares) { details in
        (details.via, details.minutes, details.departs, details.arrives) = ("DUB", 400, "07:00", "15:00")
        (details.isSelfTransfer, details.cabin) = (true, .business)
      }
      Self.add("200.00", "EI1", to: &fares, seen: "2026-07-20T06:00Z") { details in
        (details.stops, details.minutes, details.departs, details.carriers) = (nil, nil, nil, nil)
      }
    }
    let asking = Asking(fares)
    let expected: [(String, [Int64], String)] = [
      ("max_age_hours=24", [10_000, 10_000], "max_age_hours:1"), ("cabin=economy", [10_000], "cabin:2"),
      ("direct_only=true", [10_000], "direct_only:2"), ("max_stops=1", [10_000, 10_000], "max_stops:1"),
      ("carriers=BA", [10_000], "carriers:2"), ("exclude_carriers=BA", [10_000], "exclude_carriers:2"),
      ("departure_after=08:00", [10_000], "departure_after:2"),
      ("departure_before=08:00", [10_000], "departure_before:2"),
      ("arrival_after=13:00", [10_000], "arrival_after:2"), ("arrival_before=13:00", [10_000], "arrival_before:2"),
      ("max_duration_minutes=300", [10_000], "max_duration_minutes:2"),
      ("self_transfer=false", [10_000], "self_transfer:2"),
      ("via=DUB,AMS", [10_000], "via:2"), ("exclude_via=DUB", [10_000], "exclude_via:2"),
      ("max_price_minor=10000", [10_000, 10_000], "max_price_minor:1"),
      ("direct_only=true max_age_hours=24", [10_000], "max_age_hours:1 direct_only:1"),
    ]
    for (filter, prices, removed) in expected {
      let answer = try asking.search("\(Self.question) order=cheapest \(filter)")
      #expect(answer.itineraries.map(\.priceMinor) == prices, "\(filter)")
      let counts = FareFilter.allCases.compactMap { name in answer.removed[name].map { "\(name.rawValue):\($0)" } }
      #expect(counts.joined(separator: " ") == removed, "\(filter)")
      #expect(answer.total + answer.removed.values.reduce(0, +) == 3)
    }
  }

  @Test("combine two one-ways when the way back leaves after the way out lands, on the clocks of the places")
  func combining() throws {
    var fares = FareList()
    func add(
      _ route: String,
      _ day: String,
      _ flight: String,
      _ departs: String?,
      _ arrives: String?,
      _ offset: Int8 = 0
    ) {
      fares.add("\(route) \(day) 50.00 EUR 2026-08-01T06:00Z") { details in
        (details.kind, details.flights, details.stops, details.minutes) = (.itinerary, flight, 0, 180)
        (details.departs, details.arrives, details.dayOffset) = (departs, arrives, offset)
      }
    }
    add("KEF-LHR", "2026-09-10", "FI1", "08:00", "12:00")
    add("KEF-LHR", "2026-09-10", "FI3", "22:00", "02:00", 1)
    add("KEF-LHR", "2026-09-10", "FI5", nil, nil)
    add("LHR-KEF", "2026-09-10", "FI2", "12:30", "14:30")
    add("LHR-KEF", "2026-09-10", "FI4", nil, nil)
    add("LHR-KEF", "2026-09-11", "FI6", "01:00", "03:00")
    add("LHR-KEF", "2026-09-11", "FI8", nil, nil)
    let asking = Asking(fares)
    func pairs(_ day: String) throws -> [String] {
      let answer = try asking.search("\(Self.question) return_date=\(day) combine=true")
      #expect(answer.itineraries.allSatisfy { $0.isCombined && $0.priceMinor == 10_000 && $0.offers.count == 2 })
      return answer.itineraries.map { $0.legs.compactMap { $0.segments.first?.flightNumber }.joined(separator: "-") }
        .sorted()
    }
    #expect(try pairs("2026-09-10") == ["FI1-FI2"])
    #expect(try pairs("2026-09-11") == ["FI1-FI6", "FI1-FI8", "FI3-FI8", "FI5-FI6", "FI5-FI8"])
    #expect(try asking.search("\(Self.question) return_date=2026-09-11").total == 0)
  }

  @Test(
    "are refused when something is wrong, and the error says what",
    arguments: [
      ("departure_date=2026-07-31", "departure_date", "as_of"),
      ("return_date=2026-09-09", "return_date", "not before departure_date"),
      ("destination=KEF", "destination", "same_city"),
      ("destination=RKV origin=REK", "destination", "same_city"), ("max_stops=-1", "max_stops", "from 0 to 8"),
      ("max_stops=9", "max_stops", "from 0 to 8"), ("trade_off=7", "trade_off", "from -6 to 6"),
      ("trade_off=1 order=best", "trade_off", "either"), ("carriers=BAW", "carriers", "two-character"),
      ("carriers=1B", "carriers", "known carriers"), ("combine=true", "combine", "return_date"),
      ("return_departure_after=10:00", "return_departure_after", "way back"),
      ("departure_after=24:00", "departure_after", "HH:MM"),
      ("via=LO", "via", "three-letter"), ("cursor=abc", "cursor", "next_cursor"),
      ("limit=1001", "limit", "from 1 to 1000"),
    ]
  )
  func wrongQuestions(_ parameters: String, _ parameter: String, _ expected: String) throws {
    let given = parameters.split(separator: " ").map(String.init)
    let names = given.map { $0.prefix { $0 != "=" } }
    let kept = Self.question.split(separator: " ").map(String.init).filter { !names.contains($0.prefix { $0 != "=" }) }
    let fares = Self.fares { Self.add("100.00", "FI450", to: &$0) }
    let error = try Self.error(Asking(fares), (kept + given).joined(separator: " "))
    #expect(error?.parameter == parameter)
    #expect(error?.expected.contains(expected) == true, "\(error?.expected ?? "")")
  }

  @Test("name the nearest of an unknown carrier and of an unknown filter")
  func nearest() throws {
    let fares = Self.fares { Self.add("100.00", "FI450", to: &$0) }
    #expect(try Self.error(Asking(fares), Self.question + " carriers=1B")?.nearest.isEmpty == false)
    #expect(try Self.error(Asking(fares), Self.question + " max_stop=1")?.nearest == ["max_stops"])
    // A carrier that only the fares know is none of the unknown.
    let own = Self.fares { Self.add("100.00", "1B7", to: &$0) }
    #expect(try Asking(own).search(Self.question + " carriers=1B").total == 1)
  }

  @Test("take a cursor of their own question only, whose instant it pins")
  func cursors() throws {
    let fares = Self.fares { fares in
      for number in 1...3 { Self.add("10\(number).00", "FI\(number)", to: &fares) }
    }
    let first = try Asking(fares).search(Self.question + " limit=2")
    let cursor = try #require(first.nextPosition).description
    var later = fares
    Self.add("1.00", "FI9", to: &later, seen: "2026-08-01T18:00Z")
    let second = try Asking(later, now: "2026-08-02T12:00:00Z").search("\(Self.question) limit=2 cursor=\(cursor)")
    #expect(second.asOf == first.asOf)
    #expect(second.itineraries.map(\.priceMinor) == [10_300] && second.nextPosition == nil)
    let other = try Self.error(Asking(fares), "\(Self.question) max_stops=1 cursor=\(cursor)")
    #expect(other?.parameter == "cursor")
    #expect(
      try Self.error(Asking(fares), "\(Self.question) as_of=2026-08-01T11:00Z cursor=\(cursor)")?.parameter == "cursor"
    )
  }

  private static func error(_ asking: Asking, _ parameters: String) throws -> ArgumentError? {
    do {
      guard case .argument(let error)? = try asking.fault(.search, parameters) else { return nil }
      return error
    } catch let error as ArgumentError {
      return error
    }
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    var text = self
    while let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
    return text
  }
}
