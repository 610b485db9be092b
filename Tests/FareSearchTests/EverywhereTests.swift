import FareJSON
import FareModel
import FareStore
import Testing

@Suite("Everywhere")
struct EverywhereTests {
  private static let fares = {
    var fares = FareList()
    fares.add("LIS-LHR 2026-09-10 80.00 EUR 2026-08-01T06:00Z") { ($0.stops, $0.carriers) = (0, "BA") }
    fares.add("LIS-LHR 2026-09-12 60.00 EUR 2026-08-01T06:00Z") { ($0.stops, $0.carriers) = (1, "BA+IB") }
    fares.add("LIS-LGW 2026-10-01 60.00 EUR 2026-08-01T06:00Z") { $0.stops = 0 }
    fares.add("LIS-MAD 2026-09-20 60.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-MAD 2026-09-19 60.00 EUR 2026-07-01T06:00Z")
    fares.add("LIS-BCN 2026-07-31 10.00 EUR 2026-07-01T06:00Z")
    fares.add("LIS-BCN 2026-09-01 90.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-ORY 2026-09-05 40.00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-10" }
    fares.add("LIS-ORY 2026-09-05 30.00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-07" }
    for day in 10...19 { fares.add("LIS-LHR 2026-11-\(day) \(day)0.00 EUR 2026-08-01T06:00Z") }
    return fares
  }()

  private func outline(_ parameters: String) throws -> [String] {
    try Asking(Self.fares).everywhere("origin=LIS \(parameters)").groups.map { group in
      let dates = [group.departureDate, group.fare?.returnDate].compactMap { $0?.description.suffix(5) }
      return "\(group.group) \(group.destination) \(group.fare?.priceMinor ?? 0) \(dates.joined(separator: " "))"
    }
  }

