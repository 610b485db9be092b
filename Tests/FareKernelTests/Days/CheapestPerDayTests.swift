import FareKernel
import FareModel
import Support
import Testing

@Suite("Cheapest per day")
struct CheapestPerDayTests {
  private var sample = FareSample()

  @Test("a day has its least price, the fares behind it, and the fare that has it")
  mutating func cheapest() {
    sample.add(.day(at: 1, price: 300))
    sample.add(.day(at: 1, price: 100))
    sample.add(.day(at: 1, price: nil))
    sample.add(.day(departing: 19_999, at: 1, price: 500))
    let days = cheapest(of: sample, among: [0, 1, 2, 3])
    #expect(days.map(\.departureDate.rawValue) == [19_999, 20_000])
    #expect(days.map(\.priceMinor) == [500, 100])
    #expect(days.map(\.fareCount) == [1, 2])
    #expect(days.map(\.index) == [3, 1])
  }

  @Test("only the given fares count")
  mutating func among() {
    sample.add(.day(at: 1, price: 100))
    sample.add(.day(at: 1, price: 300))
    #expect(cheapest(of: sample, among: [1]).map(\.priceMinor) == [300])
    #expect(cheapest(of: sample, among: []) == [])
  }

  @Test("of equally cheap fares the newest is taken, then the smaller line")
  mutating func ties() {
    sample.add(.day(at: 1, price: 100))
    sample.add(.day(at: 2, price: 100).with { $0.deepLink = TextID(rawValue: 2) })
    let first = sample.add(.day(at: 2, price: 100).with { $0.deepLink = TextID(rawValue: 1) })
    #expect(cheapest(of: sample, among: [0, 1, 2]).map(\.index) == [first])
  }

  @Test("currencies and return dates are apart, one way first")
  mutating func apart() {
    sample.add(.day(at: 1, price: 100).with { $0.returnDate = Day(rawValue: 20_004) })
    sample.add(.day(at: 1, price: 100).with { $0.currency = .usd })
    sample.add(.day(at: 1, price: 100))
    #expect(cheapest(of: sample, among: [0, 1, 2]).map(\.index) == [2, 1, 0])
  }

  @Test("a day is sold out when its newest look without a price said so, sold out first at one instant")
  mutating func soldOut() {
    sample.add(.day(at: 1, price: nil).with { $0.isSoldOut = true })
    sample.add(.day(at: 2, price: nil))
    sample.add(.day(departing: 20_001, at: 2, price: nil))
    sample.add(.day(departing: 20_001, at: 2, price: nil).with { $0.isSoldOut = true })
    sample.add(.day(departing: 20_001, at: 3, price: 100))
    let days = unpriced(of: sample, among: [0, 1, 2, 3, 4])
    #expect(days.map(\.isSoldOut) == [false, true])
    #expect(days.map(\.index) == [1, 3])
  }

  @Test("agrees with grouping and sorting on random rows", arguments: 0..<20 as Range<UInt64>)
  func agreesWithSlow(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sample = FareSample.random(count: 200, observedAt: 0...3, using: &random)
    for i in sample.rows.indices {
      sample.rows[i].departureDate = Day(rawValue: Int32.random(in: 0...9, using: &random))
      sample.rows[i].currency = Bool.random(using: &random) ? .eur : .usd
      sample.rows[i].deepLink = TextID(rawValue: UInt32(i))
    }
    let indices = sample.rows.indices.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    let cheapest = cheapest(of: sample, among: indices)
    let unpriced = unpriced(of: sample, among: indices)
    #expect(cheapest.map { [$0.index, Int($0.priceMinor), $0.fareCount] } == slowCheapest(of: sample, among: indices))
    #expect(unpriced.map { [$0.index, $0.isSoldOut ? 1 : 0] } == slowUnpriced(of: sample, among: indices))
    #expect(cheapest.allSatisfy { isDay($0.departureDate, $0.returnDate, of: sample.rows[$0.index]) })
    #expect(cheapest.allSatisfy { $0.currency == sample.rows[$0.index].currency })
    #expect(unpriced.allSatisfy { isDay($0.departureDate, $0.returnDate, of: sample.rows[$0.index]) })
  }

  private func cheapest(of sample: FareSample, among indices: [Int]) -> [DayFare] {
    cheapestPerDay(in: sample.rows.span, among: indices.span, precedes: sample.linePrecedes)
  }

  private func unpriced(of sample: FareSample, among indices: [Int]) -> [UnpricedDay] {
    unpricedDays(in: sample.rows.span, among: indices.span, precedes: sample.linePrecedes)
  }

  private func isDay(_ departureDate: Day, _ returnDate: Day?, of row: Observation) -> Bool {
    departureDate == row.departureDate && returnDate == row.returnDate
  }

  private func slowCheapest(of sample: FareSample, among indices: [Int]) -> [[Int]] {
    let priced = indices.filter { sample.rows[$0].priceMinor != nil }
    let days = Dictionary(grouping: priced) { index in
      let row = sample.rows[index]
      return [row.departureDate.rawValue, row.returnDate?.rawValue ?? -1, Int32(row.currency.rawValue)]
    }
    return days.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, fares in
      let best = fares.min {
        let (left, right) = (sample.rows[$0], sample.rows[$1])
        return [left.priceMinor ?? 0, -left.observedAt.rawValue, Int64($0)]
          .lexicographicallyPrecedes([right.priceMinor ?? 0, -right.observedAt.rawValue, Int64($1)])
      }
      return best.map { [$0, Int(sample.rows[$0].priceMinor ?? 0), fares.count] }
    }
  }

  private func slowUnpriced(of sample: FareSample, among indices: [Int]) -> [[Int]] {
    let unpriced = indices.filter { sample.rows[$0].priceMinor == nil }
    let days = Dictionary(grouping: unpriced) { index in
      [sample.rows[index].departureDate.rawValue, sample.rows[index].returnDate?.rawValue ?? -1]
    }
    return days.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, looks in
      let newest = looks.min {
        let (left, right) = (sample.rows[$0], sample.rows[$1])
        return [-left.observedAt.rawValue, left.isSoldOut ? 0 : 1, Int64($0)]
          .lexicographicallyPrecedes([-right.observedAt.rawValue, right.isSoldOut ? 0 : 1, Int64($1)])
      }
      return newest.map { [$0, sample.rows[$0].isSoldOut ? 1 : 0] }
    }
  }
}
