import FareModel
import Testing

@Suite("A calendar")
struct CalendarTests {
  @Test(
    "has every day of its month once, in order",
    arguments: [
      ("origin=BER destination=OSL month=2026-10", 31), ("origin=SCL destination=LIM month=2024-09", 30),
      ("origin=BER destination=OSL month=2026-03", 31), ("origin=BER destination=OSL month=2028-02", 29),
    ]
  )
  func everyDay(_ parameters: String, _ count: Int) throws {
    let answer = try Asking(FareList()).calendar(parameters)
    #expect(answer.days.map { $0.date.dayOfMonth } == Array(1...count))
    #expect(answer.coverage == .notCovered)
  }

  @Test("keeps the days around the turn of a year in their own year")
  func turnOfTheYear() throws {
    var fares = FareList()
    for (day, price) in [
      ("2026-12-26", "140.00"), ("2026-12-27", "150.00"), ("2026-12-28", "160.00"), ("2026-12-31", "170.00"),
      ("2027-01-01", "120.00"), ("2027-01-02", "110.00"),
    ] {
      fares.add("OSL-FCO \(day) \(price) EUR 2026-06-01T06:00Z")
    }
    let asking = Asking(fares)
    #expect(
      try asking.calendar("origin=OSL destination=FCO month=2026-12 band_reference=month").outline
        == "26:14000 low, 27:15000 avg, 28:16000 avg, 31:17000 high"
    )
    #expect(
      try asking.calendar("origin=OSL destination=FCO month=2027-01 band_reference=month").outline == "1:12000, 2:11000"
    )
    #expect(try asking.calendar("origin=OSL destination=FCO month=2027-12").outline == "")
  }

  @Test("bands three tiers of prices low, avg and high")
  func tiers() throws {
    let answer = try Asking(Self.tiers).calendar("origin=OSL destination=FCO month=2026-09")
    #expect(answer.counts == [.low: 8, .avg: 15, .high: 7])
    #expect(
      answer.days.allSatisfy { $0.band == ($0.date.dayOfMonth < 9 ? .low : $0.date.dayOfMonth < 24 ? .avg : .high) }
    )
    #expect(answer.cheapest?.date == Day("2026-09-01"))
  }

  @Test("bands flat prices avg, and their mean, median, least and greatest are the price")
  func flat() throws {
    var fares = FareList()
    for day in 1...4 { fares.add("OSL-FCO 2026-09-0\(day) 49.99 EUR 2026-08-01T06:00Z") }
    let answer = try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09")
    #expect(answer.counts == [.avg: 4])
    #expect(
      answer.statistics
        == PriceStatistics(count: 4, minMinor: 4999, medianHalves: 9998, meanMinor: 4999, maxMinor: 4999)
    )
  }

  @Test("gives no band on few prices")
  func fewPrices() throws {
    var fares = FareList()
    let asking = { (fares: FareList) in try Asking(fares).calendar("origin=OSL destination=FCO month=2026-09") }
    #expect(try asking(fares).statistics == nil)
    fares.add("OSL-FCO 2026-09-03 450.00 EUR 2026-08-01T06:00Z")
    #expect(try asking(fares).outline == "3:45000")
    fares.add("OSL-FCO 2026-09-04 45.00 EUR 2026-08-01T06:00Z")
    #expect(try asking(fares).outline == "3:45000, 4:4500")
    #expect(try asking(fares).edges == BandEdges(sampleSize: 2, lowBelowQuarters: nil, highAboveQuarters: nil))
  }

  @Test("tells sold-out days from days never observed, and its least price from both")
  func soldOut() throws {
    var fares = FareList()
    fares.add("OSL-FCO 2026-09-03 59.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-03 - EUR 2026-08-01T18:00Z") { $0.isSoldOut = true }
    fares.add("OSL-FCO 2026-09-04 75.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2026-09-05 - EUR 2026-08-01T06:00Z") { $0.isSoldOut = true }
    fares.add("OSL-FCO 2026-09-06 - EUR 2026-08-01T06:00Z")
    let asking = Asking(fares, now: "2026-08-02T00:00:00Z")
    let september = try asking.calendar("origin=OSL destination=FCO month=2026-09 currency=EUR")
    #expect(september.outline == "3:sold_out, 4:7500, 5:sold_out")
    #expect(september.statistics?.minMinor == 7500)
    #expect(september.statistics?.meanMinor == 7500)
    let october = try asking.calendar("origin=OSL destination=FCO month=2026-10 currency=EUR")
    #expect(october.coverage == .covered)
    #expect(october.statistics == nil)
    let before = try asking.calendar("origin=OSL destination=FCO month=2026-09 as_of=2026-08-01T17:59:59Z")
    #expect(before.outline == "3:5900, 4:7500, 5:sold_out")
  }

  @Test("rounds means half up to the minor unit of the currency")
  func means() throws {
    var fares = FareList()
    for (day, price) in [("02", "100"), ("03", "101"), ("04", "101")] {
      fares.add("NRT-ICN 2026-09-\(day) \(price) JPY 2026-08-01T06:00Z", exponent: 0)
    }
    for (day, price) in [("02", "1.000"), ("03", "1.001"), ("04", "1.001")] {
      fares.add("KWI-DXB 2026-09-\(day) \(price) KWD 2026-08-01T06:00Z", exponent: 3)
    }
    let asking = Asking(fares)
    let yen = try asking.json(.calendar, "origin=NRT destination=ICN month=2026-09")
    #expect(yen.contains(#""statistics":{"n":3,"min_minor":100,"median":"101","mean_minor":101,"max_minor":101}"#))
    let dinar = try asking.json(.calendar, "origin=KWI destination=DXB month=2026-09")
    #expect(
      dinar.contains(#""statistics":{"n":3,"min_minor":1000,"median":"1.001","mean_minor":1001,"max_minor":1001}"#)
    )
    #expect(dinar.contains(#""price_minor":1000,"price":"1.000""#))
  }

  @Test("counts from today at the origin, and all of a past month")
  func today() throws {
    var fares = FareList()
    fares.add("AKL-SYD 2026-08-02 10.00 NZD 2026-07-01T06:00Z")
    fares.add("AKL-SYD 2026-08-03 20.00 NZD 2026-07-01T06:00Z")
    // 13:00Z on 2 August is 01:00 on 3 August in Auckland.
    let asking = Asking(fares, now: "2026-08-02T13:00:00Z")
    let august = try asking.calendar("origin=AKL destination=SYD month=2026-08")
    #expect(august.today == Day("2026-08-03"))
    #expect(august.outline == "2:1000, 3:2000")
    #expect(august.cheapest?.date == Day("2026-08-03"))
    #expect(august.edges.sampleSize == 1)
    let later = Asking(fares, now: "2026-09-10T00:00:00Z")
    let past = try later.calendar("origin=AKL destination=SYD month=2026-08")
    #expect(past.cheapest?.date == Day("2026-08-02"))
    #expect(past.edges.sampleSize == 2)
  }

  @Test("compares with the year from today, or with the month alone")
  func references() throws {
    var fares = FareList()
    for day in 1...4 { fares.add("OSL-FCO 2026-09-0\(day) 10\(day).00 EUR 2026-08-01T06:00Z") }
    fares.add("OSL-FCO 2027-08-01 500.00 EUR 2026-08-01T06:00Z")
    fares.add("OSL-FCO 2027-08-02 1.00 EUR 2026-08-01T06:00Z")
    let asking = Asking(fares)
    let horizon = try asking.calendar("origin=OSL destination=FCO month=2026-09")
    #expect(horizon.edges.sampleSize == 5)
    let month = try asking.calendar("origin=OSL destination=FCO month=2026-09 band_reference=month")
    #expect(month.edges.sampleSize == 4)
    #expect(asking.source.readings.map(\.months.count) == [13, 1])
  }

  @Test("reads a far range and the horizon without the months between")
  func farRange() throws {
    let asking = Asking(Self.tiers)
    let answer = try asking.calendar("origin=OSL destination=FCO month=2031-05")
    #expect(answer.edges.sampleSize == 30)
    #expect(asking.source.readings.map(\.months.count) == [13, 1])
  }

  /// Thirty days of three prices.
  static let tiers = {
    var fares = FareList()
    for day in Month(year: 2026, month: 9).days {
      let price = day.dayOfMonth < 9 ? 89 : day.dayOfMonth < 24 ? 109 : 149
      fares.add("OSL-FCO \(day) \(price).00 EUR 2026-08-01T06:00Z")
    }
    return fares
  }()
}

