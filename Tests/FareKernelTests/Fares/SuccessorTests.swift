import FareModel
import Support
import Testing

@testable import FareKernel

@Suite("Successors of observations")
struct SuccessorTests {
  private static var surroundings: FareSurroundings {
    FareSurroundings(localDay: { _, instant in instant.utcDay }, exponent: { _ in 2 })
  }

  @Test("are the current row of the fare, else a complete look, as each pair of rows says", arguments: UInt64(1)...20)
  func agreement(_ seed: UInt64) throws {
    var random = RandomObservations(seed: seed)
    random.departureDays = 2
    random.firstDeparture = random.firstObserved.utcDay.advanced(by: 20)
    let table = random.table(300)
    let places = Array(table.rows.indices)
    let current = table.current(among: places, in: Self.surroundings)
    let successors = table.successors(toAllBut: current, in: Self.surroundings)
    for place in places {
      let rules = places.compactMap { other in
        table.rule(by: other, over: place, in: Self.surroundings).map { Successor(place: other, rule: $0) }
      }
      guard let successor = successors[place] else {
        #expect(current.contains(place))
        continue
      }
      #expect(!current.contains(place) && rules.contains(successor))
      let ofFare = rules.first { current.contains($0.place) && $0.rule != .completeLook }
      let newest = rules.filter { $0.rule == .completeLook }.map { table.rows[$0.place].observedAt }.max()
      if let ofFare {
        #expect(successor == ofFare)
      } else {
        #expect(successor.rule == .completeLook && table.rows[successor.place].observedAt == newest)
      }
    }
  }
}
