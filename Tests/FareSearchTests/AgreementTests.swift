import FareModel
import FareStore
import Support
import Testing

@Suite("Calendars of random fares")
struct AgreementTests {
  @Test("say what every observation comes to, whichever way the fares are read", arguments: UInt64(1)...40)
  func agreement(_ seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let fares = world.fares()
    for _ in 0..<6 {
      let (parameters, routes) = world.question()
      let asked = try Asking(world.source(fares)).calendar(parameters)
      let slow = SlowCalendar(
        fares: fares,
        routes: routes,
        question: asked.question,
        asOf: asked.asOf,
        centsPerEuro: RandomWorld.centsPerEuro
      )
      let expected = slow.answer()
      for way in MemorySource.Way.allCases {
        let source = world.source(fares)
        source.shortestWay = way
        let answer = try Asking(source).calendar(parameters)
        #expect(answer == expected, "\(parameters) by \(way)")
        #expect(source.readings.allSatisfy { $0.way >= way || $0.way == .dayPrices })
      }
    }
  }

  @Test("of the past are those of a store that holds nothing later", arguments: UInt64(100)...120)
  func past(_ seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let fares = world.fares()
    for _ in 0..<6 {
      let asOf = world.instant()
      let words = world.question().parameters.split(separator: " ").filter { !$0.hasPrefix("as_of=") }
      let parameters = words.joined(separator: " ") + " as_of=\(asOf)"
      let now = try Asking(world.source(fares)).json(.calendar, parameters)
      let then = try Asking(world.source(fares.upTo(asOf))).json(.calendar, parameters)
      #expect(now == then)
      let asked = parameters.split(separator: " ").filter { !Self.calendarOnly.contains(where: $0.hasPrefix) }
        .joined(separator: " ")
      #expect(
        try Asking(world.source(fares)).json(.months, asked)
          == Asking(world.source(fares.upTo(asOf))).json(.months, asked)
      )
    }
  }

  @Test(
    "of the past, everywhere and around dates, are those of a store that holds nothing later",
    arguments: UInt64(300)...360
  )
  func pastElsewhere(_ seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let fares = world.fares(4...16)  // So few that routes differ in whether anything was observed later.
    for _ in 0..<6 {
      let asOf = world.instant()
      let filters = world.filters()
      let place = world.origin()
      var questions: [(Method.Name, String)] = Grouping.allCases.map { grouping in
        (.everywhere, "origin=\(place) group_by=\(grouping.rawValue) trip=one_way")
      }
      questions.append((.everywhere, "origin=\(place) group_by=city trip=return"))
      questions.append(
        (.matrix, "origin=\(place) destination=LON departure_date=2026-08-20 return_date=2026-08-28 flex_days=3")
      )
      for (name, words) in questions {
        let parameters = ([words, "as_of=\(asOf)"] + filters).joined(separator: " ")
        let now = try Asking(world.source(fares)).json(name, parameters)
        #expect(try Asking(world.source(fares.upTo(asOf))).json(name, parameters) == now)
        #expect(try Asking(world.source(fares.shuffled(using: &world.generator))).json(name, parameters) == now)
      }
    }
  }

  @Test("show of each day the fare that its explanation chooses", arguments: UInt64(400)...430)
  func explained(_ seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let asking = Asking(world.source(world.fares()))
    for _ in 0..<3 {
      let words = world.question().parameters.split(separator: " ")
      let parameters = words.filter { word in !Self.calendarOnly.contains(where: word.hasPrefix) }
        .joined(separator: " ")
      for day in ["2026-08-02", "2026-08-20", "2026-09-05"] {
        let fare = try asking.calendar("\(parameters) from=\(day) to=\(day)").days.first?.fare
        let chosen = try asking.explain("\(parameters) departure_date=\(day)").observations
          .filter { $0.verdict == .chosen }
        #expect(chosen.map(\.priceMinor) == (fare.map { [$0.priceMinor] } ?? []))
        #expect(chosen.first?.fare.observedAt == fare?.observedAt)
        #expect(chosen.first?.source == fare?.source)
        #expect(chosen.first?.fare.returnDate == fare?.returnDate)
        #expect(chosen.first?.fare.destination == fare?.destination)
      }
    }
  }

  private static let calendarOnly = ["month=", "from=", "to=", "band_reference="]

  @Test("are the same to the byte in whatever order the fares were loaded", arguments: UInt64(200)...210)
  func order(_ seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let fares = world.fares()
    let parameters = world.question().parameters
    let json = try Asking(world.source(fares)).json(.calendar, parameters)
    for _ in 0..<3 {
      let shuffled = fares.shuffled(using: &world.generator)
      #expect(try Asking(world.source(shuffled)).json(.calendar, parameters) == json)
    }
  }
}

