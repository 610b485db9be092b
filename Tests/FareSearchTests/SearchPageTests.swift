import FareModel
import FareStore
import Testing

@Suite("Pages of a search")
struct SearchPageTests {
  private static let question = "origin=KEF destination=LHR departure_date=2026-09-10"

  private static func fares(_ add: (inout FareList) -> Void) -> FareList {
    var fares = FareList()
    add(&fares)
    return fares
  }

  @Test("take a cursor of their own question only, whose instant it pins")
  func cursors() throws {
    let fares = Self.fares { fares in
      for number in 1...3 { fares.addFlight("10\(number).00", "FI\(number)") }
    }
    let first = try Asking(fares).search(Self.question + " limit=2")
    let cursor = try #require(first.nextPosition).description
    var later = fares
    later.addFlight("1.00", "FI9", seen: "2026-08-01T18:00Z")
    let second = try Asking(later, now: "2026-08-02T12:00:00Z").search("\(Self.question) limit=2 cursor=\(cursor)")
    #expect(second.asOf == first.asOf)
    #expect(second.itineraries.map(\.priceMinor) == [10_300] && second.nextPosition == nil)
    let other = try Self.error(Asking(fares), "max_stops=1 cursor=\(cursor)")
    #expect(other?.parameter == "cursor")
    #expect(
      try Self.error(Asking(fares), "as_of=2026-08-01T11:00Z cursor=\(cursor)")?.parameter == "cursor"
    )
  }

  @Test("repeat nothing when fares are loaded meanwhile, even that of the page's end", arguments: SearchOrder.allCases)
  func loadedMeanwhile(order: SearchOrder) throws {
    let parameters = "\(Self.question) limit=2 order=\(order.rawValue)"
    let fares = Self.fares { fares in
      for number in 1...4 { fares.addFlight("10\(number).00", "FI\(number)") }
    }
    let first = try Asking(fares).search(parameters)
    #expect(first.flights == ["FI1", "FI2"])
    let cursor = try #require(first.nextPosition).description
    var more = fares
    more.addFlight("100.00", "FI9", seen: "2026-08-01T11:59Z")
    #expect(try Asking(more).search("\(parameters) cursor=\(cursor)").flights == ["FI3", "FI4"])
    let less = Self.fares { fares in
      for number in [1, 3, 4] { fares.addFlight("10\(number).00", "FI\(number)") }
    }
    let second = try Asking(less).search("\(parameters) cursor=\(cursor)")
    #expect(second.flights == ["FI3", "FI4"] && second.offset == 1)
  }

  @Test("go on however the question is spelt, and in the currency of the first")
  func spelling() throws {
    var fares = Self.fares { fares in
      for number in 1...3 { fares.addFlight("10\(number).00", "FI\(number)") }
    }
    let cursor = try #require(Asking(fares).search("\(Self.question) limit=2").nextPosition).description
    for number in 1...4 {
      fares.add("KEF-LHR 2026-09-2\(number) 50.00 ISK 2026-08-01T06:00Z", exponent: 0)
    }
    let asking = Asking(fares)
    for more in ["order=best", "trade_off=0", "combine=false", "direct_only=false", "limit=1", "locale=de-DE"] {
      let next = try asking.search("\(Self.question) \(more) cursor=\(cursor)")
      #expect(next.flights == ["FI3"] && next.currency == CurrencyCode("EUR"), "\(more)")
    }
    #expect(try asking.search("origin=kef destination=lhr departure_date=2026-09-10 cursor=\(cursor)").total == 3)
  }

  @Test("are refused when their cursor was made up, and never end the process")
  func madeUp() throws {
    let fares = Self.fares { fares in
      for number in 1...3 { fares.addFlight("10\(number).00", "FI\(number)") }
    }
    let cursor = try #require(Asking(fares).search("\(Self.question) limit=2").nextPosition).description
    let fields = cursor.split(separator: ".").map(String.init)
    #expect(fields.count == 9)
    let wrong = ["", "-1", "0", "9223372036854775808", "x", "10000000000000000.1", "2026-13-01T00:00:00Z", "é"]
    for (place, value) in fields.indices.flatMap({ place in wrong.map { (place, $0) } }) {
      var made = fields
      made[place] = value
      let text = made.joined(separator: ".")
      do {
        _ = try Asking(fares).search("\(Self.question) cursor=\(text)")
      } catch let error as ArgumentError {
        #expect(error.parameter == "cursor", "\(text)")
      } catch AnswerFault.argument(let error) {
        #expect(error.parameter == "cursor", "\(text)")
      }
    }
    let numbers = [Int64.min, -1, 0, 1, .max]
    for price in numbers {
      for departure in numbers {
        var made = fields
        (made[4], made[7]) = ("\(price)", "\(departure)")
        _ = try? Asking(fares).search("\(Self.question) cursor=\(made.joined(separator: "."))")
      }
    }
  }

  private static func error(_ asking: Asking, _ parameters: String) throws -> ArgumentError? {
    do {
      guard case .argument(let error)? = try asking.fault(.search, "\(question) \(parameters)") else { return nil }
      return error
    } catch let error as ArgumentError {
      return error
    }
  }
}
