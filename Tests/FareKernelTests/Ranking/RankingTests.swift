import FareKernel
import FareModel
import Support
import Testing

@Suite("Ranking")
struct RankingTests {
  static let tradeOffs = (-6...6).compactMap(TradeOff.init(rawValue:))

  @Test("prices are compared as numbers, and an unknown price is never the cheapest")
  func unpriced() {
    let merits = [
      Merits(1, price: nil, duration: 200), Merits(2, price: nil, duration: 190),
      Merits(3, price: 33_400, duration: 210),
      Merits(4, price: nil, duration: 205), Merits(5, price: 33_000, duration: 260),
    ]
    #expect(rankedIDs(merits, by: .cheapest) == [5, 3, 1, 2, 4])
    #expect(rankedIDs(merits, by: .best) == [3, 5, 1, 2, 4])
    #expect(rankedIDs(merits, by: .fastest) == [3, 5, 1, 2, 4])
  }

  @Test("an unknown duration comes after all known ones where durations count, by price and identifier")
  func withoutDuration() {
    let merits = [
      Merits(1, price: 21_000, duration: nil), Merits(2, price: 19_000, duration: nil, stops: 1),
      Merits(3, price: 24_000, duration: 385, stops: 1), Merits(4, price: 23_000, duration: 410, stops: nil),
    ]
    #expect(rankedIDs(merits, by: .fastest) == [3, 4, 2, 1])
    #expect(rankedIDs(merits, by: .best) == [3, 4, 2, 1])
    #expect(rankedIDs(merits, by: .cheapest) == [2, 1, 4, 3])
  }

  @Test("ties go by price, duration, stops, departure and identifier, the unknown last")
  func ties() {
    let merits = [
      Merits(4, price: 15_000, duration: 200, departure: 420), Merits(2, price: 15_000, duration: 180, departure: 540),
      Merits(6, price: 15_000, duration: 200, departure: 390), Merits(1, price: 15_000, duration: 180, departure: 540),
      Merits(5, price: 15_000, duration: nil, departure: 300),
      Merits(3, price: 14_999, duration: 600, departure: 1_380),
      Merits(0, price: 15_000, duration: 180, stops: 1, departure: 0),
      Merits(7, price: 15_000, duration: 180, departure: nil),
    ]
    #expect(rankedIDs(merits, by: .cheapest) == [3, 1, 2, 7, 0, 6, 4, 5])
  }

  @Test("a self transfer counts as a tenth more, exactly")
  func selfTransfer() {
    let merits = [
      Merits(0, price: 1_000_000_000, duration: 100, risky: true), Merits(1, price: 1_100_000_000, duration: 100),
      Merits(2, price: 1_100_000_001, duration: 100), Merits(3, price: 1_099_999_999, duration: 100),
    ]
    #expect(rankedIDs(merits, by: .best) == [3, 0, 1, 2])
  }

  @Test("−6, 0 and 6 are the three tabs, and there is nothing beyond")
  func tabs() {
    #expect(TradeOff(rawValue: -6) == .cheapest)
    #expect(TradeOff(rawValue: 0) == .best)
    #expect(TradeOff(rawValue: 6) == .fastest)
    #expect(TradeOff(rawValue: 7) == nil)
    #expect(TradeOff(rawValue: -7) == nil)
  }

  @Test("the first of an order is found without the others", arguments: tradeOffs)
  func first(tradeOff: TradeOff) {
    var random = SeededGenerator(seed: UInt64(tradeOff.rawValue + 60))
    for count in [0, 1, 5, 50] {
      let merits = Merits.random(count: count, using: &random)
      #expect(FareKernel.first(of: merits.span, by: tradeOff) == ranking(of: merits.span, by: tradeOff).first)
    }
  }