  @Test("lists the cheapest of each destination from today on, of equals the earlier, by price and then by code")
  func destinations() throws {
    #expect(
      try outline("") == ["LGW LGW 6000 10-01", "LHR LHR 6000 09-12", "MAD MAD 6000 09-19", "BCN BCN 9000 09-01"]
    )
  }

  @Test("groups by city, country or month")
  func grouping() throws {
    #expect(try outline("group_by=city") == ["LON LHR 6000 09-12", "MAD MAD 6000 09-19", "BCN BCN 9000 09-01"])
    #expect(try outline("group_by=country") == ["ES MAD 6000 09-19", "GB LHR 6000 09-12"])
    #expect(
      try outline("group_by=month") == ["2026-09 LHR 6000 09-12", "2026-10 LGW 6000 10-01", "2026-11 LHR 10000 11-10"]
    )
  }

  @Test("shows the part of the list that is asked for, and counts the whole")
  func pages() throws {
    func page(_ parameters: String) throws -> (codes: [String], total: Int?) {
      let json = try Asking(Self.fares).json(.everywhere, "origin=LIS \(parameters)")
      var tree = JSONTree()
      let root = try tree.parse(json.utf8Span.span)
      let groups = try tree.elements(of: #require(tree.member("groups", of: root)))
      return (
        groups.compactMap { tree.member("group", of: $0).flatMap { tree.string($0) } },
        tree.member("total", of: root).flatMap { tree.integer($0) }
      )
    }
    let whole = try page("")
    #expect(whole.codes == ["LGW", "LHR", "MAD", "BCN"])
    for (parameters, codes) in [
      ("limit=2", ["LGW", "LHR"]), ("limit=2 offset=2", ["MAD", "BCN"]), ("offset=3", ["BCN"]), ("offset=9", []),
    ] {
      let page = try page(parameters)
      #expect(page.codes == codes)
      #expect(page.total == 4)
    }
  }

  @Test("looks at the days, the trip and the nights that are asked for, and at every filter")
  func narrowing() throws {
    #expect(try outline("month=2026-10") == ["LGW LGW 6000 10-01"])
    #expect(try outline("from=2026-09-11 to=2026-09-19") == ["LHR LHR 6000 09-12", "MAD MAD 6000 09-19"])
    #expect(try outline("trip=return") == ["ORY ORY 3000 09-05 09-07"])
    #expect(try outline("trip=return nights_min=5") == ["ORY ORY 4000 09-05 09-10"])
    #expect(try outline("direct_only=true") == ["LGW LGW 6000 10-01", "LHR LHR 8000 09-10"])
    #expect(try outline("carriers=BA") == ["LHR LHR 8000 09-10"])
    #expect(try outline("max_age_hours=48 month=2026-09").first == "LHR LHR 6000 09-12")
    #expect(try outline("max_age_hours=48 month=2026-09")[1] == "MAD MAD 6000 09-20")
    #expect(try outline("max_price_minor=6000 anytime=true").count == 3)
    #expect(try outline("trip=return departure_after=08:00").isEmpty)
  }

  @Test("groups places whose country nobody knows, too")
  func unknownCountry() throws {
    var fares = FareList()
    for destination in ["QQZ", "QQX", "MAD"] { fares.add("LIS-\(destination) 2026-09-10 50.00 EUR 2026-08-01T06:00Z") }
    #expect(try Asking(fares).everywhere("origin=LIS group_by=country").groups.map(\.group) == ["ES", "ZZ"])
  }

  @Test("bands each price among the year of its own route")
  func bands() throws {
    let groups = try Asking(Self.fares).everywhere("origin=LIS").groups
    #expect(groups.map(\.band) == [nil, .low, nil, nil])
  }

  @Test("lists on demand what loaded routes know and no fare was seen of")
  func notCovered() throws {
    let source = MemorySource(Self.fares)
    source.knownRoutes = ["JFK", "LHR", "LCY", "ORY", "CDG"].compactMap { code in
      PlaceCode("LIS").flatMap { lisbon in PlaceCode(code).map { Route(origin: lisbon, destination: $0) } }
    }
    let asking = Asking(source)
    let groups = try asking.everywhere("origin=LIS include_not_covered=true").groups
    #expect(groups.map(\.group) == ["LGW", "LHR", "MAD", "BCN", "CDG", "JFK", "LCY"])
    #expect(groups.last { $0.group == "JFK" }?.country == "US")
    #expect(groups.suffix(3).allSatisfy { $0.fare == nil })
    // No fare to London is so cheap, but fares to London were observed.
    for (grouping, uncovered) in [("city", ["NYC"]), ("country", ["US"])] {
      let cheap = "origin=LIS include_not_covered=true max_price_minor=100 group_by=\(grouping)"
      #expect(try asking.everywhere(cheap).groups.map(\.group) == uncovered)
    }
  }

  @Test("answers with the whole object, to the byte")
  func wholeText() throws {
    #expect(
      try Asking(Self.fares).json(.everywhere, "origin=LIS trip=return nights_min=5") == """
        {"origin":"LIS","from":"2026-08-01","to":null,"group_by":"destination","trip":"return","nights_min":5,\
        "nights_max":365,"currency":"EUR","as_of":"2026-08-01T12:00:00Z","coverage":"covered","groups":[\
        {"group":"ORY","destination":"ORY","name":"Paris","country":"FR","departure_date":"2026-09-05",\
        "return_date":"2026-09-10","price_minor":4000,"price":"40.00","display":"€40","currency":"EUR",\
        "band":null,"label":null,"sample_size":1,"low_below":null,"high_above":null,"stops":null,\
        "observed_at":"2026-08-01T06:00:00Z","age_hours":6,"source":"feed",\
        "status":"priced"}],"total":1,"left_out":{"other_currency":0,"stale":0,"filtered":1}}
        """
    )
  }

  @Test("is in the currency with most priced days of destinations, not with most fares")
  func currency() throws {
    var fares = FareList()
    for day in 1...5 {
      fares.add("OPO-LGW 2026-09-0\(day) 60.00 USD 2026-08-01T06:00Z") { $0.back = "2026-09-20" }
    }
    for back in 10...16 { fares.add("OPO-LGW 2026-09-06 50.00 GBP 2026-08-01T06:00Z") { $0.back = "2026-09-\(back)" } }
    let asked = "origin=OPO trip=return"
    #expect(try Asking(fares).everywhere(asked).currency == CurrencyCode("USD"))
    #expect(try Asking(fares).calendar("\(asked) destination=LGW month=2026-09").currency == CurrencyCode("USD"))
    let stays = "origin=OPO destination=LGW from=2026-09-01 to=2026-09-06 nights_min=4 nights_max=19"
    #expect(try Asking(fares).matrix(stays).currency == CurrencyCode("USD"))
    // A day of two destinations is two priced days.
    for destination in ["LHR", "ORY", "CDG", "MAD", "BCN"] {
      fares.add("OPO-\(destination) 2026-09-06 50.00 GBP 2026-08-01T06:00Z") { $0.back = "2026-09-10" }
    }
    #expect(try Asking(fares).everywhere(asked).currency == CurrencyCode("GBP"))
    #expect(try Asking(fares).everywhere("\(asked) from=2026-09-01 to=2026-09-05").currency == CurrencyCode("USD"))
  }

  @Test("counts what it leaves out of the days that it looks at")
  func leftOut() throws {
    var fares = FareList()
    fares.add("LIS-LHR 2026-09-10 60.00 EUR 2026-08-01T06:00Z") { $0.stops = 0 }
    fares.add("LIS-LHR 2026-09-11 60.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-LHR 2026-09-12 60.00 EUR 2026-07-01T06:00Z") { $0.stops = 0 }
    fares.add("LIS-LHR 2026-12-12 60.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-FCO 2026-09-10 20.00 GBP 2026-08-01T06:00Z") { $0.stops = 0 }
    fares.add("LIS-FCO 2026-09-10 30.00 GBP 2026-08-01T06:00Z") { ($0.stops, $0.source) = (0, "other") }
    func counts(_ parameters: String) throws -> [Int] {
      let leftOut = try Asking(fares).everywhere("origin=LIS month=2026-09 \(parameters)").leftOut
      return [leftOut.otherCurrency, leftOut.stale, leftOut.filtered]
    }
    #expect(try counts("") == [2, 0, 0])
    #expect(try counts("max_price_minor=5000") == [2, 0, 3])
    #expect(try counts("direct_only=true max_age_hours=24") == [2, 1, 1])
    #expect(try counts("currency=GBP") == [3, 0, 0])
  }

  @Test("takes of equals the first route, whatever was observed of it later")
  func laterFares() throws {
    var fares = FareList()
    fares.add("OPO-LGW 2026-09-10 60.00 EUR 2026-08-01T06:00Z")
    fares.add("OPO-LHR 2026-09-10 60.00 EUR 2026-08-01T06:00Z")
    fares.add("OPO-LGW 2026-09-20 99.00 EUR 2026-08-01T11:00Z")
    let group = try Asking(fares).everywhere("origin=OPO group_by=city as_of=2026-08-01T10:00:00Z").groups.first
    #expect(group?.destination == PlaceCode("LGW"))
  }

  @Test("keeps what it read, and drops it when the store changes")
  func keeping() throws {
    let source = MemorySource(Self.fares)
    let asking = Asking(source)
    _ = try asking.everywhere("origin=LIS")
    let readings = source.readings.count
    _ = try asking.everywhere("origin=LIS max_price_minor=7000")
    #expect(source.readings.count == readings)
    source.fares.add("LIS-BCN 2026-09-02 5.00 EUR 2026-08-01T07:00Z")
    #expect(try asking.everywhere("origin=LIS").groups.first?.fare?.priceMinor == 500)
  }

  @Test("of nowhere is not covered, and of an unknown place refused")
  func unknown() throws {
    #expect(try Asking(Self.fares).everywhere("origin=JFK").coverage == .notCovered)
    guard case .argument(let error)? = try Asking(Self.fares).fault(.everywhere, "origin=QQQ") else {
      Issue.record("answered")
      return
    }
    #expect(error.kind == .unknownPlace)
  }
}

