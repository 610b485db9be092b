import FareKernel
import FareModel
import FoundationEssentials
import Support
import Testing

@Suite("Quartiles, bands and statistics")
struct QuartileTests {
  @Test("quartiles lie between ranks, to a quarter of a minor unit")
  func examples() {
    #expect(edges([40, 10, 30, 20]) == BandEdges(sampleSize: 4, lowBelowQuarters: 70, highAboveQuarters: 130))
    #expect(edges([1, 2, 3, 4, 5]) == BandEdges(sampleSize: 5, lowBelowQuarters: 8, highAboveQuarters: 16))
    #expect(edges([1, 2, 3, 4, 5, 7]) == BandEdges(sampleSize: 6, lowBelowQuarters: 9, highAboveQuarters: 19))
  }

  @Test("fewer than four prices have no edges", arguments: 0..<4)
  func tooFew(count: Int) {
    let prices = Array(repeating: Int64(4_999), count: count)
    #expect(edges(prices) == BandEdges(sampleSize: count, lowBelowQuarters: nil, highAboveQuarters: nil))
    #expect(edges(prices).band(of: 4_999) == nil)
  }

  @Test("a tie at a quartile is average, so no tier falls into the wrong band")
  func tiers() {
    let prices =
      Array(repeating: Int64(8_900), count: 8) + Array(repeating: 10_900, count: 15)
      + Array(repeating: 14_900, count: 7)
    let edges = edges(prices)
    #expect([8_900, 10_900, 14_900].map { edges.band(of: $0) } == [.low, .avg, .high])
  }

  @Test("flat prices are average", arguments: [4, 30, 31])
  func flat(count: Int) {
    #expect(edges(Array(repeating: 4_999, count: count)).band(of: 4_999) == .avg)
  }

  @Test("the greatest prices are exact")
  func greatest() {
    let greatest = Limits.greatestPriceMinor
    let prices = (0..<Int64(400)).map { greatest - $0 * $0 }
    #expect(edges(prices) == slowEdges(of: prices))
    #expect(statistics(prices)?.meanMinor == greatest - 53_133)  // The squares of 0…399 come to 53,133.5 a day.
  }

  @Test("agree with their definition on random prices", arguments: 0..<40 as Range<UInt64>)
  func agreesWithSlow(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for greatest in [3, 1_000, Limits.greatestPriceMinor] {
      let count = Int.random(in: 0...400, using: &random)
      let prices = (0..<count).map { _ in Int64.random(in: 1...greatest, using: &random) }
      #expect(edges(prices) == slowEdges(of: prices))
      #expect(statistics(prices) == slowStatistics(prices))
    }
  }

  @Test("bands stay as they are when every price is multiplied")
  func scale() {
    var random = SeededGenerator(seed: 7)
    let prices = (0..<31).map { _ in Int64.random(in: 1...500, using: &random) }
    let (small, large) = (edges(prices), edges(prices.map { $0 * 1_000 }))
    #expect(prices.map { small.band(of: $0) } == prices.map { large.band(of: $0 * 1_000) })
  }

  @Test("statistics are exact, the mean half up")
  func examplesOfStatistics() {
    #expect(statistics([]) == nil)
    #expect(
      statistics([12_000, 10_000, 14_000])
        == PriceStatistics(count: 3, minMinor: 10_000, medianHalves: 24_000, meanMinor: 12_000, maxMinor: 14_000)
    )
    #expect(
      statistics([1, 2]) == PriceStatistics(count: 2, minMinor: 1, medianHalves: 3, meanMinor: 2, maxMinor: 2)
    )
    #expect(statistics([1, 1, 2])?.meanMinor == 1)
    #expect(statistics([4_999, 4_999, 4_999])?.medianHalves == 9_998)
  }

  @Test("reproduce all 244 labels of a real price calendar")
  func realCalendar() throws {
    guard let path = SharedData.path("data/skyscanner_calendar_groups/price_calendar_BOM_JFK.csv") else { return }
    let days = try rows(path)
    let prices = days.map { Int64($0[4].filter { $0 != "." }) ?? 0 }
    let edges = edges(prices)
    #expect(edges == BandEdges(sampleSize: 244, lowBelowQuarters: 227_988, highAboveQuarters: 298_325))
    let labels: [Band: String] = [.low: "low", .avg: "medium", .high: "high"]
    #expect(prices.map { edges.band(of: $0).flatMap { labels[$0] } } == days.map { $0[3] })
  }

  @Test("reproduce the bands of a real calendar among its horizon and among its months")
  func realCalendarByMonth() throws {
    guard let path = SharedData.path("data/skyscanner_calendar_groups/expected_calendar.csv") else { return }
    let days = try rows(path).filter { !$0[4].isEmpty }
    let prices = days.map { Int64($0[4]) ?? 0 }
    let horizon = edges(prices)
    let months = Dictionary(grouping: days.indices) { days[$0][3].prefix(7) }
      .mapValues { edges($0.map { prices[$0] }) }
    #expect(days.indices.map { horizon.band(of: prices[$0])?.name ?? "" } == days.map { $0[7] })
    #expect(days.indices.map { months[days[$0][3].prefix(7)]?.band(of: prices[$0])?.name ?? "" } == days.map { $0[8] })
  }

  private func rows(_ path: String) throws -> [[String]] {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func edges(_ prices: [Int64]) -> BandEdges {
    quartileEdges(of: prices.span)
  }

  private func statistics(_ prices: [Int64]) -> PriceStatistics? {
    FareKernel.statistics(of: prices.span)
  }

  private func slowStatistics(_ prices: [Int64]) -> PriceStatistics? {
    guard let least = prices.min(), let greatest = prices.max() else { return nil }
    let sum = prices.reduce(into: Int128(0)) { $0 += Int128($1) }
    let (mean, rest) = sum.quotientAndRemainder(dividingBy: Int128(prices.count))
    return PriceStatistics(
      count: prices.count,
      minMinor: least,
      medianHalves: slowQuarters(ofQuartile: 2, prices) / 2,
      meanMinor: Int64(mean + (rest * 2 >= Int128(prices.count) ? 1 : 0)),
      maxMinor: greatest
    )
  }
}
