import FareAtlas
import FareModel
import Testing

@Suite("type-ahead")
struct TypeAheadTests {
  private static let atlas = Atlas()

  private func found(_ text: String, limit: Int = 8) -> String {
    Self.atlas.places(beginning: text, limit: limit).map { "\($0.kind == .city ? "city:" : "")\($0.code)" }
      .joined(separator: " ")
  }

  @Test("a city comes before its airports, and they in the order of their traffic")
  func city() {
    #expect(found("lond", limit: 6) == "city:LON LHR LGW LTN LCY STN")
    #expect(found("new york", limit: 3) == "city:NYC JFK LGA")
  }

  @Test(
    "the place whose code the text is comes first",
    arguments: [("lhr", "LHR"), ("LON", "city:LON"), ("ber", "city:BER"), ("kul", "city:KUL"), ("ktm", "KTM")]
  )
  func exactCode(text: String, first: String) {
    #expect(found(text, limit: 1) == first)
  }

  @Test(
    "accents and case do not matter",
    arguments: [
      ("sao pau", "city:SAO"), ("SÃO PAULO", "city:SAO"), ("zur", "ZRH"), ("Zürich", "ZRH"), ("malmo", "city:MMA"),
      ("Malmö", "city:MMA"), ("istanbul", "city:IST"), ("İstanbul", "city:IST"), ("krakow", "KRK"), ("KRAKÓW", "KRK"),
      ("Đà Nẵng", "DAD"), ("da nang", "DAD"), ("Zu\u{308}rich", "ZRH"), ("dusseldorf", "city:DUS"),
    ]
  )
  func accents(text: String, first: String) {
    #expect(found(text, limit: 1) == first)
  }

  @Test(
    "a word inside a name is enough",
    arguments: [
      ("heathrow", "LHR"), ("kennedy", "JFK"), ("ohare", "ORD"), ("O'Hare", "ORD"), ("charles de g", "CDG"),
      ("schiphol", "AMS"),
    ]
  )
  func words(text: String, first: String) {
    #expect(found(text, limit: 1) == first)
  }

  @Test("the beginning of a code finds it after cities and names")
  func beginningOfCode() {
    #expect(found("lh", limit: 100).split(separator: " ").contains("LHR"))
  }

  @Test("text that names nothing finds nothing", arguments: ["", "  ", "--", "qqqqqq", "zürichx"])
  func nothing(text: String) {
    #expect(found(text) == "")
  }

  @Test("the limit cuts the same list short")
  func limit() {
    #expect(found("san", limit: 20).hasPrefix(found("san", limit: 5)))
    #expect(found("san", limit: 5).split(separator: " ").count == 5)
  }

  @Test("loaded places are found, and a replaced one is found once and by its new name")
  func loaded() {
    var overlay = ReferenceOverlay()
    overlay.places = [
      PlaceRecord(code: code("QXA"), kind: .airport, name: "Oldfield", city: "Zwölfkirchen"),
      PlaceRecord(code: code("LHR"), kind: .airport, name: "Renamed", city: "London"),
    ]
    let atlas = Atlas(overlay: overlay)
    #expect(codes(atlas.places(beginning: "zwolf", limit: 5)) == "QXA")
    #expect(codes(atlas.places(beginning: "renamed", limit: 5)) == "LHR")
    #expect(atlas.places(beginning: "heathrow", limit: 5).allSatisfy { $0.code != code("LHR") })
  }
}

@Suite("nearby")
struct NearbyTests {
  private static let atlas = Atlas()

  private func nearby(_ text: String, _ radius: Double, _ limit: Int) throws -> [NearbyPlace] {
    let place = try #require(PlaceReference(text).flatMap { Self.atlas.resolve($0) })
    return Self.atlas.nearby(place, radiusKilometres: radius, limit: limit)
  }

  @Test("airports come nearest first, within the circle, without the middle")
  func order() throws {
    let near = try nearby("LHR", 60, 50)
    #expect(near.map(\.kilometres) == near.map(\.kilometres).sorted())
    #expect(near.allSatisfy { $0.kilometres <= 60 && $0.place.code != code("LHR") })
    for airport in ["LGW", "LCY", "LTN"] { #expect(near.contains { $0.place.code == code(airport) }, "\(airport)") }
    #expect(try nearby("LHR", 60, 2) == Array(near.prefix(2)))
  }

  @Test("a city's own airports are among those around it, and retired ones are not")
  func city() throws {
    let near = try nearby("BER", 40, 50) + nearby("city:BER", 40, 50)
    #expect(near.contains { $0.place.code == code("BER") })
    #expect(!near.contains { $0.place.code == code("TXL") })
  }

  @Test(
    "distances are those of the great circle",
    arguments: [("LHR", "JFK", 5540.0), ("SYD", "SCL", 11_340), ("APW", "PPG", 150.5)]
  )
  func distance(from: String, to: String, kilometres: Double) throws {
    let found = try #require(try nearby(from, kilometres * 1.02, 10_000).first { $0.place.code == code(to) })
    #expect(abs(found.kilometres - kilometres) < kilometres * 0.01)
  }

  @Test("a place without a position has nothing around it")
  func noPosition() throws {
    var overlay = ReferenceOverlay()
    overlay.places = [PlaceRecord(code: code("QXA"), kind: .airport, name: "Somewhere")]
    let atlas = Atlas(overlay: overlay)
    let place = try #require(atlas.resolve(PlaceReference(code: code("QXA"))))
    #expect(atlas.nearby(place, radiusKilometres: 20_000, limit: 10).isEmpty)
  }
}
