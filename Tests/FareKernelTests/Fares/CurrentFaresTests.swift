import FareKernel
import FareModel
import Support
import Testing

@Suite("Current fares")
struct CurrentFaresTests {
  private var sample = FareSample()

  @Test("the newest observation of a day is current, dearer or not")
  mutating func newest() {
    sample.add(.day(at: 10, price: 100))
    let newest = sample.add(.day(at: 20, price: 300))
    sample.add(.day(at: 15, price: 200))
    #expect(sample.current() == [newest])
  }

  @Test("only observations up to the instant of the question count")
  mutating func asOf() {
    let old = sample.add(.day(at: 10, price: 100))
    let new = sample.add(.day(at: 20, price: 300))
    #expect(sample.current(asOf: Instant(rawValue: 9)) == [])
    #expect(sample.current(asOf: Instant(rawValue: 19)) == [old])
    #expect(sample.current(asOf: Instant(rawValue: 20)) == [new])
  }

  @Test("at one instant a price goes before none, then the lower price, then the smaller line")
  mutating func ties() {
    sample.add(.day(at: 10, price: nil))
    sample.add(.day(at: 10, price: 200))
    sample.add(.day(at: 10, price: 100).with { $0.deepLink = TextID(rawValue: 2) })
    let first = sample.add(.day(at: 10, price: 100).with { $0.deepLink = TextID(rawValue: 1) })
    sample.add(.day(at: 10, price: 100).with { $0.deepLink = TextID(rawValue: 1) })
    #expect(sample.current() == [first])
  }

  @Test("a newest observation without a price hides older prices")
  mutating func unpricedHides() {
    sample.add(.day(at: 10, price: 100))
    let unpriced = sample.add(.day(at: 20, price: nil))
    #expect(sample.current() == [unpriced])
  }

  @Test("one made after the local departure day hides nothing and is current only by itself")
  mutating func belated() {
    let priced = sample.add(.day(at: 10, price: 100))
    sample.add(.day(at: 20, price: nil), on: Day(rawValue: 20_001))
    let alone = sample.add(.day(departing: 20_005, at: 20, price: nil), on: Day(rawValue: 20_006))
    let sameDay = sample.add(.day(departing: 20_007, at: 20, price: nil), on: Day(rawValue: 20_007))
    #expect(sample.current() == [priced, alone, sameDay])
  }

  @Test("each source, place, date and cabin has fares of its own")
  mutating func lookParts() {
    sample.add(.day(at: 1, price: 100))
    sample.add(.day(at: 2, price: 100).with { $0.source = TextID(rawValue: 2) })
    sample.add(.day(at: 3, price: 100).with { $0.origin = PlaceCode(rawValue: 1) })
    sample.add(.day(at: 4, price: 100).with { $0.destination = PlaceCode(rawValue: 1) })
    sample.add(.day(departing: 20_001, at: 5, price: 100))
    sample.add(.day(at: 6, price: 100).with { $0.returnDate = Day(rawValue: 20_004) })
    sample.add(.day(at: 7, price: 100).with { $0.cabin = .economy })
    sample.add(.day(at: 8, price: 100).with { $0.kind = .itinerary })
    #expect(sample.current() == Array(0..<8))
  }

  @Test("flight numbers that cover every segment make one fare, whatever else differs")
  mutating func numbered() {
    let flights = itinerary { $0.flightNumbers = TextID(rawValue: 5) }
    sample.add(flights(1).with { $0.outbound.stops = 1 }, numbers: (2, 0))
    let newest = sample.add(flights(2).with { $0.outbound.departureTime = TimeOfDay(rawValue: 5) }, numbers: (2, 0))
    #expect(sample.current() == [newest])
  }

  @Test("where numbers are missing or too few, carriers, departure time, duration, stops and via tell fares apart")
  mutating func unnumbered() {
    for (number, count) in [(UInt32(0), UInt8(0)), (5, 1)] {
      let flights = itinerary {
        $0.flightNumbers = TextID(rawValue: number)
        $0.stops = 1
      }
      sample.add(flights(1), numbers: (count, 0))
      sample.add(flights(2).with { $0.outbound.carriers = TextID(rawValue: 7) }, numbers: (count, 0))
      sample.add(flights(3).with { $0.outbound.departureTime = TimeOfDay(rawValue: 5) }, numbers: (count, 0))
      sample.add(flights(4).with { $0.outbound.durationMinutes = 100 }, numbers: (count, 0))
      sample.add(flights(5).with { $0.outbound.stops = 2 }, numbers: (count, 0))
      sample.add(flights(6).with { $0.outbound.via = TextID(rawValue: 8) }, numbers: (count, 0))
    }
    #expect(sample.current() == Array(0..<12))
  }

