import CFareKernel
import FareKernel
import FareModel
import Foundation
import Support
import Testing

@Suite("Bands of rows")
struct BandRowsTests {
  @Test("a missing day has no band, and the others have theirs")
  func example() {
    #expect(bands([10, .max, 20, 30, 40], days: 5) == [1, 0, 2, 2, 3])
  }

  @Test("a row of fewer than four prices has no bands", arguments: 1...40)
  func tooFew(days: Int) {
    let row = [10, 20, 30].prefix(days) + Array(repeating: Int32.max, count: max(0, days - 3))
    #expect(bands(Array(row), days: days) == Array(repeating: 0, count: days))
  }

  @Test("no rows have no bands")
  func none() {
    #expect(bands([], days: 31) == [])
  }

  @Test("agree with the quartiles by definition on random rows, on every set of instructions", arguments: shapes)
  func agreesWithSlow(shape: Shape) {
    var random = SeededGenerator(seed: UInt64(shape.days))
    for spread in Spread.allCases {
      let prices = spread.prices(count: shape.days * shape.rows, using: &random)
      let expected = slowBandRows(prices, days: shape.days)
      #expect(bands(prices, days: shape.days) == expected, "\(spread)")
      for set in InstructionSet.ofThisMachine {
        #expect(bands(prices, days: shape.days, by: set) == expected, "\(spread) by \(set)")
      }
    }
  }

  @Test("agree with the quartiles by definition on many rows of a month and of a year", arguments: [31, 365])
  func agreesOnManyRows(days: Int) {
    // By hand, in release: FAREGRID_BAND_ROWS=10000000. A year counts as twelve rows.
    let asked = ProcessInfo.processInfo.environment["FAREGRID_BAND_ROWS"].flatMap(Int.init) ?? 2_000
    let rowsAtATime = 500
    var random = SeededGenerator(seed: 10)
    var compared = 0
    while compared < asked {
      for spread in Spread.allCases {
        let prices = spread.prices(count: days * rowsAtATime, using: &random)
        let expected = slowBandRows(prices, days: days)
        #expect(bands(prices, days: days) == expected, "\(spread)")
        compared += rowsAtATime * (days / 30)
      }
    }
  }

  @Test("stops the process when there are too many days, no whole rows, or too few bands")
  func stopsOnWrongLengths() async {
    await #expect(processExitsWith: .failure) { _ = Self.bands(of: 401, days: 401, bandCount: 401) }
    await #expect(processExitsWith: .failure) { _ = Self.bands(of: 32, days: 31, bandCount: 32) }
    await #expect(processExitsWith: .failure) { _ = Self.bands(of: 31, days: 31, bandCount: 30) }
  }

  /// Rows that fill vectors, leave some over, and are shorter or longer than what a network sorts.
  static let shapes =
    [1, 3, 4, 5, 7, 15, 16, 17, 28, 31, 32, 33, 47, 48, 64, 365, 366, 400].map { Shape(days: $0, rows: 3) }
    + [1, 15, 16, 17, 40].map { Shape(days: 31, rows: $0) }

  struct Shape {
    var days: Int
    var rows: Int
  }

  /// How random prices are spread.
  enum Spread: CaseIterable {
    case even, tiers, flat, skewed, outliers, widest, sparse

    func prices(count: Int, using random: inout SeededGenerator) -> [Int32] {
      let missing = self == .sparse ? 70 : 10
      return (0..<count).map { _ in
        Int.random(in: 0..<100, using: &random) < missing ? .max : price(using: &random)
      }
    }

    private func price(using random: inout SeededGenerator) -> Int32 {
      switch self {
      case .even, .sparse: Int32.random(in: 2_000..<32_000, using: &random)
      case .tiers: [8_900, 10_900, 14_900].randomElement(using: &random) ?? 0
      case .flat: 4_999
      case .skewed: 1 << Int32.random(in: 0..<30, using: &random) + Int32.random(in: 0..<9, using: &random)
      case .outliers:
        Bool.random(using: &random) ? .max - 1 - Int32.random(in: 0...9, using: &random) : 2_000
      case .widest: Int32.random(in: .min..<(.max), using: &random)
      }
    }
  }

  /// What the kernel is compiled for.
  private enum InstructionSet: Int, CaseIterable {
    case baseline = 4
    case avx2 = 8
    case avx512 = 16

    static var ofThisMachine: [Self] { allCases.filter { $0.rawValue <= Int(fare_bands_lanes()) } }
  }

  private func bands(_ prices: [Int32], days: Int) -> [UInt8] {
    var bands = [UInt8](repeating: 9, count: prices.count)
    var span = bands.mutableSpan
    bandRows(prices: prices.span, daysPerRow: days, bands: &span)
    return bands
  }

  private func bands(_ prices: [Int32], days: Int, by set: InstructionSet) -> [UInt8] {
    var bands = [UInt8](repeating: 9, count: prices.count)
    switch set {
    case .baseline: unsafe fare_bands_baseline(prices, prices.count / days, days, &bands)
    #if arch(x86_64)
      case .avx2: unsafe fare_bands_avx2(prices, prices.count / days, days, &bands)
      case .avx512: unsafe fare_bands_avx512(prices, prices.count / days, days, &bands)
    #else
      case .avx2, .avx512: break
    #endif
    }
    return bands
  }

  private static func bands(of priceCount: Int, days: Int, bandCount: Int) -> [UInt8] {
    let prices = [Int32](repeating: 1, count: priceCount)
    var bands = [UInt8](repeating: 9, count: bandCount)
    var span = bands.mutableSpan
    bandRows(prices: prices.span, daysPerRow: days, bands: &span)
    return bands
  }
}
