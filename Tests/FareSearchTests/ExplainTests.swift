import FareModel
import FareSearch
import FareStore
import Testing

@Suite("Explanations")
struct ExplainTests {
  private static let fares = {
    var fares = FareList()
    fares.add("LIS-LHR 2026-09-10 70.00 EUR 2026-07-01T06:00Z") { $0.source = "first" }
    fares.add("LIS-LHR 2026-09-10 80.00 EUR 2026-08-01T06:00Z") { $0.source = "first" }
    fares.add("LIS-LHR 2026-09-10 75.00 EUR 2026-08-01T06:00Z") { $0.source = "second" }
    fares.add("LIS-LHR 2026-09-10 75.00 EUR 2026-08-01T05:00Z") { $0.source = "third" }
    fares.add("LIS-LHR 2026-09-10 10.00 EUR 2026-07-01T06:00Z") { details in
      (details.source, details.kind, details.flights) = ("fourth", .itinerary, "BA1")
    }
    fares.add("LIS-LHR 2026-09-10 90.00 EUR 2026-07-02T06:00Z") { details in
      (details.source, details.kind, details.flights, details.isComplete) = ("fourth", .itinerary, "BA3", true)
    }
    fares.add("LIS-LHR 2026-09-10 - EUR 2026-08-01T06:00Z") { ($0.source, $0.isSoldOut) = ("fifth", true) }
    fares.add("LIS-LHR 2026-09-10 5.00 GBP 2026-08-01T06:00Z") { $0.source = "sixth" }
    fares.add("LIS-LHR 2026-09-11 1.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-LHR 2026-09-10 2.00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-12" }
    return fares
  }()

  private func outline(_ parameters: String) throws -> [String] {
    try Asking(Self.fares).explain("origin=LIS destination=LHR departure_date=2026-09-10 \(parameters)").observations
      .map { fare in
        let price = fare.fare.priceMinor.map { "\($0)" } ?? "-"
        return "\(fare.source) \(price) \(fare.verdict.rawValue) \(fare.rule.name)"
          + (fare.lostTo.map { " \($0)" } ?? "")
      }
  }

  @Test("say of every observation of the day which one it lost to, and by which rule")
  func rules() throws {
    #expect(
      try outline("currency=EUR") == [
        "second 7500 chosen observed_last", "third 7500 current observed_last 0", "first 8000 current least_price 0",
        "fourth 9000 current least_price 0", "fifth - current unpriced", "sixth 500 left_out currency",
        "fourth 1000 superseded complete_look 3", "first 7000 superseded newest_observation 2",
      ]
    )
    #expect(
      try outline("currency=EUR max_age_hours=48").filter { $0.contains("left_out") } == [
        "fourth 9000 left_out max_age_hours", "sixth 500 left_out currency",
      ]
    )
    #expect(try outline("trip=return") == ["feed 200 chosen least_price"])
  }

  @Test("choose as the calendar does where rounding makes prices of two currencies equal")
  func roundedTogether() throws {
    var fares = FareList()
    fares.add("LIS-LHR 2026-09-10 3600.01 HUF 2026-08-01T09:00Z") { $0.source = "a" }
    fares.add("LIS-LHR 2026-09-10 3600.00 HUF 2026-08-01T08:00Z") { $0.source = "b" }
    fares.add("LIS-LHR 2026-09-10 9.00 EUR 2026-08-01T08:30Z") { $0.source = "c" }
    let source = MemorySource(fares)
    source.exchangeRates = [
      ExchangeRate(
        base: try #require(CurrencyCode("EUR")),
        quote: try #require(CurrencyCode("HUF")),
        rate: "400",
        date: try #require(Day("2026-07-31"))
      )
    ]
    let asking = Asking(source)
    let answer = try asking.explain("origin=LIS destination=LHR departure_date=2026-09-10 currency=EUR")
    let calendar = try asking.calendar("origin=LIS destination=LHR month=2026-09 currency=EUR")
    #expect(calendar.days[9].fare?.source == "c")
    #expect(
      answer.observations.map { "\($0.source) \($0.verdict.rawValue) \($0.rule.name) \($0.lostTo ?? -1)" } == [
        "c chosen observed_last -1", "a current least_price 2", "b current observed_last 0",
      ]
    )
  }

  @Test("price the day as its calendar does")
  func price() throws {
    let asking = Asking(Self.fares)
    let day = try asking.explain("origin=LIS destination=LHR departure_date=2026-09-10 currency=EUR").day
    #expect(day == (try asking.calendar("origin=LIS destination=LHR month=2026-09 currency=EUR").days[9]))
  }

  @Test("list every record that says the same, those of retracted batches left out")
  func witnesses() throws {
    let source = MemorySource(Self.fares)
    let asked = "origin=LIS destination=LHR departure_date=2026-09-10 trip=return"
    let stored = Provenance(batch: 1, record: 10)
    source.witnesses = [stored: [stored, Provenance(batch: 2, record: 7)]]
    #expect(
      try Asking(source).json(.explain, asked).hasSuffix(
        #""batch":1,"file":"fares-1.csv","record":10,"also_seen":[{"batch":2,"file":"fares-2.csv","record":7}]}],"total":1}"#
      )
    )
    source.witnesses = [stored: [Provenance(batch: 2, record: 7)]]
    #expect(
      try Asking(source).json(.explain, asked).hasSuffix(
        #""batch":2,"file":"fares-2.csv","record":7,"also_seen":[]}],"total":1}"#
      )
    )
  }

  @Test("answer with the whole object, to the byte")
  func wholeText() throws {
    let json = try Asking(Self.fares).json(.explain, "origin=LIS destination=LHR departure_date=2026-09-10 trip=return")
    #expect(
      json == """
        {"origin":"LIS","destination":"LHR","departure_date":"2026-09-10","trip":"return","currency":"EUR",\
        "as_of":"2026-08-01T12:00:00Z","coverage":"covered","status":"priced","price_minor":200,"price":"2.00",\
        "display":"€2","band":null,"low_below":null,"high_above":null,"sample_size":1,"observations":[{"number":1,\
        "verdict":"chosen","rule":"least_price","lost_to":null,"origin":"LIS","destination":"LHR",\
        "departure_date":"2026-09-10","return_date":"2026-09-12","price_minor":200,"price":"2.00","display":"€2",\
        "currency":"EUR","converted_minor":200,"fare":"day","flights":null,"stops":null,"cabin":null,\
        "sold_out":false,"complete":false,"observed_at":"2026-08-01T06:00:00Z","age_hours":6,"source":"feed",\
        "batch":1,"file":"fares-1.csv","record":10,"also_seen":[]}],"total":1}
        """
    )
  }
}

