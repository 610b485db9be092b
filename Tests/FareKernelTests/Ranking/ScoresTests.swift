import FareKernel
import FareModel
import Support
import Testing

@Suite("Scores")
struct ScoresTests {
  @Test("are shares of the best, rounded half up to seven decimals")
  func examples() {
    let merits = [
      Merits(0, price: 300, duration: 100), Merits(1, price: 100, duration: 400),
      Merits(2, price: 200, duration: 200, risky: true),
    ]
    let scores = scores(merits)
    // 100 · 100 over 30,000, 40,000 and 44,000.
    #expect(scores.map(\.best) == [3_333_333, 2_500_000, 2_272_727])
    #expect(scores.map(\.cheapest) == [0, 10_000_000, 5_000_000])
    #expect(scores.map(\.fastest) == [10_000_000, 0, 6_666_667])
  }

  @Test("are 1 where all are equal")
  func zeroRange() {
    let scores = scores([Merits(0, price: 100, duration: 90), Merits(1, price: 100, duration: 90)])
    #expect(scores.map(\.best) == [10_000_000, 10_000_000])
    #expect(scores.map(\.cheapest) == [10_000_000, 10_000_000])
    #expect(scores.map(\.fastest) == [10_000_000, 10_000_000])
  }

  @Test("are missing where what they compare is, and the unpriced take no part")
  func missing() {
    let scores = scores([
      Merits(0, price: nil, duration: 10), Merits(1, price: 100, duration: nil), Merits(2, price: 200, duration: 50),
    ])
    #expect(scores.map(\.best) == [nil, nil, 5_000_000])
    #expect(scores.map(\.cheapest) == [nil, 10_000_000, 0])
    #expect(scores.map(\.fastest) == [nil, nil, 10_000_000])
  }

  @Test("do not change when every price is multiplied, up to the greatest")
  func scaled() {
    let prices: [Int64] = [7, 11, 13, 97]
    let factor = Int64.max / 97
    let small = prices.indices.map { Merits($0, price: prices[$0], duration: .max - Int32($0)) }
    let large = prices.indices.map { Merits($0, price: prices[$0] * factor, duration: .max - Int32($0)) }
    #expect(scores(small) == scores(large))
  }

  private func scores(_ merits: [Merits]) -> [Scores] {
    FareKernel.scores(of: merits.span)
  }
}
