import Support
import Testing

@testable import faregrid

@Suite("The latency histogram")
struct LatencyHistogramTests {
  /// Durations of every magnitude, from 0 to hours.
  private static func durations(_ count: Int, seed: UInt64) -> [UInt64] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      UInt64.random(in: 0...(1 << UInt64.random(in: 0...44, using: &random)), using: &random)
    }
  }

  private static func histogram(_ durations: [UInt64]) -> LatencyHistogram {
    var histogram = LatencyHistogram()
    for duration in durations { histogram.record(duration) }
    return histogram
  }

  @Test("tells a single duration exactly, and nothing as 0", arguments: [0, 1, 511, 512, 513, 98_765, UInt64.max])
  func single(duration: UInt64) {
    let histogram = Self.histogram([duration])
    #expect(histogram.percentile(perMille: 500) == duration)
    #expect(histogram.greatest == duration)
    #expect(LatencyHistogram().percentile(perMille: 999) == 0)
  }

  @Test("agrees with a sorted list to a 256th, and never tells less", arguments: [1, 2, 7, 1000, 20_000])
  func agreesWithSorting(count: Int) {
    let durations = Self.durations(count, seed: UInt64(count))
    let (histogram, sorted) = (Self.histogram(durations), durations.sorted())
    for perMille: UInt64 in [0, 1, 250, 500, 900, 990, 999, 1000] {
      let rank = max(1, Int((Double(count) * Double(perMille) / 1000).rounded(.up)))
      let exact = sorted[rank - 1]
      let told = histogram.percentile(perMille: perMille)
      #expect(exact <= told && told <= exact + exact / 256, "\(perMille) of \(count): \(told), exactly \(exact)")
    }
    #expect(histogram.greatest == sorted.last)
    #expect(histogram.count == UInt64(count))
  }

  @Test("counts every duration in its doubling, with those between that hold none")
  func doublings() {
    let doublings = Self.histogram([1, 4, 5, 7, 700_000, 0]).doublings()
    #expect(doublings.map(\.lowest) == (0...19).map { 1 << $0 })
    #expect(doublings.filter { $0.count > 0 }.map { "\($0.lowest) \($0.count)" } == ["1 2", "4 3", "524288 1"])
  }
}
