import FareFeeds
import FareModel
import Support
import Testing

@Suite("reference feeds")
struct ReferenceFeedTests {
  @Test("reads places by the names of their columns, as airports unless they say otherwise")
  func readsPlaces() throws {
    let text = """
      code,kind,name,city,country,latitude,longitude,tz,valid_from,valid_to,successor
      qxa,,Oldfield,Oldtown,de,52.5,-13.25,Europe/Berlin,1950-01-01,2024-03-31,QXC
      QXT,city,Oldtown,,,,,,,,

      """
    let (rows, report) = try reference(text, .places)
    let old = try #require(PlaceCode("QXA"))
    let town = try #require(PlaceCode("QXT"))
    #expect(
      rows.places == [
        PlaceRecord(
          code: old,
          kind: .airport,
          name: "Oldfield",
          city: "Oldtown",
          country: "DE",
          latitude: 52.5,
          longitude: -13.25,
          timeZone: "Europe/Berlin",
          validFrom: Day("1950-01-01"),
          validTo: Day("2024-03-31"),
          successor: PlaceCode("QXC")
        ),
        PlaceRecord(code: town, kind: .city, name: "Oldtown"),
      ]
    )
    #expect(report.rowsRead == 2)
  }

  @Test(
    "rejects places whose fields are not what their columns hold",
    arguments: [
      ("Q1A,,,,", "code"), ("QXA,port,,,", "kind"), ("QXA,,91,,", "latitude"), ("QXA,,nan,,", "latitude"),
      ("QXA,,0x1p3,,", "latitude"), ("QXA,,,2024-13-01,", "valid_from"), ("QXA,,,2024-02-01,2024-01-01", "valid_to"),
    ]
  )
  func rejectsPlaces(_ fields: String, _ column: String) throws {
    let (rows, report) = try reference("code,kind,latitude,valid_from,valid_to\n\(fields)\nQXB,,,,\n", .places)
    #expect(rows.places.map(\.code.description) == ["QXB"])
    #expect(report.rejected.map(\.column) == [column])
    #expect(report.rejected.map(\.record) == [1])
    #expect(report.rowsRead == 2)
  }

  @Test("reads which airports a city has from a file of two columns")
  func readsMemberships() throws {
    guard let file = sharedFile("cases/B33/cities.csv") else { return }
    let (rows, report) = try reference(file, .places)
    #expect(rows.places.isEmpty)
    #expect(
      rows.memberships.map { "\($0.city) \($0.airport)" } == [
        "LON LHR", "LON LGW", "NYC JFK", "NYC LGA", "NYC EWR", "EWR EWR", "BER BER",
      ]
    )
    #expect(report.rowsRead == 7)
  }

  @Test("reads carriers, of which a code may name several, one after the other")
  func readsCarriers() throws {
    guard let file = sharedFile("cases/B32/carriers.csv") else { return }
    let (rows, _) = try reference(file, .carriers)
    #expect(
      rows.carriers == [
        CarrierRecord(code: "Q9", name: "Aero Alfa", validFrom: Day("1999-01-01"), validTo: Day("2019-06-30")),
        CarrierRecord(code: "Q9", name: "Bravo Wings", validFrom: Day("2021-05-01")),
      ]
    )
  }

  @Test("reads routes, with and without a carrier")
  func readsRoutes() throws {
    let (rows, report) = try reference("origin,destination,carrier\nosl,FCO,dy\nOSL,BGO,\nOSL,TRD,NAX\n", .routes)
    #expect(rows.routes.map { "\($0.origin)-\($0.destination) \($0.carrier)" } == ["OSL-FCO DY", "OSL-BGO "])
    #expect(report.rejected.map(\.column) == ["carrier"])
  }

  @Test("reads the airports of OpenFlights, and passes over those without an IATA code")
  func readsOpenFlightsAirports() throws {
    let text = """
      1,"Goroka \\"Old\\" Airport","Goroka","Papua New Guinea","GKA","AYGA",-6.08,145.39,5282,10,"U","Pacific/Port_Moresby","airport","OurAirports"
      2,"Nowhere, N.","Nowhere","Iceland",\\N,"BIXX",64.1,-21.9,5,0,"N",\\N,"airport","OurAirports"

      """
    let (rows, report) = try reference(text, .places)
    let code = try #require(PlaceCode("GKA"))
    let expected = PlaceRecord(
      code: code,
      kind: .airport,
      name: "Goroka \"Old\" Airport",
      city: "Goroka",
      latitude: -6.08,
      longitude: 145.39,
      timeZone: "Pacific/Port_Moresby"
    )
    #expect(rows.places == [expected])
    #expect(report.rowsRead == 1)
    #expect(report.warnings.map(\.code) == [.withoutCode])
  }

  @Test("takes the active airline with a call sign where several have a code, and counts the others as read")
  func ranksOpenFlightsAirlines() throws {
    let text = """
      1,"Old Seven",\\N,"Q7","OSV","OLDSEVEN","Utopia","N"
      2,"Paper Seven",\\N,"Q7","","","Utopia","Y"
      3,"New Seven",\\N,"q7","NSV","SEVEN","Utopia","Y"
      4,"Next Seven",\\N,"Q7","XSV","NEXT","Utopia","Y"
      5,"Private",\\N,"-","N/A",\\N,\\N,"Y"

      """
    let (rows, report) = try reference(text, .carriers)
    #expect(rows.carriers == [CarrierRecord(code: "Q7", name: "New Seven")])
    #expect(report.rowsRead == 4)
    #expect(report.warnings.map(\.count) == [1])
  }

  @Test("reads the whole of OpenFlights")
  func readsOpenFlights() throws {
    guard let airports = sharedFile("data/openflights/airports.dat"),
      let airlines = sharedFile("data/openflights/airlines.dat"), let routes = sharedFile("data/openflights/routes.dat")
    else { return }
    let places = try reference(airports, .places)
    #expect(places.rows.places.count == 6071)
    #expect(places.report.rejected.isEmpty)
    let carriers = try reference(airlines, .carriers).rows.carriers
    let names = Dictionary(carriers.map { ($0.code, $0.name) }) { _, later in later }
    #expect(names.count == carriers.count)
    #expect(
      ["BA", "LH", "VY", "U2"].map { names[$0] } == ["British Airways", "Lufthansa", "Vueling Airlines", "easyJet"]
    )
    // A tenth of the routes is enough here, and debug builds are slow.
    let part = routes.split(separator: UInt8(ascii: "\n")).prefix(6000).joined(separator: [UInt8(ascii: "\n")])
    let flown = try reference(Array(part) + [UInt8(ascii: "\n")], .routes)
    #expect(flown.rows.routes.count == 6000)
    #expect(
      flown.rows.routes.first == RouteRecord(origin: try code("AER"), destination: try code("KZN"), carrier: "2B")
    )
    #expect(flown.report.rejected.isEmpty)
  }

  private func code(_ text: String) throws -> PlaceCode {
    try #require(PlaceCode(text))
  }

  @Test(
    "reads the rates of the European Central Bank in each of its layouts as the same rates",
    arguments: [
      "Date,USD,JPY,CYP,\n2024-01-03,1.0919,155.9,N/A,\n2024-01-02,1.0956,155.25,N/A,\n",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gesmes:Envelope xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>
      <Cube time='2024-01-03'><Cube currency='USD' rate='1.0919'/><Cube currency='JPY' rate='155.9'/></Cube>
      <Cube time="2024-01-02"><Cube currency="USD" rate="1.0956"/><Cube rate="155.25" currency="JPY"/></Cube>
      </Cube></gesmes:Envelope>
      """,
      "base,quote,rate,date\nEUR,USD,1.0919,2024-01-03\neur,JPY,155.9,2024-01-03\nEUR,USD,1.0956,2024-01-02\nEUR,JPY,155.25,2024-01-02\n",
    ]
  )
  func readsRates(_ text: String) throws {
    let (rows, report) = try reference(text, .rates)
    #expect(
      rows.rates.map { "\($0.base) \($0.quote) \($0.rate) \($0.date)" } == [
        "EUR USD 1.0919 2024-01-03", "EUR JPY 155.9 2024-01-03", "EUR USD 1.0956 2024-01-02",
        "EUR JPY 155.25 2024-01-02",
      ]
    )
    #expect(report.rowsRead == 4)
    #expect(report.rejected.isEmpty)
  }

  @Test("reads the day of the bank's daily file")
  func readsDailyRates() throws {
    let (rows, _) = try reference("Date, USD, JPY, \n02 January 2024, 1.0956, 155.25, \n", .rates)
    #expect(
      rows.rates.map { "\($0.quote) \($0.rate) \($0.date)" } == ["USD 1.0956 2024-01-02", "JPY 155.25 2024-01-02"]
    )
  }

  @Test(
    "rejects rates that are no plain decimal number above zero",
    arguments: ["0", "-1", "1e3", "nan", "1,5", "", "1."]
  )
  func rejectsRates(_ rate: String) throws {
    let (rows, report) = try reference("base,quote,rate,date\nEUR,USD,\"\(rate)\",2024-01-02\n", .rates)
    #expect(rows.rates.isEmpty)
    #expect(report.rejected.map(\.column) == ["rate"])
  }

  @Test("refuses a file that is empty, cut, or lacks a column", arguments: ReferenceKind.allCases)
  func refusesFiles(_ kind: ReferenceKind) {
    #expect(throws: FeedError("the file is empty")) { try reference("", kind) }
    #expect(throws: FeedError.self) { try reference("a,b\n1,2\n", kind) }
    #expect(throws: FeedError.self) { try reference("<Cube time='2024-01-02'><Cube currency='USD' ra", kind) }
  }
}
