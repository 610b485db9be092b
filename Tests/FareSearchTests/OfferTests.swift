import FareModel
import Testing

@Suite("Offers")
struct OfferTests {
  private static let question = "origin=KEF destination=LHR departure_date=2026-09-10 order=cheapest"

  @Test("merge the same flights of several sources into one itinerary, whose price is the least")
  func offers() throws {
    var fares = FareList()
    fares.addFlight("120.00", "FI450") { $0.source = "first" }
    fares.addFlight("110.00", "FI450") { details in
      (details.source, details.minutes, details.departs, details.carriers) = ("second", nil, nil, nil)
    }
    fares.addFlight("90.00", "FI450") { ($0.source, $0.cabin) = ("third", .business) }
    fares.addFlight("115.00", "FI452") { $0.source = "first" }
    let answer = try Asking(fares).search(Self.question)
    #expect(answer.itineraries.map { $0.offers.map(\.source) } == [["third"], ["second", "first"], ["first"]])
    #expect(answer.itineraries.map(\.priceMinor) == [9000, 11_000, 11_500])
    // What the cheaper source does not know, the other one tells.
    #expect(answer.itineraries[1].durationMinutes == 180)
    #expect(answer.byCarrier.map(\.count) == [3])
  }

  @Test("of the same flights tell together all that any of them knows")
  func known() throws {
    var fares = FareList()
    fares.addFlight("100.00", "FI450") { details in
      (details.source, details.minutes, details.departs, details.carriers) = ("cheap", 190, nil, nil)
    }
    fares.addFlight("120.00", "FI450") { details in
      (details.source, details.stops, details.minutes) = ("rich", nil, nil)
      (details.departs, details.arrives) = ("09:00", "12:10")
    }
    fares.addFlight("500.00", "FI452") { $0.minutes = 200 }
    let answer = try Asking(fares).search(Self.question + " direct_only=true")
    #expect(answer.itineraries.map(\.durationMinutes) == [190, 200])
    #expect(answer.itineraries[0].legs[0].departsAt?.description == "2026-09-10T09:00")
    #expect(answer.tabs[.best]?.priceMinor == 10_000)
  }

  @Test("that are too old or have ended tell nothing")
  func old() throws {
    var fares = FareList()
    fares.addFlight("100.00", "FI450") { ($0.source, $0.stops, $0.minutes, $0.departs) = ("fresh", nil, nil, nil) }
    fares.addFlight("90.00", "FI450", seen: "2026-07-01T06:00Z") { $0.source = "old" }
    let asking = Asking(fares)
    #expect(try asking.search(Self.question + " direct_only=true").total == 1)
    let fresh = try asking.search(Self.question + " direct_only=true max_age_hours=24")
    #expect(fresh.total == 0 && fresh.removed == [.directOnly: 1])
    let days = try asking.calendar(
      "origin=KEF destination=LHR month=2026-09 direct_only=true max_age_hours=24"
    )
    #expect(days.days[9].status == .filteredOut)
  }

  @Test("of unknown flights are of one itinerary only when one source makes them")
  func unknownFlights() throws {
    var fares = FareList()
    for source in ["one", "two"] {
      fares.add("KEF-LHR 2026-09-10 100.00 EUR 2026-08-01T06:00Z") { $0.source = source }
    }
    #expect(
      try Asking(fares).search(Self.question).itineraries.map { $0.offers.map(\.source) }.sorted { $0[0] < $1[0] }
        == [["one"], ["two"]]
    )
  }

  @Test("without carriers are of those that their flight numbers name, for filters and counts alike")
  func carriersOfNumbers() throws {
    var fares = FareList()
    for flight in ["BA117", "BA119+IB3", "FI450"] {
      fares.addFlight("100.00", flight) { $0.carriers = nil }
    }
    let asking = Asking(fares)
    let all = try asking.search(Self.question)
    #expect(all.byCarrier.map(\.kind) == ["BA", "FI", "IB"])
    #expect(try asking.search(Self.question + " carriers=BA,IB").total == 2)
    #expect(try asking.search(Self.question + " exclude_carriers=IB").total == 2)
  }

  @Test("with fewer flight numbers than segments do not show the last place as that of their first segment")
  func fewNumbers() throws {
    var fares = FareList()
    fares.addFlight("100.00", "FI450") { ($0.stops, $0.arrives) = (1, "14:00") }
    let segments = try Asking(fares).search(Self.question).itineraries[0].legs[0].segments
    #expect(segments.count == 1 && segments[0].origin == PlaceCode("KEF"))
    #expect(segments[0].destination == nil && segments[0].arrivesAt == nil && segments[0].durationMinutes == nil)
  }

  @Test("pass hours that go over midnight, and cities that they land at")
  func hoursAndCities() throws {
    var fares = FareList()
    for (flight, departs) in [("FI1", "23:30"), ("FI2", "01:00"), ("FI3", "12:00")] {
      fares.addFlight("100.00", flight) { $0.departs = departs }
    }
    fares.addFlight("100.00", "AZ1+AZ2") { $0.via = "FCO" }
    let asking = Asking(fares)
    let night = try asking.search(Self.question + " departure_after=22:00 departure_before=02:00 max_stops=0")
    #expect(night.flights.sorted() == ["FI1", "FI2"] && night.removed == [.maxStops: 1, .departureAfter: 1])
    #expect(try asking.search(Self.question + " via=ROM").flights == ["AZ1"])
    #expect(try asking.search(Self.question + " exclude_via=ROM").total == 3)
  }
}