@Suite("Matrices")
struct MatrixTests {
  private static let fares = {
    var fares = FareList()
    for (day, back, price) in [(10, 17, 100), (10, 18, 120), (11, 17, 90), (11, 18, 150), (9, 18, 200)] {
      let date = day < 10 ? "0\(day)" : "\(day)"
      fares.add("LIS-LHR 2026-09-\(date) \(price).00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-\(back)" }
    }
    fares.add("LIS-LHR 2026-09-10 40.00 EUR 2026-08-01T05:00Z")
    fares.add("LHR-LIS 2026-09-17 45.00 EUR 2026-08-01T06:00Z")
    fares.add("LHR-LIS 2026-09-10 1.00 EUR 2026-08-01T06:00Z")
    return fares
  }()

  private func prices(_ parameters: String) throws -> [[Int64?]] {
    try Asking(Self.fares).matrix("origin=LIS destination=LHR \(parameters)").cells.map { $0.map { $0?.priceMinor } }
  }

  @Test("have a row a departure and a column a return, with bands over the cells")
  func cells() throws {
    let dates = "departure_date=2026-09-10 return_date=2026-09-17 flex_days=1"
    #expect(try prices(dates) == [[nil, nil, 20_000], [nil, 10_000, 12_000], [nil, 9000, 15_000]])
    let answer = try Asking(Self.fares).matrix("origin=LIS destination=LHR " + dates)
    #expect(answer.edges.sampleSize == 5)
    #expect(answer.cells.map { $0.map { $0?.band } } == [[nil, nil, .high], [nil, .avg, .avg], [nil, .low, .avg]])
    #expect(answer.cheapest?.departureDate == Day("2026-09-11"))
  }