  @Test("a complete look hides every older fare that it does not repeat")
  mutating func completeLook() {
    let flights = itinerary { $0.flightNumbers = TextID(rawValue: 5) }
    sample.add(flights(10), numbers: (1, 0))
    sample.add(.day(at: 11, price: 50))
    let complete = sample.add(
      flights(20).with {
        $0.outbound.flightNumbers = TextID(rawValue: 6)
        $0.isCompleteLook = true
      },
      numbers: (1, 0)
    )
    let same = sample.add(flights(20).with { $0.outbound.flightNumbers = TextID(rawValue: 7) }, numbers: (1, 0))
    let other = sample.add(.day(departing: 20_001, at: 5, price: 50))
    #expect(sample.current() == [complete, same, other])
  }

  @Test("a complete look that found nothing, made after the local departure day, hides nothing")
  mutating func belatedCompleteLook() {
    let priced = sample.add(.day(at: 10, price: 100))
    let flights = sample.add(itinerary { $0.flightNumbers = TextID(rawValue: 5) }(11), numbers: (1, 0))
    sample.add(.day(at: 20, price: nil).with { $0.isCompleteLook = true }, on: Day(rawValue: 20_001))
    #expect(sample.current() == [priced, flights])
  }

  @Test("a complete look hides a belated look of its instant, which the fares kept before it do not have either")
  mutating func belatedLookOfTheSameInstant() {
    let departed = Day(rawValue: 20_001)
    sample.add(.day(at: 10, price: 100))
    sample.add(.day(at: 20, price: nil), on: departed)
    #expect(sample.current() == [0])
    var complete = FareSample()
    let flights = itinerary { $0.flightNumbers = TextID(rawValue: 5) }(20)
    complete.add(flights.with { $0.isCompleteLook = true }, on: departed, numbers: (1, 0))
    #expect(sample.appending(complete).current() == [2])
    #expect(sample.picking([0]).appending(complete).current() == [1])
  }

  @Test("agrees with the rule in plain words on random rows", arguments: 0..<40 as Range<UInt64>)
  func agreesWithSlow(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sample = FareSample.random(count: 60, observedAt: 0...6, using: &random)
    for asOf in [nil, Instant(rawValue: 3)] {
      #expect(sample.current(asOf: asOf) == sample.slowCurrent(asOf: asOf))
    }
  }

  @Test("current fares stand for all rows when newer ones come", arguments: 0..<100 as Range<UInt64>)
  func merges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ofOneLook = seed % 2 == 0
    let before = FareSample.random(count: 20, observedAt: 0...2, ofOneLook: ofOneLook, using: &random)
    let after = FareSample.random(count: 10, observedAt: 2...4, ofOneLook: ofOneLook, using: &random)
    let kept = before.current()
    let places = kept + (20..<30)  // Where the rows of the merged sample stand among all.
    #expect(before.picking(kept).appending(after).current().map { places[$0] } == before.appending(after).current())
  }

  @Test("does not depend on the order of the rows", arguments: 0..<10 as Range<UInt64>)
  func orderless(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sample = FareSample.random(count: 300, observedAt: 0...6, using: &random)
    for i in sample.rows.indices { sample.rows[i].deepLink = TextID(rawValue: UInt32(i)) }
    let shuffled = sample.picking(sample.rows.indices.shuffled(using: &random))
    #expect(Set(shuffled.current().map { shuffled.rows[$0] }) == Set(sample.current().map { sample.rows[$0] }))
  }

  @Test("many looks and fares are kept apart")
  mutating func many() {
    for second in 0..<2 as Range<Int64> {
      for day in 0..<2_000 as Range<Int32> { sample.add(.day(departing: day, at: second, price: 100)) }
    }
    #expect(sample.current() == Array(2_000..<4_000))
  }

  @Test("lines are asked of only where instant and price are the same")
  func asksOfTiesOnly() {
    var random = SeededGenerator(seed: 1)
    let sample = FareSample.random(count: 300, observedAt: 0...6, using: &random)
    var asked = 0
    var wronglyAsked = 0
    _ = currentFares(
      in: sample.rows.span,
      observedOn: sample.localDays.span,
      flightNumbers: sample.flightNumbers.span,
      asOf: nil
    ) { left, right in
      asked += 1
      let (left, right) = (sample.rows[left], sample.rows[right])
      if left.observedAt != right.observedAt || left.priceMinor != right.priceMinor { wronglyAsked += 1 }
      return left.deepLink.rawValue < right.deepLink.rawValue
    }
    #expect(asked > 0)
    #expect(wronglyAsked == 0)
  }

  @Test("stops the process when the columns differ in length")
  func stopsOnUnequalColumns() async {
    await #expect(processExitsWith: .failure) {
      var sample = FareSample()
      sample.add(.day(at: 1, price: 1))
      sample.localDays = []
      _ = sample.current()
    }
  }

  private func itinerary(_ change: @escaping (inout ObservedLeg) -> Void) -> (Int64) -> Observation {
    { second in
      Observation.day(at: second, price: 100).with {
        $0.kind = .itinerary
        change(&$0.outbound)
      }
    }
  }
}
