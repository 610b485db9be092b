import FareModel
import FareSearch
import FareStore
import Support
import Testing

@Suite("Answers from memory")
struct ServedAnswererTests {
  private static let question = "origin=OSL destination=FCO month=2026-09"

  private static func fares(_ price: String = "59.00", at instant: String = "2026-08-01T06:00:00Z") -> FareList {
    var fares = FareList()
    for day in 1...9 { fares.add("OSL-FCO 2026-09-0\(day) \(price) EUR \(instant)") { $0.stops = 1 } }
    fares.add("OSL-FCO 2026-10-01 80.00 EUR 2026-08-01T07:30:00Z")
    return fares
  }

  @Test("equal new ones byte for byte, over random fares, questions, clocks and commits", arguments: 1...6)
  func equalFreshAnswers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var fares = FareList()
    func grow(_ count: Int) {
      for _ in 0..<count {
        let route = ["OSL-FCO", "OSL-CIA", "LIS-FCO"].randomElement(using: &random) ?? ""
        let day = Day(rawValue: 20_697 + Int32.random(in: 0..<60, using: &random))
        let seen = Instant(rawValue: 1_785_542_400 + 900 * Int64.random(in: 0..<112, using: &random))
        let price =
          Bool.random(using: &random) || Bool.random(using: &random)
          ? "\(Int.random(in: 20...99, using: &random)).50" : "-"
        let back = Int.random(in: 0..<4, using: &random) == 0 ? day.advanced(by: 5).description : nil
        let currency = Int.random(in: 0..<9, using: &random) == 0 ? "USD" : "EUR"
        let expires = Int.random(in: 0..<12, using: &random) == 0
        fares.add("\(route) \(day) \(price) \(currency) \(seen)") {
          $0.back = back
          $0.stops = Int8.random(in: 0...2, using: &random)
          $0.isSoldOut = Bool.random(using: &random)
          if expires { $0.expires = seen.advanced(bySeconds: 90_000).description }
          if Int.random(in: 0..<5, using: &random) == 0 { $0.link = "https://book.example/\(day)" }
        }
      }
    }
    grow(120)
    let serving = try Serving(fares, now: "2026-08-02T03:00:00Z", limit: 40_000)
    serving.source.readsAtOnce = seed % 2 == 0
    var kept = 0
    for _ in 0..<60 {
      serving.clock.now = serving.clock.now.advanced(bySeconds: Int64.random(in: 0..<1200, using: &random))
      if Int.random(in: 0..<15, using: &random) == 0 {
        grow(4)
        serving.source.commit(fares, StoreChange(routes: nil), isSilent: false)
      }
      var parameters = [
        "origin=OSL", "destination=" + (["FCO", "CIA", "city:ROM"].randomElement(using: &random) ?? ""),
      ]
      let name: Method.Name = Int.random(in: 0..<5, using: &random) == 0 ? .months : .calendar
      if name == .calendar {
        parameters.append("month=2026-" + (["09", "10", "08"].randomElement(using: &random) ?? ""))
      }
      for (odds, parameter) in [
        (6, "trip=return"), (8, "max_stops=1"), (8, "max_age_hours=20"), (6, "currency=USD"),
        (5, "as_of=2026-08-02T02:00:00Z"),
      ] where Int.random(in: 0..<odds, using: &random) == 0 { parameters.append(parameter) }
      if name == .calendar, Int.random(in: 0..<4, using: &random) == 0 { parameters.append("band_reference=month") }
      let asked = parameters.joined(separator: " ")
      for _ in 0..<2 {
        let answer = try serving.ask(name, asked)
        #expect(try answer.text == serving.fresh(name, asked), "\(asked) at \(serving.clock.now)")
        #expect(try answer.text == serving.fresh(name, asked, atOnce: true), "\(asked) at \(serving.clock.now)")
        if answer.isKept { kept += 1 }
        serving.clock.now = serving.clock.now.advanced(bySeconds: 1)
      }
    }
    #expect(kept > 0)
  }

  @Test("are kept while nothing changed, and say the present")
  func keptAnswersSayThePresent() throws {
    let serving = try Serving(Self.fares())
    let first = try serving.ask(.calendar, Self.question)
    serving.clock.now = serving.clock.now.advanced(bySeconds: 77)
    let second = try serving.ask(.calendar, Self.question)
    #expect(!first.isKept && second.isKept)
    #expect(second.text.contains(#""as_of":"2026-08-01T12:01:17Z""#))
    #expect(second.text == first.text.replacing("2026-08-01T12:00:00Z", with: "2026-08-01T12:01:17Z"))
    #expect(serving.source.snapshots == 1)
  }

  @Test("are worked out anew when an age, the origin's day or the validity of an offer turns")
  func keptAnswersEnd() throws {
    var fares = Self.fares()
    fares.add("OSL-FCO 2026-09-20 30.00 EUR 2026-08-01T06:00:00Z") { $0.expires = "2026-08-01T12:30:00Z" }
    let serving = try Serving(fares)
    for (now, isKept) in [
      ("2026-08-01T12:00:00Z", false), ("2026-08-01T12:29:59Z", true), ("2026-08-01T12:30:00Z", false),
      ("2026-08-01T13:10:00Z", false),
    ] {
      serving.clock.now = try #require(Instant(now))
      let answer = try serving.ask(.calendar, Self.question)
      #expect(answer.isKept == isKept, "at \(now)")
      #expect(try answer.text == serving.fresh(.calendar, Self.question))
    }

    let plain = try Serving(Self.fares(), now: "2026-08-01T21:30:00Z")  // 23:30 in Oslo.
    for (now, isKept, age) in [
      ("2026-08-01T21:30:00Z", false, 15), ("2026-08-01T21:59:59Z", true, 15), ("2026-08-01T22:00:00Z", false, 16),
      ("2026-08-01T22:59:59Z", true, 16), ("2026-08-01T23:00:00Z", false, 17),
    ] {
      plain.clock.now = try #require(Instant(now))
      let answer = try plain.ask(.calendar, Self.question)
      #expect(answer.isKept == isKept, "at \(now)")
      #expect(answer.text.contains("\"age_hours\":\(age),"))
      #expect(try answer.text == plain.fresh(.calendar, Self.question))
    }
  }

  @Test("show a commit that concerns them, and stay when it is about another route")
  func commitsAreShown() throws {
    let serving = try Serving(Self.fares())
    _ = try serving.ask(.calendar, Self.question)
    let other = try Route(#require(PlaceCode("OSL")), #require(PlaceCode("LIS")))
    let own = try Route(#require(PlaceCode("OSL")), #require(PlaceCode("FCO")))
    serving.source.commit(Self.fares("61.00", at: "2026-08-01T09:00:00Z"), StoreChange(routes: [other]))
    #expect(try serving.ask(.calendar, Self.question).isKept)
    serving.source.commit(Self.fares("62.00", at: "2026-08-01T09:00:00Z"), StoreChange(routes: [own]))
    let changed = try serving.ask(.calendar, Self.question)
    #expect(!changed.isKept)
    #expect(changed.text.contains("62.00"))
    #expect(try changed.text == serving.fresh(.calendar, Self.question))
  }

  @Test("of several routes never mix two commits, even when nobody told of the second")
  func unheardCommits() throws {
    let serving = try Serving(Self.fares())
    _ = try serving.ask(.calendar, Self.question)
    var fares = Self.fares("62.00", at: "2026-08-01T09:00:00Z")
    fares.add("OSL-CIA 2026-09-02 10.00 EUR 2026-08-01T09:00:00Z")
    serving.source.commit(fares, StoreChange(routes: nil), isSilent: true)
    let city = "origin=OSL destination=city:ROM month=2026-09"
    #expect(try serving.ask(.calendar, city).text == serving.fresh(.calendar, city))
    #expect(try serving.ask(.calendar, Self.question).text.contains("62.00"))
  }

  @Test("of a route that is new are read at once, without a snapshot, and show a commit that nobody told of")
  func newRoutesAtOnce() throws {
    let serving = try Serving(Self.fares())
    serving.source.readsAtOnce = true
    #expect(try serving.ask(.calendar, Self.question).text == serving.fresh(.calendar, Self.question))
    #expect(serving.source.snapshots == 0)
    var fares = Self.fares("62.00", at: "2026-08-01T09:00:00Z")
    fares.add("OSL-CIA 2026-09-02 10.00 EUR 2026-08-01T09:00:00Z")
    serving.source.commit(fares, StoreChange(routes: nil), isSilent: true)
    let other = "origin=OSL destination=CIA month=2026-09"
    #expect(try serving.ask(.calendar, other).text == serving.fresh(.calendar, other))
    #expect(try serving.ask(.calendar, Self.question).text.contains("62.00"))
    #expect(serving.source.snapshots == 0)
  }

  @Test("see what was loaded of places")
  func referenceIsReloaded() throws {
    let serving = try Serving(Self.fares(), now: "2026-08-01T22:30:00Z")
    #expect(try serving.ask(.months, "origin=OSL destination=FCO months=1").text.contains(#""month":"2026-08""#))
    #expect(try !serving.ask(.places, "text=Zzyzx").text.contains("Zzyzx"))
    serving.source.overlay.places = try [
      PlaceRecord(code: #require(PlaceCode("QZX")), kind: .airport, name: "Zzyzx")
    ]
    serving.source.commit(Self.fares(), StoreChange(hasReference: true))
    let found = try serving.ask(.places, "text=Zzyzx")
    #expect(!found.isKept && found.text.contains("Zzyzx"))
  }

  @Test("end with the connection that could vouch for them")
  func lostConnection() throws {
    let serving = try Serving(Self.fares())
    _ = try serving.ask(.calendar, Self.question)
    serving.source.isConnected = false
    #expect(throws: PostgresError.self) { try serving.ask(.calendar, Self.question) }
  }

  @Test("of a past instant are kept whatever the clock says")
  func pastInstants() throws {
    let serving = try Serving(Self.fares())
    let past = Self.question + " as_of=2026-08-01T08:00:00Z"
    let first = try serving.ask(.calendar, past)
    serving.clock.now = serving.clock.now.advanced(bySeconds: 900_000)
    let second = try serving.ask(.calendar, past)
    #expect(second.isKept && second.text == first.text)
  }

  @Test("take no more memory than they may, and what was used last stays")
  func memoryIsBounded() throws {
    let serving = try Serving(Self.fares(), limit: 20_000)
    for day in 10...30 {
      _ = try serving.ask(.calendar, "origin=OSL destination=FCO from=2026-09-01 to=2026-09-\(day)")
      #expect(serving.served.byteCount <= 20_000)
    }
    #expect(try serving.ask(.calendar, "origin=OSL destination=FCO from=2026-09-01 to=2026-09-30").isKept)
    #expect(try !serving.ask(.calendar, "origin=OSL destination=FCO from=2026-09-01 to=2026-09-10").isKept)
  }
}

extension Route {
  fileprivate init(_ origin: PlaceCode, _ destination: PlaceCode) {
    self.init(origin: origin, destination: destination)
  }
}