  @Test("combine two one-ways only when asked, and where no times are known only for a later day")
  func combining() throws {
    let dates = "departure_date=2026-09-10 return_date=2026-09-17 flex_days=0 combine=true"
    let cell = try #require(try Asking(Self.fares).matrix("origin=LIS destination=LHR " + dates).cells[0][0])
    #expect(cell.isCombined && cell.priceMinor == 8500)
    #expect(cell.observedAt == Instant("2026-08-01T05:00:00Z"))
    #expect(try prices("departure_date=2026-09-10 return_date=2026-09-10 flex_days=0 combine=true") == [[nil]])
  }

  @Test("count what they leave out of their cells")
  func leftOut() throws {
    var fares = Self.fares
    fares.add("LIS-LHR 2026-09-10 10.00 GBP 2026-08-01T06:00Z") { ($0.back, $0.source) = ("2026-09-17", "other") }
    fares.add("LIS-LHR 2026-09-10 10.00 GBP 2026-08-01T06:00Z") { ($0.back, $0.source) = ("2026-09-27", "other") }
    fares.add("LIS-LHR 2026-09-10 95.00 EUR 2026-07-01T06:00Z") { ($0.back, $0.source) = ("2026-09-17", "third") }
    fares.add("LHR-LIS 2026-09-17 10.00 GBP 2026-08-01T06:00Z") { $0.source = "other" }
    func counts(_ parameters: String) throws -> [Int] {
      let dates = "departure_date=2026-09-10 return_date=2026-09-17 flex_days=1"
      let leftOut = try Asking(fares).matrix("origin=LIS destination=LHR \(dates) currency=EUR \(parameters)").leftOut
      return [leftOut.otherCurrency, leftOut.stale, leftOut.filtered]
    }
    #expect(try counts("") == [1, 0, 0])
    #expect(try counts("combine=true") == [2, 0, 0])
    #expect(try counts("max_age_hours=24") == [1, 1, 0])
    #expect(try counts("max_price_minor=12000") == [1, 0, 2])
    #expect(try counts("direct_only=true") == [1, 0, 6])
  }