/// Fares and questions that a seed repeats.
struct RandomWorld {
  /// The only exchange rate.
  static let centsPerEuro: Int64 = 125
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  func source(_ fares: FareList) -> MemorySource {
    let source = MemorySource(fares)
    if let euro = CurrencyCode("EUR"), let dollar = CurrencyCode("USD"), let day = Day("2026-01-01") {
      source.exchangeRates = [ExchangeRate(base: euro, quote: dollar, rate: "1.25", date: day)]
    }
    return source
  }

  /// Few days, prices and instants, so that there are ties of every kind.
  mutating func fares(_ counts: ClosedRange<Int> = 20...120) -> FareList {
    var fares = FareList()
    for _ in 0..<Int.random(in: counts, using: &generator) {
      let day = pick(["2026-07-30", "2026-08-02", "2026-08-03", "2026-08-20", "2026-09-05", "2027-07-31", "2027-08-02"])
      let price = pick(["-", "10.00", "10.00", "12.50", "12.51", "20.00", "25.00"])
      let routes = pick([["KEF-LHR"], ["KEF-LGW"], ["RKV-LHR"], ["REK-LON"], ["KEF-LHR", "KEF-LGW"]])
      let text = "\(day) \(price) \(pick(["EUR", "EUR", "USD", "GBP"])) \(instant())"
      let back = day.dropLast(2) + "28"
      let generator = self.generator
      func describe(_ details: inout FareList.Details) {
        var picker = RandomWorld(generator)
        details.kind = picker.pick([.day, .day, .itinerary])
        details.flights = picker.pick(["BA1+BA3", "BA2+BA3"])  // As many as any fare here has segments.
        details.source = picker.pick(["first", "second"])
        details.back = picker.pick([nil, nil, String(back), "2027-09-01"])
        details.stops = picker.pick([nil, 0, 1])
        details.carriers = picker.pick([nil, "BA", "BA+IB"])
        details.cabin = picker.pick([nil, .economy, .business])
        details.expires = picker.pick([nil, nil, nil, nil, nil, "2026-08-01T11:00:00Z", "2026-08-09T00:00:00Z"])
        details.link = picker.pick([nil, "https://example.org/a"])
        details.isSoldOut = price == "-" && picker.pick([true, false])
        details.isComplete = picker.pick([true, false, false, false])
      }
      for route in routes { fares.add("\(route) \(text)", describe) }
      _ = self.generator.next()
    }
    return fares
  }

  /// The parameters of a calendar and the routes that answer it.
  mutating func question() -> (parameters: String, routes: [Route]) {
    let (origin, origins) = pick([("KEF", ["KEF"]), ("REK", ["KEF", "RKV", "REK"])])
    let (destination, destinations) = pick([("LHR", ["LHR"]), ("LON", ["LHR", "LGW", "LON"])])
    var parameters = ["origin=\(origin)", "destination=\(destination)"]
    parameters.append(pick(["month=2026-08", "month=2026-09", "month=2026-07", "from=2026-07-30 to=2026-08-05"]))
    parameters += some(of: Self.narrowing + ["band_reference=month", "as_of=\(instant())"])
    if pick([true, false]) {
      parameters.append("trip=return")
      if pick([true, false]) { parameters.append("nights_min=2 nights_max=30") }
    }
    let routes = origins.flatMap { origin in
      destinations.compactMap { destination in
        PlaceCode(origin).flatMap { origin in
          PlaceCode(destination).map { Route(origin: origin, destination: $0) }
        }
      }
    }
    return (parameters.joined(separator: " "), routes)
  }

  /// The code of a place that fares begin at.
  mutating func origin() -> String { pick(["KEF", "REK"]) }

  /// Parameters that narrow any question about fares.
  mutating func filters() -> [String] { some(of: Self.narrowing) }

  private static let narrowing = [
    "direct_only=true", "max_stops=1", "carriers=BA", "cabin=economy", "currency=USD", "currency=GBP",
    "max_age_hours=10",
  ]

  /// About a quarter of some parameters, of each name one.
  private mutating func some(of parameters: [String]) -> [String] {
    var some: [String] = []
    for parameter in parameters where pick([true, false, false, false]) {
      let name = parameter.prefix { $0 != "=" }
      if !some.contains(where: { $0.hasPrefix(name) }) { some.append(parameter) }
    }
    return some
  }

  /// One of few instants around the time that the clock says.
  mutating func instant() -> Instant {
    let base = Int64(1_785_585_600)  // 2026-08-01T12:00:00Z
    return Instant(rawValue: base + Int64(pick([-200, -30, -12, -10, -3, -1, 0])) * 3600)
  }

  private init(_ generator: SeededGenerator) {
    self.generator = generator
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }
}
