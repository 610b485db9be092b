import FareAtlas
import FareModel
import Support
import Testing

@Suite("places")
struct PlacesTests {
  private let atlas = Atlas()

  private func resolved(_ text: String, in atlas: Atlas, includePredecessors: Bool = false) -> String? {
    PlaceReference(text)
      .flatMap { atlas.resolve($0, includePredecessors: includePredecessors) }
      .map { "\($0.record.kind) \($0.record.name): \($0.codes.map(\.description).joined(separator: " "))" }
  }

  private func overlay(_ memberships: String) -> ReferenceOverlay {
    var overlay = ReferenceOverlay()
    for line in memberships.split(separator: " ") {
      let pair = line.split(separator: ",").map { code(String($0)) }
      overlay.memberships.append(CityMembership(city: pair[0], airport: pair[1]))
    }
    return overlay
  }

  @Test("a shipped airport has its names, position and time zone")
  func airport() throws {
    let heathrow = try #require(atlas.airport(code("LHR")))
    #expect(heathrow.name == "London Heathrow Airport")
    #expect(heathrow.city == "London")
    #expect(heathrow.country == "GB")
    #expect(heathrow.timeZone == "Europe/London")
    #expect(abs(try #require(heathrow.latitude) - 51.47) < 0.01)
    #expect(abs(try #require(heathrow.longitude) + 0.46) < 0.01)
    #expect(atlas.airport(code("LON")) == nil)
    #expect(atlas.city(code("LON"))?.name == "London")
    #expect(atlas.city(code("LHR")) == nil)
  }

