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

  @Test("answer with the whole object, to the byte")
  func wholeText() throws {
    let fares = Self.fares { fares in
      fares.addFlight("99.50", "FI450") { details in
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
        "display":"€99.50"}]},"bands":{"rule":"quartiles","reference":"horizon","sample_size":1,"low_below":null,\
        "high_above":null,"counts":{"low":0,"avg":0,"high":0},"reason":"too_few_days"},"removed":{},"total":1,"next_cursor":null}
        """.replacing("ID", with: Asking(fares).search(Self.question).itineraries[0].id)
    )
  }

  @Test("count every itinerary that filters remove under the first that does, and let nothing unknown pass")
  func filters() throws {
    let fares = Self.fares { fares in
      fares.addFlight("100.00", "FI450") { ($0.arrives, $0.cabin) = ("12:00", .economy) }
      fares.addFlight("100.00", "BA801+BA1") { details in
        (details.via, details.minutes, details.departs, details.arrives) = ("DUB", 400, "07:00", "15:00")
        (details.isSelfTransfer, details.cabin) = (true, .business)
      }
      fares.addFlight("200.00", "EI1", seen: "2026-07-20T06:00Z") { details in
        (details.stops, details.minutes, details.departs, details.carriers) = (nil, nil, nil, nil)
      }
    }
    let asking = Asking(fares)
    let expected: [(String, [Int64], String)] = [
      ("max_age_hours=24", [10_000, 10_000], "max_age_hours:1"), ("cabin=economy", [10_000], "cabin:2"),
      ("direct_only=true", [10_000], "direct_only:2"), ("max_stops=1", [10_000, 10_000], "max_stops:1"),
      ("carriers=BA", [10_000], "carriers:2"), ("exclude_carriers=BA", [10_000, 20_000], "exclude_carriers:1"),
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
    let fares = Self.fares { $0.addFlight("100.00", "FI450") }
    let error = try Self.error(Asking(fares), (kept + given).joined(separator: " "))
    #expect(error?.parameter == parameter)
    #expect(error?.expected.contains(expected) == true, "\(error?.expected ?? "")")
  }

  @Test("name the nearest of an unknown carrier and of an unknown filter")
  func nearest() throws {
    let fares = Self.fares { $0.addFlight("100.00", "FI450") }
    #expect(try Self.error(Asking(fares), Self.question + " carriers=1B")?.nearest.isEmpty == false)
    #expect(try Self.error(Asking(fares), Self.question + " max_stop=1")?.nearest == ["max_stops"])
    // A carrier that only the fares know is none of the unknown.
    let own = Self.fares { $0.addFlight("100.00", "1B7") }
    #expect(try Asking(own).search(Self.question + " carriers=1B").total == 1)
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
