import FareModel
import Support
import Testing

@Suite("Searches of random fares")
struct SearchPropertyTests {
  private static let question = "origin=KEF destination=LHR departure_date=2026-09-05 limit=1000"

  @Test("have no itinerary before one that dominates it, as all pairs tell", arguments: UInt64(1)...12)
  func dominance(_ seed: UInt64) throws {
    let answer = try Asking(RandomTrips(seed).fares()).search(Self.question)
    for (place, itinerary) in answer.itineraries.enumerated() {
      let dominators = answer.itineraries.indices.filter { Self.dominates(answer.itineraries[$0], itinerary) }
      #expect(itinerary.isDominated == !dominators.isEmpty)
      #expect(dominators.allSatisfy { $0 < place })
    }
  }

  @Test("do not depend on the scale of prices or on the order of loading", arguments: UInt64(20)...30)
  func scale(_ seed: UInt64) throws {
    for order in ["best", "cheapest", "fastest"] {
      let parameters = "\(Self.question) order=\(order)"
      let fares = RandomTrips(seed).fares()
      let json = try Asking(fares).json(.search, parameters)
      let ids = try Asking(fares).search(parameters).itineraries.map(\.id)
      #expect(try Asking(RandomTrips(seed).fares(scale: 7)).search(parameters).itineraries.map(\.id) == ids)
      var generator = SeededGenerator(seed: seed)
      #expect(try Asking(fares.shuffled(using: &generator)).json(.search, parameters) == json)
    }
  }

  @Test("keep the order of all others when a worse itinerary comes", arguments: UInt64(40)...50)
  func worse(_ seed: UInt64) throws {
    var fares = RandomTrips(seed).fares()
    let before = try Asking(fares).search(Self.question).itineraries.map(\.id)
    fares.add("KEF-LHR 2026-09-05 9999.00 EUR 2026-08-01T06:00Z") { details in
      (details.kind, details.flights, details.stops, details.minutes) = (.itinerary, "BA999", 0, 9000)
    }
    let after = try Asking(fares).search(Self.question).itineraries.map(\.id)
    #expect(after.count == before.count + 1)
    #expect(after.filter(before.contains) == before)
  }

  @Test("join of their pages, each itinerary once", arguments: UInt64(60)...66)
  func pages(_ seed: UInt64) throws {
    let asking = Asking(RandomTrips(seed).fares())
    let whole = try asking.search(Self.question)
    let parameters = Self.question.split(separator: " ").filter { !$0.hasPrefix("limit=") }.joined(separator: " ")
    var paged: [Itinerary] = []
    var cursor = ""
    while true {
      let page = try asking.search("\(parameters) limit=3\(cursor)")
      #expect(page.total == whole.total && page.tabs == whole.tabs && page.byStops == whole.byStops)
      paged += page.itineraries
      guard let next = page.nextPosition else { break }
      cursor = " cursor=\(next)"
    }
    #expect(paged == whole.itineraries)
  }

  @Test("have at -6, 0 and 6 of the slider the orders of the tabs", arguments: UInt64(80)...90)
  func slider(_ seed: UInt64) throws {
    let asking = Asking(RandomTrips(seed).fares())
    for (tradeOff, order) in [(-6, SearchOrder.cheapest), (0, .best), (6, .fastest)] {
      let slid = try asking.search("\(Self.question) trade_off=\(tradeOff)")
      let named = try asking.search("\(Self.question) order=\(order.rawValue)")
      #expect(slid.itineraries == named.itineraries)
      #expect(named.tabs[order]?.id == named.itineraries.first?.id)
    }
  }

  @Test(
    "of the past are those of a store that holds nothing later, whichever way fares are read",
    arguments: UInt64(100)...110
  )
  func past(_ seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let fares = world.fares()
    let asOf = world.instant()
    let questions: [(Method.Name, String)] = [
      (.search, "origin=REK destination=LON departure_date=2026-08-20"),
      (.search, "origin=REK destination=LON departure_date=2026-08-20 return_date=2026-08-28 combine=true"),
      (.search, "origin=KEF destination=LON departure_date=2026-08-20 max_stops=1 currency=USD"),
      (.everywhere, "origin=REK"), (.everywhere, "origin=KEF trip=return group_by=city max_age_hours=10"),
      (.everywhere, "origin=REK month=2026-08 group_by=month carriers=BA"),
      (.matrix, "origin=REK destination=LON departure_date=2026-08-20 return_date=2026-08-28 combine=true"),
      (.matrix, "origin=KEF destination=LHR from=2026-08-01 to=2026-08-20 nights_min=2 nights_max=30 max_stops=1"),
      (.explain, "origin=REK destination=LON departure_date=2026-08-20"), (.routes, "origin=REK"), (.routes, ""),
    ]
    for (method, question) in questions {
      let parameters = "\(question) as_of=\(asOf)"
      let then = try Asking(world.source(fares.upTo(asOf))).json(method, parameters)
      for way in MemorySource.Way.allCases {
        let source = world.source(fares)
        source.shortestWay = way
        #expect(try Asking(source).json(method, parameters) == then, "\(method) \(parameters) by \(way)")
      }
    }
  }

  private static func dominates(_ one: Itinerary, _ other: Itinerary) -> Bool {
    guard let price = one.priceMinor, let duration = one.durationMinutes, let stops = one.stops,
      let otherPrice = other.priceMinor, let otherDuration = other.durationMinutes, let otherStops = other.stops
    else { return false }
    let (risk, otherRisk) = (one.isSelfTransfer == true ? 1 : 0, other.isSelfTransfer == true ? 1 : 0)
    return price <= otherPrice && duration <= otherDuration && stops <= otherStops && risk <= otherRisk
      && (price < otherPrice || duration < otherDuration || stops < otherStops || risk < otherRisk)
  }
}

/// Itineraries of one day that a seed repeats: few prices and durations, so that there are ties of every kind.
private struct RandomTrips {
  private let seed: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
  }

  func fares(scale: Int = 1) -> FareList {
    var generator = SeededGenerator(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }
    var fares = FareList()
    for number in 1...Int.random(in: 5...40, using: &generator) {
      let price = pick([nil, 80, 100, 100, 120, 150])
      let (minutes, stops) = (pick([nil, 150, 180, 180, 240]), pick([nil, 0, 0, 1]))
      let (departs, risk) = (pick([nil, "07:00", "09:00"]), pick([nil, true, false]))
      fares.add("KEF-LHR 2026-09-05 \(price.map { "\($0 * scale).00" } ?? "-") EUR 2026-08-01T06:00Z") { details in
        (details.kind, details.flights) = (.itinerary, stops == 1 ? "BA\(number)+BA1" : "BA\(number)")
        (details.minutes, details.stops) = (minutes.map(Int32.init), stops.map(Int8.init))
        (details.departs, details.isSelfTransfer) = (departs, risk)
      }
    }
    return fares
  }
}
