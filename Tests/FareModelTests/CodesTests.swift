import FareModel
import Testing

@Suite("codes and references")
struct CodesTests {
  @Test("a code is read in either case and written in capitals")
  func read() {
    #expect(PlaceCode("lhr")?.description == "LHR")
    #expect(PlaceCode("LhR") == PlaceCode("LHR"))
    #expect(CurrencyCode("eur")?.description == "EUR")
    for text in ["LH", "LHRX", "LH1", "", "L R", "ÄAA", "[AA", "@AA", "é"] {
      #expect(PlaceCode(text) == nil, "\(text)")
    }
  }

  @Test("codes order as their letters")
  func order() {
    let codes = ["ZZZ", "AAB", "AAA", "ABA", "BAA", "LHR"].compactMap { PlaceCode($0) }
    #expect(codes.sorted().map(\.description) == ["AAA", "AAB", "ABA", "BAA", "LHR", "ZZZ"])
  }

  @Test("a reference may ask for a city, and is written as it would be asked")
  func references() {
    #expect(PlaceReference("lon")?.description == "LON")
    #expect(PlaceReference("City:dxb")?.description == "city:DXB")
    #expect(PlaceReference("city:DXB")?.isCity == true)
    for text in ["city:", "city:DX", "town:DXB", "DXB:city", " LON", "city: DXB"] {
      #expect(PlaceReference(text) == nil, "\(text)")
    }
  }

  @Test("cabins and trips are known by their names")
  func names() {
    for cabin in Cabin.allCases { #expect(Cabin(name: cabin.name) == cabin) }
    for trip in Trip.allCases { #expect(Trip(name: trip.name) == trip) }
    #expect(Cabin(name: "premiumEconomy") == nil)
    #expect(Trip(name: "oneway") == nil)
  }
}