@Suite("Routes")
struct RoutesTests {
  private static let fares = {
    var fares = FareList()
    fares.add("LIS-LHR 2026-09-10 70.00 EUR 2026-07-01T06:00Z")
    fares.add("LIS-LHR 2026-09-20 70.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-MAD 2026-09-20 70.00 EUR 2026-07-01T06:00Z")
    fares.add("OPO-MAD 2026-09-20 70.00 EUR 2026-08-01T06:00Z")
    return fares
  }()

  @Test("are listed with their first and last day and their age, to the byte")
  func wholeText() throws {
    #expect(
      try Asking(Self.fares).json(.routes, "origin=LIS destination=LON") == """
        {"as_of":"2026-08-01T12:00:00Z","routes":[{"origin":"LIS","destination":"LHR","name":"London",\
        "first_departure_date":"2026-09-10","last_departure_date":"2026-09-20",\
        "first_observed_at":"2026-07-01T06:00:00Z","last_observed_at":"2026-08-01T06:00:00Z","age_hours":6}],"total":1}
        """
    )
  }

  @Test("are shown in parts on demand, and counted whole")
  func pages() throws {
    let asking = Asking(Self.fares)
    let second = try asking.json(.routes, "limit=1 offset=1")
    #expect(second.contains(#""routes":[{"origin":"LIS","destination":"MAD""#))
    #expect(second.ranges(of: #""origin""#).count == 1)
    #expect(second.hasSuffix(#"],"total":3}"#))
    #expect(try asking.json(.routes, "offset=3").hasSuffix(#""routes":[],"total":3}"#))
  }

  @Test("are those of a place, or all; those that were known then, and as they were")
  func narrowing() throws {
    let asking = Asking(Self.fares)
    func routes(_ parameters: String) throws -> String {
      let answer = try asking.answerer.routes(RoutesQuestion(Asking.arguments(parameters, .routes)))
      return answer.routes.map { "\($0.span.origin)-\($0.span.destination):\($0.span.lastDeparture.dayOfMonth)" }
        .joined(separator: " ")
    }
    #expect(try routes("") == "LIS-LHR:20 LIS-MAD:20 OPO-MAD:20")
    #expect(try routes("origin=OPO") == "OPO-MAD:20")
    #expect(try routes("destination=MAD") == "LIS-MAD:20 OPO-MAD:20")
    #expect(try routes("as_of=2026-07-02T00:00Z") == "LIS-LHR:10 LIS-MAD:20")
    #expect(try routes("origin=JFK").isEmpty)
    guard case .argument(let error)? = try asking.fault(.routes, "origin=QQQ") else {
      Issue.record("answered")
      return
    }
    #expect(error.kind == .unknownPlace)
  }
}
