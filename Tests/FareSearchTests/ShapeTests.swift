import FareJSON
import FareModel
import FareSearch
import Testing

@Suite("The shape of a result")
struct ShapeTests {
  private static let fares = {
    var fares = FareList()
    for day in 1...28 {
      fares.add("LIS-LHR 2026-09-\(day < 10 ? "0" : "")\(day) \(50 + day * 7 % 40).00 EUR 2026-08-01T06:00Z") {
        ($0.stops, $0.carriers, $0.link) = (Int8(day % 3), "TP+BA", "https://example.org/")
      }
    }
    fares.add("LIS-LHR 2026-10-01 - EUR 2026-08-01T06:00Z") { $0.isSoldOut = true }
    fares.add("LIS-LHR 2026-10-02 80.00 USD 2026-08-01T06:00Z")
    fares.add("LHR-LIS 2026-09-20 40.00 EUR 2026-08-01T06:00Z")
    fares.add("LIS-LHR 2026-09-10 150.00 EUR 2026-08-01T06:00Z") { $0.back = "2026-09-17" }
    fares.add("LIS-MAD 2026-09-10 30.00 EUR 2026-07-01T06:00Z")
    fares.add("LIS-MAD 2026-09-10 35.00 EUR 2026-08-01T06:00Z")
    return fares
  }()

  @Test(
    "is the one that its method says, whatever is asked",
    arguments: [
      (.calendar, "origin=LIS destination=LHR month=2026-09"),
      (.calendar, "origin=LIS destination=LHR month=2026-10 layout=weeks currency=EUR"),
      (.calendar, "origin=LIS destination=LHR from=2026-09-05 to=2026-10-03 detail=false max_stops=1"),
      (.calendar, "origin=LIS destination=LHR month=2026-09 trip=return nights_min=7"),
      (.calendar, "origin=LIS destination=OSL month=2026-09"),
      (.months, "origin=LIS destination=LHR"), (.months, "origin=LIS destination=OSL months=2"),
      (.months, "origin=LIS destination=LHR trip=return nights_max=9"),
      (.search, "origin=LIS destination=LHR departure_date=2026-09-10"),
      (.search, "origin=LIS destination=LHR departure_date=2026-09-10 return_date=2026-09-20 combine=true limit=1"),
      (.search, "origin=LIS destination=LHR departure_date=2026-09-10 max_stops=0 carriers=FR"),
      (.search, "origin=LIS destination=OSL departure_date=2026-09-10"),
      (.everywhere, "origin=LIS"), (.everywhere, "origin=LIS month=2026-09 group_by=country"),
      (.everywhere, "origin=OSL anytime=true"),
      (.everywhere, "origin=LIS trip=return group_by=month"),
      (.matrix, "origin=LIS destination=LHR departure_date=2026-09-10 return_date=2026-09-17"),
      (.matrix, "origin=LIS destination=LHR from=2026-09-10 to=2026-09-12 nights_min=7 nights_max=10 combine=true"),
      (.matrix, "origin=LIS destination=OSL departure_date=2026-09-10 return_date=2026-09-17"),
      (.explain, "origin=LIS destination=MAD departure_date=2026-09-10"),
      (.explain, "origin=LIS destination=LHR departure_date=2026-09-10 max_stops=0 limit=1"),
      (.explain, "origin=LIS destination=LHR departure_date=2026-09-10 trip=return"),
      (.explain, "origin=LIS destination=LHR departure_date=2027-01-01"),
      (.places, "text=lon"), (.places, "text=zzzz"), (.nearby, "place=LIS radius_km=300"),
      (.routes, ""), (.routes, "origin=LIS limit=1"), (.ping, ""),
    ] as [(Method.Name, String)]
  )
  func fits(name: Method.Name, parameters: String) throws {
    let json = try Asking(Self.fares).json(name, parameters)
    var tree = JSONTree()
    let root = try tree.parse(json.utf8Span.span)
    let misfits = ShapeChecker(tree).misfits(Method.of(name).resultShape, root)
    #expect(misfits == [], "\(json)")
  }

  @Test("is told from others: a member too many, one too few, a wrong type, a word that is none of the choice")
  func findsMisfits() throws {
    let shape = JSONShape.object([
      .always("a", .choice(["x"])), .sometimes("b", .list(.integer.orNull)),
      .always("c", .either([.day, .month]).orNull),
    ])
    func misfits(_ text: String) throws -> [String] {
      var tree = JSONTree()
      let root = try tree.parse(text.utf8Span.span)
      return ShapeChecker(tree).misfits(shape, root)
    }
    #expect(try misfits(#"{"a":"x","b":[1,null],"c":"2026-01"}"#) == [])
    #expect(try misfits(#"{"a":"x","c":null}"#) == [])
    #expect(try misfits(#"{"a":"x"}"#) == ["$.c is missing"])
    #expect(try misfits(#"{"a":"y","c":null}"#) == ["$.a"])
    #expect(try misfits(#"{"a":"x","b":["1"],"c":null}"#) == ["$.b[0]"])
    #expect(try misfits(#"{"a":"x","c":null,"d":1}"#) == ["$.d is unknown"])
    #expect(try misfits(#"{"a":"x","c":"January"}"#) == ["$.c"])
  }
}
