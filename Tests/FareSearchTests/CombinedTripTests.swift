import FareModel
import Support
import Testing

@Suite("Combined trips")
struct CombinedTripTests {
  private static let question = "origin=KEF destination=LHR departure_date=2026-09-10"

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
      return answer.flights.sorted()
    }
    #expect(try pairs("2026-09-10") == ["FI1-FI2"])
    #expect(try pairs("2026-09-11") == ["FI1-FI6", "FI1-FI8", "FI5-FI6", "FI5-FI8"])
    #expect(try asking.search("\(Self.question) return_date=2026-09-11").total == 0)
  }

  @Test("leave on a later day than the way out lands, where the clocks cannot be compared")
  func landing() throws {
    var fares = FareList()
    func add(_ route: String, _ day: String, _ flight: String, _ adjust: (inout FareList.Details) -> Void) {
      fares.add("\(route) \(day) 50.00 EUR 2026-08-01T06:00Z") { details in
        (details.kind, details.flights, details.stops) = (.itinerary, flight, 0)
        adjust(&details)
      }
    }
    // Over the date line: it lands two days later.
    add("LAX-SYD", "2026-09-10", "QF1") { ($0.departs, $0.arrives, $0.dayOffset) = ("22:00", "06:00", 2) }
    for (day, flight) in [("2026-09-11", "QF2"), ("2026-09-12", "QF4"), ("2026-09-13", "QF6")] {
      add("SYD-LAX", day, flight) { _ in }
    }
    add("SYD-LAX", "2026-09-12", "QF8") { $0.departs = "07:00" }
    // The day of the landing follows from the duration.
    add("KEF-LHR", "2026-09-10", "FI1") { ($0.departs, $0.minutes) = ("22:00", 180) }
    add("LHR-KEF", "2026-09-11", "FI2") { _ in }
    // Nobody knows the zone of QQZ, but both clocks stand there.
    add("OSL-QQZ", "2026-09-10", "DY1") { ($0.departs, $0.arrives, $0.dayOffset) = ("20:00", "10:00", 1) }
    add("QQZ-OSL", "2026-09-11", "DY2") { $0.departs = "08:00" }
    add("QQZ-OSL", "2026-09-11", "DY4") { $0.departs = "11:00" }
    func pairs(_ route: String, _ day: String) throws -> [String] {
      let places = route.split(separator: "-")
      return try Asking(fares).search(
        "origin=\(places[0]) destination=\(places[1]) departure_date=2026-09-10 return_date=\(day) combine=true"
      ).flights
    }
    #expect(try pairs("LAX-SYD", "2026-09-11") == [])
    #expect(try pairs("LAX-SYD", "2026-09-12") == ["QF1-QF8"])
    #expect(try pairs("LAX-SYD", "2026-09-13") == ["QF1-QF6"])
    #expect(try pairs("KEF-LHR", "2026-09-11") == [])
    #expect(try pairs("OSL-QQZ", "2026-09-11") == ["DY1-DY4"])
  }

  @Test("are judged whole by the filters that look at whole trips, and each way by those of its own hours")
  func filters() throws {
    var fares = FareList()
    for (route, day, flight) in [("KEF-LHR", "2026-09-10", "FI1"), ("LHR-KEF", "2026-09-12", "FI2")] {
      fares.add("\(route) \(day) 50.00 EUR 2026-08-01T06:00Z") { details in
        (details.kind, details.flights, details.minutes, details.departs) = (.itinerary, flight, 190, "12:00")
        (details.stops, details.via) = flight == "FI1" ? (1, "DUB") : (0, nil)
      }
    }
    let asking = Asking(fares)
    let expected: [(String, Int, String)] = [
      ("max_duration_minutes=380", 1, ""), ("max_duration_minutes=379", 0, "max_duration_minutes:1"),
      ("via=DUB", 1, ""), ("via=AMS", 0, "via:1"), ("max_price_minor=9999", 0, "max_price_minor:1"),
      ("return_departure_after=13:00", 0, "return_departure_after:1"),
      ("departure_before=11:00", 0, "departure_before:1"),
    ]
    for (filter, total, removed) in expected {
      let answer = try asking.search("\(Self.question) return_date=2026-09-12 combine=true \(filter)")
      #expect(answer.total == total, "\(filter)")
      let counts = answer.removed.map { "\($0.key.rawValue):\($0.value)" }.joined(separator: " ")
      #expect(counts == removed, "\(filter)")
    }
  }

  @Test("are made of the first one-ways of every order, and the others are counted")
  func foremost() throws {
    var fares = FareList()
    // The dearer, the faster; the dearest of all is the fastest, but not the best.
    for number in 1...120 {
      for (route, day) in [("KEF-LHR", "2026-09-10"), ("LHR-KEF", "2026-09-12")] {
        fares.add("\(route) \(day) \(100 + number * number).00 EUR 2026-08-01T06:00Z") { details in
          (details.kind, details.flights, details.stops) = (.itinerary, "FI\(number)", 0)
          (details.minutes, details.departs) = (Int32(1000 - number), "12:00")
        }
      }
    }
    for order in SearchOrder.allCases {
      let answer = try Asking(fares).search(
        "\(Self.question) return_date=2026-09-12 combine=true limit=1 order=\(order.rawValue)"
      )
      #expect(answer.flights == [order == .fastest ? "FI120-FI120" : "FI1-FI1"])
      let taken = 240 - (answer.removed[.combine] ?? 0)
      #expect(taken < 240 && answer.total == taken / 2 * (taken / 2))
    }
  }

  @Test(
    "make the cells of a matrix what the cheapest of a search of their days is",
    arguments: UInt64(1)...8,
    ["", "max_duration_minutes=500", "via=DUB", "departure_after=10:00 return_departure_before=15:00"]
  )
  func matrix(seed: UInt64, filter: String) throws {
    var random = SeededGenerator(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
    var fares = FareList()
    for number in 1...80 {
      let route = pick(["KEF-LHR", "LHR-KEF", "KEF-LGW", "LGW-KEF"])
      let details = (pick([nil, "08:00", "12:00", "23:30"]), pick([nil, Int32(190), 300]), pick([nil, "DUB", "AMS"]))
      fares.add("\(route) 2026-09-1\(pick([0, 1, 2])) \(pick([50, 60, 70, 95])).00 EUR 2026-08-01T06:00Z") {
        ($0.kind, $0.flights, $0.stops) = (.itinerary, "FI\(number)", 0)
        ($0.departs, $0.minutes, $0.via) = details
      }
    }
    let asking = Asking(fares)
    let places = "origin=KEF destination=LON currency=EUR combine=true \(filter)"
    let matrix = try asking.matrix("\(places) departure_date=2026-09-11 return_date=2026-09-11 flex_days=1")
    for (departureDate, row) in zip(matrix.question.departures, matrix.cells) {
      for (returnDate, cell) in zip(matrix.question.returns, row) where returnDate >= departureDate {
        let dates = "departure_date=\(departureDate) return_date=\(returnDate)"
        let cheapest = try asking.search("\(places) \(dates) order=cheapest limit=1").itineraries.first
        #expect(cell?.priceMinor == cheapest?.priceMinor, "\(dates)")
      }
    }
  }
}
