import FareAtlas
import FareModel
import Testing

@Suite("Places in questions")
struct PlaceTests {
  /// The cities and airports of these tests.
  private static let atlas: Atlas = {
    var overlay = ReferenceOverlay()
    for (code, city) in [("LHR", "LON"), ("LGW", "LON"), ("JFK", "NYC"), ("LGA", "NYC"), ("EWR", "NYC")] {
      if let airport = PlaceCode(code), let city = PlaceCode(city) {
        overlay.memberships.append(CityMembership(city: city, airport: airport))
      }
    }
    if let old = PlaceCode("QXA"), let new = PlaceCode("QXC") {
      overlay.places = [
        PlaceRecord(
          code: old,
          kind: .airport,
          name: "Oldfield",
          timeZone: "Europe/Berlin",
          validTo: Day("2024-03-31"),
          successor: new
        ),
        PlaceRecord(code: new, kind: .airport, name: "Newfield", timeZone: "Europe/Berlin"),
      ]
    }
    return Atlas(overlay: overlay)
  }()

  private static let fares = {
    var fares = FareList()
    fares.add("LHR-JFK 2026-09-10 410.00 EUR 2026-08-01T06:00Z")
    fares.add("LGW-EWR 2026-09-10 365.00 EUR 2026-08-01T06:00Z")
    fares.add("LON-NYC 2026-09-10 300.00 EUR 2026-08-01T06:00Z")
    fares.add("LGW-LGA 2026-09-11 377.00 EUR 2026-08-01T06:00Z")
    fares.add("LHR-LGW 2026-09-11 20.00 EUR 2026-08-01T06:00Z")
    fares.add("QXA-OSL 2026-05-02 70.00 EUR 2026-04-01T06:00Z")
    fares.add("QXC-OSL 2026-05-02 72.00 EUR 2026-04-20T06:00Z")
    fares.add("XQX-OSL 2026-09-02 72.00 EUR 2026-07-20T06:00Z")
    return fares
  }()

  private let asking = Asking(fares, atlas: atlas)

  @Test("that are cities take the fares of the city and of its airports, and the answer names the airports")
  func cities() throws {
    let answer = try asking.calendar("origin=lon destination=NYC month=2026-09 currency=EUR")
    #expect(answer.outline == "10:30000, 11:37700")
    #expect(answer.days[9].fare?.origin == PlaceCode("LON"))
    #expect(answer.days[10].fare?.origin == PlaceCode("LGW"))
    #expect(answer.days[10].fare?.destination == PlaceCode("LGA"))
  }

  @Test("that are airports take no fares of their city")
  func airports() throws {
    #expect(try asking.calendar("origin=LGW destination=EWR month=2026-09").outline == "10:36500")
    #expect(try asking.calendar("origin=LHR destination=LGA month=2026-09").coverage == .notCovered)
  }

  @Test(
    "of one city are refused",
    arguments: ["origin=LON destination=LGW", "origin=LHR destination=LHR", "origin=LGW destination=city:LON"]
  )
  func sameCity(_ places: String) throws {
    guard case .argument(let error) = try asking.fault(.calendar, places + " month=2026-09") else {
      Issue.record("answered")
      return
    }
    #expect(error.kind == .badParameter)
    #expect(error.parameter == "destination")
    #expect(error.expected.contains("same_city"))
    #expect(places.hasSuffix(error.value?.shown ?? "?"))
  }

  @Test("that nobody knows are refused with the nearest codes, unless there are fares of them")
  func unknown() throws {
    guard case .argument(let error) = try asking.fault(.months, "origin=OSL destination=lhx") else {
      Issue.record("answered")
      return
    }
    #expect(error.kind == .unknownPlace)
    #expect(error.parameter == "destination")
    #expect(error.value == .untyped("lhx"))
    #expect(error.nearest.contains("LHR"))
    #expect(try asking.calendar("origin=XQX destination=OSL month=2026-09").outline == "2:7200")
    let early = try asking.fault(.calendar, "origin=XQX destination=OSL month=2026-09 as_of=2026-07-20T05:59:59Z")
    #expect(early != nil)
  }

  @Test("that took the place of retired ones take their fares only when asked to")
  func predecessors() throws {
    let asked = "origin=QXC destination=OSL month=2026-05"
    #expect(try asking.calendar(asked).outline == "2:7200")
    let both = try asking.calendar(asked + " include_predecessors=true")
    #expect(both.outline == "2:7000")
    #expect(both.days[1].fare?.origin == PlaceCode("QXA"))
    #expect(try asking.calendar("origin=QXA destination=OSL month=2026-05").outline == "2:7000")
  }

  @Test("are listed with what is known of them")
  func places() throws {
    let json = try asking.json(.places, "text=oldfi")
    #expect(
      json == """
        {"places":[{"code":"QXA","kind":"airport","name":"Oldfield","city":null,"country":null,"latitude":null,\
        "longitude":null,"tz":"Europe/Berlin","valid_to":"2024-03-31","successor":"QXC"}]}
        """
    )
    let heathrow = try asking.json(.places, "text=LHR limit=1")
    #expect(heathrow.hasPrefix(#"{"places":[{"code":"LHR","kind":"airport","name":""#))
    #expect(heathrow.contains(#""latitude":51."#))
    #expect(heathrow.contains(#""tz":"Europe/London"}]}"#))
  }

  @Test("have airports nearby, with their distance")
  func nearby() throws {
    let json = try asking.json(.nearby, "place=LHR radius_km=15")
    #expect(json.hasPrefix(#"{"places":[{"code":"NHT","kind":"airport","#))
    #expect(json.hasSuffix(#""tz":"Europe/London","distance_km":9.7}]}"#))
    let fault = try asking.fault(.nearby, "place=QQQ")
    guard case .argument(let error) = fault else {
      Issue.record("answered")
      return
    }
    #expect(error.kind == .unknownPlace)
    #expect(error.parameter == "place")
  }
}

@Suite("Faults")
struct FaultTests {
  @Test("of the database are told apart from faults of the question")
  func database() throws {
    let source = MemorySource(FareList())
    source.isReachable = false
    let fault = try Asking(source).fault(.calendar, "origin=OSL destination=FCO month=2026-09")
    guard case .databaseUnavailable(let told) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(told.contains("no server at the socket"))
  }

  @Test("are a currency that no money has, and a question that its parameters contradict")
  func arguments() throws {
    let asking = Asking(FareList())
    guard
      case .argument(let currency) = try asking.fault(.months, "origin=OSL destination=FCO currency=QQQ"),
      case .argument(let days) = try asking.fault(.calendar, "origin=OSL destination=FCO month=2026-09 to=2026-09-01")
    else {
      Issue.record("answered")
      return
    }
    #expect(currency.parameter == "currency")
    #expect(days.parameter == "to")
  }
}
