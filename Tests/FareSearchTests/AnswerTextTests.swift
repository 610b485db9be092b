@testable import FareStore
import FareModel
import FareSearch
import Testing

@Suite("The text of an answer")
struct AnswerTextTests {
  @Test("of calendar says all that the contract shows, in its order")
  func calendar() throws {
    var fares = FareList()
    for (day, price) in [("02", "100.00"), ("03", "101.00"), ("04", "102.00"), ("05", "190.50")] {
      fares.add("OSL-FCO 2026-09-\(day) \(price) USD 2026-08-01T09:00:01Z") { $0.source = "a \"feed\"" }
    }
    fares.add("OSL-FCO 2026-09-01 42.00 USD 2026-08-01T06:00Z") {
      $0.stops = 0
      $0.link = "https://example.org/?a=1/2"
    }
    fares.add("OSL-FCO 2026-09-30 - USD 2026-08-01T06:00Z") { $0.isSoldOut = true }
    let json = try Asking(fares).json(.calendar, "origin=OSL destination=city:ROM from=2026-09-01 to=2026-09-02")
    #expect(
      json == """
        {"origin":"OSL","destination":"city:ROM","from":"2026-09-01","to":"2026-09-02","trip":"one_way",\
        "currency":"USD","as_of":"2026-08-01T12:00:00Z","coverage":"covered",\
        "bands":{"rule":"quartiles","reference":"horizon","sample_size":5,"low_below":"100.00","high_above":"102.00",\
        "counts":{"low":1,"avg":1,"high":0},"reason":null},\
        "cheapest":{"departure_date":"2026-09-01","price_minor":4200,"price":"42.00","currency":"USD"},\
        "statistics":{"n":2,"min_minor":4200,"median":"71.00","mean_minor":7100,"max_minor":10000},\
        "days":[{"departure_date":"2026-09-01","status":"priced","price_minor":4200,"price":"42.00","display":"$42",\
        "currency":"USD","band":"low","label":"Cheap","direct":true,"stops":0,"airports":["OSL","FCO"],\
        "observed_at":"2026-08-01T06:00:00Z","age_hours":6,"source":"feed","deep_link":"https://example.org/?a=1/2",\
        "spoken":"September 1, $42, cheap price"},\
        {"departure_date":"2026-09-02","status":"priced","price_minor":10000,"price":"100.00","display":"$100",\
        "currency":"USD","band":"avg","label":"Average","direct":null,"stops":null,"airports":["OSL","FCO"],\
        "observed_at":"2026-08-01T09:00:01Z","age_hours":2,"source":"a \\"feed\\"",\
        "spoken":"September 2, $100, average price"}],\
        "left_out":{"other_currency":0,"stale":0,"filtered":0}}
        """
    )
  }

  @Test("of calendar without detail is date, price and band, with the status of unpriced days")
  func withoutDetail() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-01 42.00 USD 2026-08-01T06:00Z") { $0.back = "2026-09-04" }
    let json = try Asking(fares).json(
      .calendar,
      "origin=OSL destination=FCO from=2026-09-01 to=2026-09-02 trip=return nights_min=3 detail=false locale=de-DE"
    )
    #expect(
      json == """
        {"origin":"OSL","destination":"FCO","from":"2026-09-01","to":"2026-09-02","trip":"return","nights_min":3,\
        "nights_max":365,"currency":"USD","as_of":"2026-08-01T12:00:00Z","coverage":"covered",\
        "bands":{"rule":"quartiles","reference":"horizon","sample_size":1,"low_below":null,"high_above":null,\
        "counts":{"low":0,"avg":0,"high":0},"reason":"too_few_days"},\
        "cheapest":{"departure_date":"2026-09-01","return_date":"2026-09-04","price_minor":4200,"price":"42.00",\
        "currency":"USD"},\
        "statistics":{"n":1,"min_minor":4200,"median":"42.00","mean_minor":4200,"max_minor":4200},\
        "days":[{"departure_date":"2026-09-01","price_minor":4200,"band":null},\
        {"departure_date":"2026-09-02","status":"no_fare_observed","price_minor":null,"band":null}],\
        "left_out":{"other_currency":0,"stale":0,"filtered":0}}
        """
    )
  }

  @Test("of calendar about a route never observed has nulls and no error")
  func notCovered() throws {
    let json = try Asking(FareList()).json(.calendar, "origin=OSL destination=FCO from=2026-09-01 to=2026-09-01")
    #expect(
      json == """
        {"origin":"OSL","destination":"FCO","from":"2026-09-01","to":"2026-09-01","trip":"one_way","currency":null,\
        "as_of":"2026-08-01T12:00:00Z","coverage":"not_covered",\
        "bands":{"rule":"quartiles","reference":"horizon","sample_size":0,"low_below":null,"high_above":null,\
        "counts":{"low":0,"avg":0,"high":0},"reason":"too_few_days"},"cheapest":null,\
        "statistics":{"n":0,"min_minor":null,"median":null,"mean_minor":null,"max_minor":null},\
        "days":[{"departure_date":"2026-09-01","status":"no_fare_observed","price_minor":null,"band":null}],\
        "left_out":{"other_currency":0,"stale":0,"filtered":0}}
        """
    )
  }

  @Test("of months has each month's cheapest day from today on, and its band among the months")
  func months() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-08-01 1.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-08-03 80.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-08-04 80.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-10-04 79.00 EUR 2026-08-01T06:00Z")
    for month in ["11", "12"] { fares.add("OSL-FCO 2026-\(month)-04 90.00 EUR 2026-08-01T06:00Z") }
    let asking = Asking(fares, now: "2026-08-02T00:00:00Z")
    #expect(
      try asking.json(.months, "origin=OSL destination=FCO months=3") == """
        {"origin":"OSL","destination":"FCO","trip":"one_way","currency":"EUR","as_of":"2026-08-02T00:00:00Z",\
        "coverage":"covered","bands":{"rule":"quartiles","reference":"months","sample_size":2,"low_below":null,\
        "high_above":null,"counts":{"low":0,"avg":0,"high":0},"reason":"too_few_days"},"months":[\
        {"month":"2026-08","priced_days":2,"cheapest":{"departure_date":"2026-08-03","price_minor":8000,\
        "price":"80.00","display":"€80","currency":"EUR"},"median":"80.00","band":null},\
        {"month":"2026-09","priced_days":0,"cheapest":null,"median":null,"band":null},\
        {"month":"2026-10","priced_days":1,"cheapest":{"departure_date":"2026-10-04","price_minor":7900,\
        "price":"79.00","display":"€79","currency":"EUR"},"median":"79.00","band":null}],\
        "cheapest_month":"2026-10","left_out":{"other_currency":0,"stale":0,"filtered":0}}
        """
    )
    let year = try asking.months("origin=OSL destination=FCO")
    #expect(year.months.count == 12)
    #expect(year.months.compactMap(\.band) == [.avg, .low, .avg, .avg])
  }

  @Test("of status tells how much there is, how old, and what is stale")
  func status() throws {
    let source = MemorySource(FareList())
    source.stored = StoreStatus(
      observations: 12,
      routes: 2,
      batches: 3,
      lastLoadedAt: Instant("2026-08-01T10:30:00Z"),
      sources: [
        try StoreStatus.Source(
          name: "a",
          newestObservedAt: #require(Instant("2026-08-01T06:00:00Z")),
          observations: 7
        ),
        try StoreStatus.Source(
          name: "b",
          newestObservedAt: #require(Instant("2026-08-01T05:59:59Z")),
          observations: 5
        ),
      ],
      schemaVersion: 1,
      serverVersion: "15.18",
      bytes: 4096
    )
    #expect(
      try Asking(source).json(.status, "max_age_hours=6") == """
        {"observations":12,"routes":2,"batches":3,"last_loaded_at":"2026-08-01T10:30:00Z","age_hours":1,"stale":true,\
        "sources":[{"source":"a","newest_observed_at":"2026-08-01T06:00:00Z","age_hours":6,"observations":7,\
        "stale":false},{"source":"b","newest_observed_at":"2026-08-01T05:59:59Z","age_hours":6,"observations":5,\
        "stale":true}],"schema_version":1,"server_version":"15.18","bytes":4096}
        """
    )
    let plain = try Asking(source).json(.status, "")
    #expect(!plain.contains("stale"))
  }

  @Test("of ping is pong")
  func ping() throws {
    #expect(try Asking(FareList()).json(.ping, "") == "\"pong\"")
  }

  @Test("of an instant before the year 0 is written as it is, not a crash")
  func beforeTheYearZero() throws {
    let parameters = "origin=OSL destination=FCO from=2026-09-01 to=2026-09-01 as_of=0000-01-01T00:00:00+14:00"
    let instant = try #require(Instant("0000-01-01T00:00:00+14:00"))
    #expect(try Asking(FareList()).json(.calendar, parameters).contains("\"as_of\":\"\(instant)\""))
    #expect(try Asking(FareList()).json(.months, "origin=OSL destination=FCO as_of=9999-12-31T23:00:00Z") != "")
  }
}