  @Test("agrees with the powers multiplied out", arguments: tradeOffs)
  func agreesWithSlow(tradeOff: TradeOff) {
    var random = SeededGenerator(seed: UInt64(tradeOff.rawValue + 6))
    let merits = Merits.random(count: 120, using: &random)
    #expect(rankedIDs(merits, by: tradeOff) == slowRankedIDs(merits, by: tradeOff))
  }

  @Test("the greatest prices and durations are compared exactly", arguments: tradeOffs)
  func greatest(tradeOff: TradeOff) {
    let merits = [
      Merits(0, price: .max, duration: .max, risky: true), Merits(1, price: .max, duration: .max),
      Merits(2, price: .max - 1, duration: .max), Merits(3, price: .max, duration: .max - 1),
    ]
    let expected =
      switch tradeOff {
      case .cheapest: [2, 3, 0, 1]
      case .fastest: [3, 2, 0, 1]
      default: [3, 2, 1, 0]
      }
    #expect(rankedIDs(merits, by: tradeOff) == expected)
  }

  @Test("the order of the input changes nothing", arguments: tradeOffs)
  func shuffled(tradeOff: TradeOff) {
    var random = SeededGenerator(seed: 3)
    let merits = Merits.random(count: 200, using: &random)
    #expect(rankedIDs(merits.shuffled(using: &random), by: tradeOff) == rankedIDs(merits, by: tradeOff))
  }

  @Test("multiplying every price changes nothing", arguments: tradeOffs)
  func scaled(tradeOff: TradeOff) {
    var random = SeededGenerator(seed: 4)
    let merits = Merits.random(count: 200, using: &random)
    let scaled = merits.map { merits in
      var scaled = merits
      scaled.priceMinor = merits.priceMinor.map { $0 * 1_000_003 }
      return scaled
    }
    #expect(rankedIDs(scaled, by: tradeOff) == rankedIDs(merits, by: tradeOff))
  }

  @Test("another itinerary never swaps two others", arguments: tradeOffs)
  func independent(tradeOff: TradeOff) {
    var random = SeededGenerator(seed: 5)
    let merits = Merits.random(count: 100, using: &random)
    let few = rankedIDs(Array(merits.dropLast(50)), by: tradeOff)
    let all = rankedIDs(merits, by: tradeOff)
    #expect(all.filter(Set(few).contains) == few)
  }

  /// The order by the words of the rule, for prices and durations of a few digits.
  private func slowRankedIDs(_ merits: [Merits], by tradeOff: TradeOff) -> [Int] {
    let t = tradeOff.rawValue
    let keys = merits.map { merits -> [Digits] in
      let id = digits(Int64(merits.idPlace))
      guard let price = merits.priceMinor else { return [digits(2), id] }
      guard merits.durationMinutes != nil || t == -6 else { return [digits(1), digits(price), id] }
      let duration = Int64(merits.durationMinutes ?? 1_000)
      let transfer: Int64 = merits.isSelfTransfer ? 11 : 10
      let factors =
        Array(repeating: price, count: 6 - t) + Array(repeating: duration, count: 6 + t)
        + Array(repeating: transfer, count: 6 - abs(t))
      let cost = factors.reduce(digits(1)) { product($0, $1) }
      return [digits(0), cost, digits(price), digits(duration)]
        + [digits(merits.stops.map(Int64.init) ?? 9), digits(merits.departure ?? 9), id]
    }
    return merits.indices
      .sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) { $0.lexicographicallyPrecedes($1) } }
      .map { merits[$0].idPlace }
  }
}

/// A number of sixty decimal digits, the highest first.
private typealias Digits = [Int64]

private func digits(_ number: Int64) -> Digits {
  product(Array(repeating: 0, count: 59) + [1], number)
}

private func product(_ number: Digits, _ factor: Int64) -> Digits {
  var product = number
  var carry: Int64 = 0
  for i in number.indices.reversed() {
    let sum = number[i] * factor + carry
    (product[i], carry) = (sum % 10, sum / 10)
  }
  return product
}
