import FareKernel
import Support
import Testing

@Suite("Dominance")
struct DominanceTests {
  @Test("whoever is no better in anything and worse in something is dominated")
  func examples() {
    let merits = [
      Merits(0, price: 100, duration: 100, stops: 1),
      Merits(1, price: 100, duration: 100, stops: 1),
      Merits(2, price: 101, duration: 100, stops: 1),
      Merits(3, price: 100, duration: 101, stops: 1),
      Merits(4, price: 100, duration: 100, stops: 2),
      Merits(5, price: 100, duration: 100, stops: 1, risky: true),
      Merits(6, price: 500, duration: 500, stops: 0),
    ]
    #expect(dominated(merits) == [false, false, true, true, true, true, false])
  }

  @Test("nothing is said of an itinerary of which something is unknown")
  func unknown() {
    let merits = [
      Merits(0, price: 100, duration: 100), Merits(1, price: nil, duration: 200), Merits(2, price: 200, duration: nil),
      Merits(3, price: 200, duration: 200, stops: nil),
    ]
    #expect(dominated(merits) == [false, false, false, false])
  }

  @Test("agrees with comparing each with every other", arguments: 0..<20 as Range<UInt64>)
  func agreesWithSlow(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let merits = Merits.random(count: 150, using: &random)
    #expect(dominated(merits) == merits.map { other in merits.contains { dominates($0, other) } })
  }

  @Test("an itinerary never goes before one that dominates it in Best", arguments: 0..<10 as Range<UInt64>)
  func best(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let merits = Merits.random(count: 100, using: &random)
    let ranked = ranking(of: merits.span, by: .best).map { merits[$0] }
    let wronglyPlaced = ranked.indices.filter { i in ranked[i...].contains { dominates($0, ranked[i]) } }
    #expect(wronglyPlaced == [])
  }

  private func dominated(_ merits: [Merits]) -> [Bool] {
    FareKernel.dominated(among: merits.span)
  }

  private func dominates(_ left: Merits, _ right: Merits) -> Bool {
    guard let left = values(left), let right = values(right) else { return false }
    return zip(left, right).allSatisfy(<=) && left != right
  }

  private func values(_ merits: Merits) -> [Int64]? {
    guard let price = merits.priceMinor, let duration = merits.durationMinutes, let stops = merits.stops else {
      return nil
    }
    return [price, Int64(duration), Int64(stops), merits.isSelfTransfer ? 1 : 0]
  }
}