@Suite("The grid of a calendar")
struct CalendarGridTests {
  @Test(
    "has rows of seven from its week start, blanks outside the month and no row too many",
    arguments: [
      ("2027-02", "monday", 0, 4), ("2027-02", "sunday", 1, 5), ("2026-08", "monday", 5, 6),
      ("2026-08", "sunday", 6, 6),
      ("2026-11", "monday", 6, 6), ("2026-11", "sunday", 0, 5), ("2026-05", "monday", 4, 5),
      ("2026-05", "sunday", 5, 6),
      ("2028-02", "monday", 1, 5), ("2028-02", "sunday", 2, 5), ("2026-02", "monday", 6, 5),
      ("2026-02", "sunday", 0, 4),
    ]
  )
  func grid(_ month: String, _ weekStart: String, _ blanks: Int, _ rows: Int) throws {
    let json = try Asking(FareList()).json(
      .calendar,
      "origin=OSL destination=FCO month=\(month) layout=weeks week_start=\(weekStart) detail=false"
    )
    let days = try #require(Month(month)).days.map { day in
      #"{"departure_date":"\#(day)","status":"no_fare_observed","price_minor":null,"band":null}"#
    }
    let cells = Array(repeating: "null", count: blanks) + days
    let padded = cells + Array(repeating: "null", count: rows * 7 - cells.count)
    let expected = stride(from: 0, to: padded.count, by: 7).map {
      "[" + padded[$0..<($0 + 7)].joined(separator: ",") + "]"
    }
    #expect(json.contains(#""days":["# + expected.joined(separator: ",") + #"],"left_out""#))
  }
}