  @Test("the first and the last code of the shipped files are found, and none beyond them")
  func edges() {
    for known in ["AAA", "ZZV", "ABI"] { #expect(atlas.isKnown(code(known)), "\(known)") }
    for unknown in ["ZZZ", "ZZY", "XXQ"] {
      #expect(!atlas.isKnown(code(unknown)), "\(unknown)")
      #expect(atlas.airport(code(unknown)) == nil)
      #expect(atlas.city(code(unknown)) == nil)
      #expect(atlas.resolve(PlaceReference(code: code(unknown))) == nil)
    }
  }

  @Test(
    "a bare code means the airport that has it, else the city; city: asks for the city",
    arguments: [
      ("LHR", "airport London Heathrow Airport: LHR"),
      ("LON", "city London: BQH LCY LGW LHR LON LTN SEN STN"),
      ("city:LON", "city London: BQH LCY LGW LHR LON LTN SEN STN"),
      ("NYC", "city New York: EWR JFK LGA NYC NYS SWF"),
      ("DXB", "airport Dubai International Airport: DXB"),
      ("city:DXB", "city Dubai: DCG DJH DWC DXB"),
      ("EWR", "airport Newark Liberty International Airport: EWR"),
      ("city:EWR", "city Newark: EWR"),
      ("TYO", "city Tokyo: HND NRT OKO TYO"),
      ("city:BER", "city Berlin: BER SXF TXL"),
      // No city claims Kathmandu's airport, so it is a city of its own.
      ("city:KTM", "city Kathmandu: KTM"),
    ]
  )
  func resolution(text: String, expected: String) {
    #expect(resolved(text, in: atlas) == expected)
  }

  @Test("city: and the code of an airport that is no city is unknown")
  func notACity() {
    #expect(resolved("city:LHR", in: atlas) == nil)
  }

  @Test("every large metropolitan area has its airports")
  func metropolitanAreas() {
    let expected = [
      "PAR": "BVA CDG LBG ORY", "WAS": "BWI DCA IAD MTN", "CHI": "DPA MDW ORD PWK RFD", "MIL": "BGY LIN MXP PMF",
      "ROM": "CIA FCO", "MOW": "DME SVO VKO ZIA", "STO": "ARN BMA NYO", "SEL": "GMP ICN", "OSA": "ITM KIX UKB",
      "BUE": "AEP EZE", "RIO": "GIG SDU", "SAO": "CGH GRU VCP", "YTO": "YHM YKF YKZ YTZ YYZ", "YMQ": "YMX YUL",
      "BJS": "NAY PEK PKX", "SHA": "PVG SHA", "IST": "ISL IST SAW", "BKK": "BKK DMK", "JKT": "CGK HLP",
    ]
    for (city, airports) in expected {
      #expect(atlas.airports(of: code(city)).map(\.description).joined(separator: " ") == airports, "\(city)")
    }
  }

  @Test("an airport's cities come with the largest first")
  func citiesOfAirport() {
    #expect(atlas.cities(of: code("EWR")) == [code("NYC"), code("EWR")])
    #expect(atlas.cities(of: code("LHR")) == [code("LON")])
    #expect(atlas.cities(of: code("KTM")) == [code("KTM")])
    #expect(atlas.cities(of: code("LON")).isEmpty)
    #expect(atlas.cities(of: code("ZZZ")).isEmpty)
  }

  @Test("every shipped membership names an airport and a city that are known, and every city has an airport")
  func consistency() {
    var cities = 0
    for first in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      for second in UInt8(ascii: "A")...UInt8(ascii: "Z") {
        for third in UInt8(ascii: "A")...UInt8(ascii: "Z") {
          let code = PlaceCode(rawValue: UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third))
          for airport in atlas.airports(of: code) {
            #expect(atlas.isKnown(airport) && atlas.cities(of: airport).contains(code))
            cities += 1
          }
        }
      }
    }
    #expect(cities > 8000)
  }

  @Test("places of one city are told, so that no trip leads from one to the other (B33)")
  func oneCity() throws {
    func areInOneCity(_ left: String, _ right: String) throws -> Bool {
      let left = try #require(PlaceReference(left).flatMap { atlas.resolve($0) })
      let right = try #require(PlaceReference(right).flatMap { atlas.resolve($0) })
      let answer = atlas.areInOneCity(left, right)
      #expect(answer == atlas.areInOneCity(right, left))
      return answer
    }
    for (left, right) in [
      ("LON", "LGW"), ("LHR", "LGW"), ("LHR", "LHR"), ("EWR", "JFK"), ("city:EWR", "NYC"), ("LON", "LON"),
    ] {
      #expect(try areInOneCity(left, right), "\(left) \(right)")
    }
    for (left, right) in [("LON", "NYC"), ("LGW", "EWR"), ("LHR", "KTM"), ("PAR", "LON")] {
      #expect(try !areInOneCity(left, right), "\(left) \(right)")
    }
  }

  @Test("a loaded place replaces the shipped one of its code and kind, and only that")
  func replacement() {
    var loaded = ReferenceOverlay()
    loaded.places = [
      PlaceRecord(code: code("LHR"), kind: .airport, name: "Heathrow of mine", timeZone: "Asia/Kathmandu"),
      PlaceRecord(code: code("LON"), kind: .airport, name: "A strip called LON"),
      PlaceRecord(code: code("QXX"), kind: .city, name: "Newtown"),
    ]
    let atlas = Atlas(overlay: loaded)
    #expect(resolved("LHR", in: atlas) == "airport Heathrow of mine: LHR")
    #expect(atlas.zone(of: code("LHR"))?.offsetSeconds(at: instant("2026-01-01T00:00Z")) == 20_700)
    #expect(resolved("LON", in: atlas) == "airport A strip called LON: LON")
    #expect(resolved("city:LON", in: atlas) == "city London: BQH LCY LGW LHR LON LTN SEN STN")
    #expect(resolved("QXX", in: atlas) == "city Newtown: QXX")
  }

  @Test("a loaded airport that does not say where it is stands where the shipped one does, in its time zone")
  func partialRecord() throws {
    var loaded = ReferenceOverlay()
    loaded.places = [PlaceRecord(code: code("IST"), kind: .airport, name: "Our Istanbul")]
    let atlas = Atlas(overlay: loaded)
    let expected = try #require(self.atlas.airport(code("IST")))
    let airport = try #require(atlas.airport(code("IST")))
    #expect(airport.name == "Our Istanbul")
    #expect(airport.country == "TR" && airport.city == expected.city && airport.timeZone == "Europe/Istanbul")
    #expect(airport.latitude == expected.latitude && airport.longitude == expected.longitude)
    #expect(atlas.zone(of: code("IST"))?.offsetSeconds(at: instant("2026-01-01T00:00Z")) == 10_800)
    #expect(atlas.places(beginning: "our istanbul", limit: 1) == [airport])
  }

  @Test("loaded memberships add to the shipped ones, and make their codes known")
  func memberships() {
    let atlas = Atlas(overlay: overlay("LON,QXA XQC,QXA XQC,EWR"))
    #expect(resolved("LON", in: atlas) == "city London: BQH LCY LGW LHR LON LTN QXA SEN STN")
    #expect(resolved("XQC", in: atlas) == "city XQC: EWR QXA XQC")
    #expect(resolved("QXA", in: atlas) == "airport QXA: QXA")
    #expect(atlas.isKnown(code("QXA")) && atlas.isKnown(code("XQC")))
    #expect(atlas.cities(of: code("EWR")) == [code("NYC"), code("XQC"), code("EWR")])
  }

  @Test("a retired code is found by its successor only when predecessors are included (B32)")
  func predecessors() {
    var loaded = ReferenceOverlay()
    loaded.places = [
      PlaceRecord(
        code: code("QXA"),
        kind: .airport,
        name: "Oldfield",
        timeZone: "Europe/Berlin",
        validFrom: day("1950-01-01"),
        validTo: day("2024-03-31"),
        successor: code("QXC")
      ),
      PlaceRecord(code: code("QXC"), kind: .airport, name: "Newfield", validFrom: day("2024-04-01")),
      PlaceRecord(code: code("QXB"), kind: .airport, name: "Older", validTo: day("1949-12-31"), successor: code("QXA")),
    ]
    let atlas = Atlas(overlay: loaded)
    #expect(resolved("QXC", in: atlas) == "airport Newfield: QXC")
    #expect(resolved("QXC", in: atlas, includePredecessors: true) == "airport Newfield: QXA QXB QXC")
    #expect(resolved("QXA", in: atlas) == "airport Oldfield: QXA")
    #expect(atlas.retirement(of: code("QXA"), on: day("2023-05-02")) == nil)
    #expect(atlas.retirement(of: code("QXA"), on: day("2024-03-31")) == nil)
    let retirement = atlas.retirement(of: code("QXA"), on: day("2024-05-02"))
    #expect(retirement?.successor == code("QXC"))
    #expect(retirement?.lastDay == day("2024-03-31"))
    #expect(atlas.retirement(of: code("QXC"), on: day("2024-05-02")) == nil)
  }

  @Test("shipped codes that are retired name their successor")
  func shippedRetirement() {
    #expect(atlas.retirement(of: code("TXL"), on: day("2021-01-01"))?.successor == code("BER"))
    #expect(atlas.retirement(of: code("TXL"), on: day("2020-11-08")) == nil)
    #expect(resolved("BER", in: atlas, includePredecessors: true)?.hasSuffix(": BER SXF TXL") == true)
    #expect(atlas.retirement(of: code("ZZZ"), on: day("2021-01-01")) == nil)
  }

  @Test("a city without a time zone has that of its first airport with one")
  func zoneOfCity() {
    let atlas = Atlas(overlay: overlay("XQC,QXA XQC,KTM"))
    #expect(atlas.zone(of: code("XQC"))?.offsetSeconds(at: instant("2026-01-01T00:00Z")) == 20_700)
    #expect(atlas.zone(of: code("QXA")) == nil)
  }

  @Test("an unknown code brings the codes one letter off, the busiest first")
  func nearest() {
    #expect(codes(atlas.nearestCodes(to: code("LHX"), limit: 1)) == "LHR")
    #expect(codes(atlas.nearestCodes(to: code("LNO"), limit: 1)) == "LON")
    let near = atlas.nearestCodes(to: code("ZZZ"), limit: 50)
    #expect(near.allSatisfy { "\($0.code)".filter { $0 == "Z" }.count == 2 })
    #expect(!near.contains { $0.code == code("ZZZ") })
    #expect(atlas.nearestCodes(to: code("LHX"), limit: 3).count == 3)
  }
}
