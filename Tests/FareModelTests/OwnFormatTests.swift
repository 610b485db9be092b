import FareModel
import Testing

@Suite("own format")
struct OwnFormatTests {
  private func observation(_ table: inout ObservationTable) throws -> Observation {
    Observation(
      kind: .itinerary,
      source: table.texts.intern("kiwi"),
      origin: try #require(PlaceCode("LHR")),
      destination: try #require(PlaceCode("JFK")),
      departureDate: day("2026-09-10"),
      currency: try #require(CurrencyCode("EUR")),
      observedAt: instant("2026-08-01T06:00Z")
    )
  }

  private func line(_ row: Observation, _ table: ObservationTable, exponent: Int = 2) -> String {
    String(decoding: OwnFormat.line(of: row, texts: table.texts, exponent: exponent), as: UTF8.self)
  }

  @Test("the header names every column once, required ones first")
  func header() {
    let expected = """
      origin,destination,departure_date,price,currency,observed_at,fare,return_date,departure_time,arrival_time,\
      arrival_day_offset,duration_minutes,stops,via,carriers,flight_numbers,operating_carriers,segments,\
      return_departure_time,return_arrival_time,return_arrival_day_offset,return_duration_minutes,return_stops,return_via,\
      return_carriers,return_flight_numbers,return_operating_carriers,return_segments,cabin,self_transfer,available,\
      complete,expires_at,source,deep_link
      """
    #expect(OwnFormat.header == expected)
    #expect(OwnFormat.columns.filter(\.isRequired) == Array(OwnFormat.columns.prefix(6)))
  }

  @Test("a fare with everything is one line of it all")
  func full() throws {
    var table = ObservationTable()
    var row = try observation(&table)
    row.priceMinor = 42_487
    row.returnDate = day("2026-09-20")
    row.outbound.departureTime = TimeOfDay(hour: 21, minute: 50)
    row.outbound.arrivalTime = TimeOfDay(hour: 0, minute: 35)
    row.outbound.arrivalDayOffset = -1
    row.outbound.durationMinutes = 465
    row.outbound.stops = 1
    row.outbound.via = table.texts.intern("DUB")
    row.outbound.carriers = table.texts.intern("BA+EI")
    row.outbound.flightNumbers = table.texts.intern("BA1+EI105")
    row.outbound.operatingCarriers = table.texts.intern("BA+EI")
    row.outbound.segments = table.texts.intern(#"[{"a":1}]"#)
    row.inbound.durationMinutes = 400
    row.inbound.stops = 0
    row.cabin = .premiumEconomy
    row.isSelfTransfer = false
    row.isCompleteLook = true
    row.expiresAt = instant("2026-08-02T00:00Z")
    row.deepLink = table.texts.intern("https://example.com/?a=1,2")
    let expected = """
      LHR,JFK,2026-09-10,424.87,EUR,2026-08-01T06:00:00Z,itinerary,2026-09-20,21:50,00:35,-1,465,1,DUB,BA+EI,BA1+EI105,\
      BA+EI,"[{""a"":1}]",,,,400,0,,,,,,premium_economy,false,,true,2026-08-02T00:00:00Z,kiwi,\
      "https://example.com/?a=1,2"
      """
    #expect(line(row, table) == expected)
    #expect(row.durationMinutes == 865)
    #expect(row.stops == 1)
    #expect(row.trip == .return)
  }

  @Test("a sold-out day is a line without a price, and missing values are empty")
  func soldOut() throws {
    var table = ObservationTable()
    var row = try observation(&table)
    row.kind = .day
    row.isSoldOut = true
    let expected =
      "LHR,JFK,2026-09-10,,EUR,2026-08-01T06:00:00Z,day" + String(repeating: ",", count: 24) + "false,,,kiwi,"
    #expect(line(row, table) == expected)
    #expect(row.durationMinutes == nil)
    #expect(row.stops == nil)
    #expect(row.trip == .oneWay)
  }

  @Test("the duration and stops of a return trip are missing when one leg's are")
  func missingLeg() throws {
    var table = ObservationTable()
    var row = try observation(&table)
    row.outbound.durationMinutes = 465
    row.outbound.stops = 1
    #expect(row.durationMinutes == 465)
    row.returnDate = day("2026-09-20")
    #expect(row.durationMinutes == nil)
    #expect(row.stops == nil)
  }

  @Test("a table keeps rows and their provenance side by side, and empties")
  func table() throws {
    var table = ObservationTable()
    let row = try observation(&table)
    table.append(row, from: Provenance(batch: 7, record: 1))
    table.append(row, from: Provenance(batch: 7, record: -1))
    #expect(table.count == 2)
    #expect(table.provenance.map(\.record) == [1, -1])
    table.removeAll()
    #expect(table.count == 0)
    #expect(table.provenance.isEmpty)
    #expect(table.texts.count == 1)
  }
}
