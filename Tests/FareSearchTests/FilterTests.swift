import FareModel
import Testing

@Suite("What a calendar leaves out")
struct FilterTests {
  @Test("is what a filter cannot know, too")
  func unknownValues() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-01 50.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-01 80.00 EUR 2026-08-01T06:00Z") {
      $0.source = "direct"; $0.stops = 0
    }
    fares.add("OSL-FCO 2026-09-02 60.00 EUR 2026-08-01T06:00Z") { $0.stops = 1 }
    let answer = try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09 direct_only=true")
    #expect(answer.outline == "1:8000, 2:filtered_out")
    #expect(answer.leftOut.filtered == 2)
    let oneStop = try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09 max_stops=1")
    #expect(oneStop.outline == "1:8000, 2:6000")
  }

  @Test("is every fare with a carrier that is unknown or not asked for")
  func carriers() throws {
    var fares = FareList()
    for (day, carriers) in [(1, "BA"), (2, "BA+IB"), (3, "BA+AF"), (4, ""), (5, "BA+")] {
      fares.add("OSL-FCO 2026-09-0\(day) 50.00 EUR 2026-08-01T06:00Z") { $0.carriers = carriers }
    }
    let answer = try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09 carriers=ib,ba")
    #expect(answer.outline == "1:5000, 2:5000, 3:filtered_out, 4:filtered_out, 5:filtered_out")
    #expect(answer.leftOut.filtered == 3)
  }

  @Test("is every fare of another cabin, or of none")
  func cabins() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-01 50.00 EUR 2026-08-01T06:00Z") { $0.cabin = .economy }
    fares.add("OSL-FCO 2026-09-01 90.00 EUR 2026-08-01T06:00Z") { $0.cabin = .business }
    fares.add("OSL-FCO 2026-09-02 40.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-03 - EUR 2026-08-01T06:00Z") {
      $0.cabin = .economy; $0.isSoldOut = true
    }
    fares.add("OSL-FCO 2026-09-04 - EUR 2026-08-01T06:00Z") { $0.isSoldOut = true }
    let asking = Asking(fares)
    #expect(
      try asking.calendar("origin=OSL destination=FCO month=2026-09 cabin=business").outline
        == "1:9000, 2:filtered_out, 4:sold_out"
    )
    #expect(
      try asking.calendar("origin=OSL destination=FCO month=2026-09").outline
        == "1:5000, 2:4000, 3:sold_out, 4:sold_out"
    )
  }

  @Test("is what is too old or has expired, counted as stale before any filter")
  func staleness() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-01 50.00 EUR 2026-08-01T05:59:59Z")
    fares.add("OSL-FCO 2026-09-02 50.00 EUR 2026-08-01T06:00:00Z")
    fares.add("OSL-FCO 2026-09-03 50.00 EUR 2026-08-01T06:00:00Z") { $0.expires = "2026-08-01T12:00:00Z" }
    fares.add("OSL-FCO 2026-09-04 50.00 EUR 2026-08-01T06:00:00Z") { $0.expires = "2026-08-01T12:00:01Z" }
    let asking = Asking(fares)
    let young = try asking.calendar("origin=OSL destination=FCO month=2026-09 max_age_hours=6")
    #expect(young.outline == "1:stale, 2:5000, 3:stale, 4:5000")
    #expect(young.leftOut.stale == 2)
    let direct = try asking.calendar("origin=OSL destination=FCO month=2026-09 max_age_hours=6 direct_only=true")
    #expect(direct.outline == "1:stale, 2:filtered_out, 3:stale, 4:filtered_out")
    let any = try asking.calendar("origin=OSL destination=FCO month=2026-09")
    #expect(any.outline == "1:5000, 2:5000, 3:stale, 4:5000")
  }

  @Test("is what no rate converts, and nothing that a rate does")
  func currencies() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-01 100.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-02 100.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-02 100.00 USD 2026-08-01T06:00Z") { $0.source = "other" }
    fares.add("OSL-FCO 2026-09-03 100.00 USD 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-04 100.00 GBP 2026-08-01T06:00Z")
    let source = MemorySource(fares)
    source.exchangeRates = try [rate("EUR", "USD", "1.25", "2026-07-31"), rate("EUR", "USD", "1.00", "2026-08-02")]
    let asking = Asking(source)
    let euros = try asking.calendar("origin=OSL destination=FCO month=2026-09")
    #expect(euros.currency == CurrencyCode("EUR"))
    #expect(euros.outline == "1:10000, 2:8000, 3:8000, 4:filtered_out")
    #expect(euros.leftOut.otherCurrency == 1)
    let dollars = try asking.calendar("origin=OSL destination=FCO month=2026-09 currency=USD")
    #expect(dollars.outline == "1:12500, 2:10000, 3:10000, 4:filtered_out")
    let yesterday = try asking.calendar(
      "origin=OSL destination=FCO month=2026-09 as_of=2026-08-01T23:59:59Z currency=USD"
    )
    #expect(yesterday.outline == "1:12500, 2:10000, 3:10000, 4:filtered_out")
    let tomorrow = try asking.calendar(
      "origin=OSL destination=FCO month=2026-09 as_of=2026-08-02T00:00:00Z currency=USD"
    )
    #expect(tomorrow.outline == "1:10000, 2:10000, 3:10000, 4:filtered_out")
  }

  @Test("is the currency with fewer priced days, and of equals the later by its letters, when no rate is loaded")
  func defaultCurrency() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-01 100.00 USD 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-02 100.00 EUR 2026-08-01T06:00Z")
    #expect(try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09").currency == CurrencyCode("EUR"))
    fares.add("OSL-FCO 2026-12-02 100.00 USD 2026-08-01T06:00Z")
    let answer = try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09")
    #expect(answer.currency == CurrencyCode("USD"))
    #expect(answer.outline == "1:10000, 2:filtered_out")
  }

  @Test("is every return fare of other nights; of the rest the least counts, the earliest way back of equals")
  func nights() throws {
    var fares = FareList()
    for (back, price) in [
      ("2026-09-04", "90.00"), ("2026-09-06", "80.00"), ("2026-09-05", "80.00"), ("2026-09-20", "10.00"),
    ] {
      fares.add("OSL-FCO 2026-09-01 \(price) EUR 2026-08-01T06:00Z") { $0.back = back }
    }
    fares.add("OSL-FCO 2026-09-01 5.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-02 10.00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-20" }
    let asking = Asking(fares)
    let answer = try asking.calendar("origin=OSL destination=FCO month=2026-09 trip=return nights_min=3 nights_max=5")
    #expect(answer.outline == "1:8000, 2:filtered_out")
    #expect(answer.days.first?.fare?.returnDate == Day("2026-09-05"))
    #expect(answer.leftOut.filtered == 2)
    #expect(try asking.calendar("origin=OSL destination=FCO month=2026-09 trip=return").outline == "1:1000, 2:1000")
    #expect(try asking.calendar("origin=OSL destination=FCO month=2026-09").outline == "1:500")
  }

  private func rate(_ base: String, _ quote: String, _ rate: String, _ date: String) throws -> ExchangeRate {
    try ExchangeRate(
      base: #require(CurrencyCode(base)),
      quote: #require(CurrencyCode(quote)),
      rate: rate,
      date: #require(Day(date))
    )
  }
}