  @Test("are in the currency of most priced days of departure in them")
  func currency() throws {
    var fares = FareList()
    fares.add("LIS-CDG 2026-09-10 90.00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-17" }
    fares.add("LIS-CDG 2026-09-10 80.00 USD 2026-08-01T06:00Z") { $0.back = "2026-09-25" }
    fares.add("LIS-CDG 2026-09-10 80.00 USD 2026-08-01T06:00Z") { $0.back = "2026-09-26" }
    let dates = "origin=LIS destination=CDG departure_date=2026-09-10 return_date=2026-09-17 flex_days=1"
    let answer = try Asking(fares).matrix(dates)
    #expect(answer.currency == CurrencyCode("EUR"))
    #expect(answer.cheapest?.cell.priceMinor == 9000)
  }

  @Test("take a range of days and of nights, and leave out what no number of nights allows")
  func nights() throws {
    #expect(
      try prices("from=2026-09-10 to=2026-09-11 nights_min=7 nights_max=8")
        == [[10_000, 12_000, nil], [nil, 15_000, nil]]
    )
    #expect(
      try prices("from=2026-09-10 to=2026-09-11 nights_min=7 nights_max=8 max_price_minor=11000")
        == [[10_000, nil, nil], [nil, nil, nil]]
    )
  }

  @Test("answer with the whole object, to the byte")
  func wholeText() throws {
    let dates = "departure_date=2026-09-10 return_date=2026-09-17 flex_days=0"
    #expect(
      try Asking(Self.fares).json(.matrix, "origin=LIS destination=LHR " + dates) == """
        {"origin":"LIS","destination":"LHR","trip":"return","currency":"EUR",\
        "as_of":"2026-08-01T12:00:00Z","coverage":"covered","departure_dates":["2026-09-10"],\
        "return_dates":["2026-09-17"],"cells":[[{"price_minor":10000,"price":"100.00","display":"€100","band":null,\
        "observed_at":"2026-08-01T06:00:00Z","age_hours":6,"source":"feed","combined":false}]],\
        "bands":{"rule":"quartiles","reference":"matrix","sample_size":1,"low_below":null,"high_above":null,"counts":{"low":0,"avg":0,"high":0},\
        "reason":"too_few_days"},"cheapest":{"departure_date":"2026-09-10","return_date":"2026-09-17",\
        "price_minor":10000,"price":"100.00","display":"€100","currency":"EUR","combined":false},\
        "left_out":{"other_currency":0,"stale":0,"filtered":0}}
        """
    )
  }

  @Test("show the days from today on of a range that began before")
  func begun() throws {
    let stays = "from=2026-07-31 to=2026-08-01 nights_min=40 nights_max=47"
    #expect(try prices(stays).count == 2)
  }

  @Test(
    "are refused when something is wrong",
    arguments: [
      ("departure_date=2026-09-10", "return_date"), ("departure_date=2026-09-10 return_date=2026-09-09", "return_date"),
      ("departure_date=2026-07-10 return_date=2026-09-09", "departure_date"), ("", "departure_date"),
      ("from=2026-07-01 to=2026-07-31 nights_min=1 nights_max=7", "to"),
      ("from=2026-09-01 to=2026-09-10", "nights_min"), ("from=2026-09-01 to=2026-09-10 nights_min=1", "nights_max"),
      ("from=2026-09-01 to=2026-12-10 nights_min=1 nights_max=2", "to"), ("return_date=2026-09-09", "return_date"),
      ("from=2026-09-01 to=2026-09-10 nights_min=3 nights_max=2", "nights_max"),
      ("departure_date=2026-09-10 return_date=2026-09-12 nights_min=1", "nights_min"),
    ]
  )
  func wrong(_ parameters: String, _ parameter: String) throws {
    guard case .argument(let error)? = try Asking(Self.fares).fault(.matrix, "origin=LIS destination=LHR \(parameters)")
    else {
      Issue.record("answered")
      return
    }
    #expect(error.parameter == parameter)
  }
}
