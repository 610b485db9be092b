public import FareModel

/// Scores itineraries among one another, exactly, rounded half up.
///
/// With p the price in minor units, d the duration of all legs in minutes and s 11/10 for a self transfer, else 1:
/// - Best: (pmin · dmin) / (p · d · s). The two least ones may be those of different itineraries.
/// - Cheapest: (pmax − p) / (pmax − pmin).
/// - Fastest: (dmax − d) / (dmax − dmin).
///
/// Least and greatest are those of the priced itineraries. Where all are equal the score is 1. The formulas of Cheapest and
/// Fastest are the ones that Skyscanner's own replies follow: they were worked out from six of them, of ten itineraries
/// each, and give their scores to a millionth.
///
/// - Parameter merits: What is known of each itinerary.
/// - Returns: The scores of each itinerary.
/// - Complexity: O(n).
public func scores(of merits: Span<Merits>) -> [Scores] {
  var prices = Range()
  var durations = Range()
  for i in merits.indices {
    guard let price = merits[i].priceMinor else { continue }
    prices.extend(to: price)
    if let duration = merits[i].durationMinutes { durations.extend(to: Int64(duration)) }
  }
  return merits.indices.map { i in
    guard let price = merits[i].priceMinor else { return Scores() }
    let cheapest = prices.share(above: price)
    guard let duration = merits[i].durationMinutes.map(Int64.init) else { return Scores(cheapest: cheapest) }
    let least = UInt128(prices.least) * UInt128(durations.least) * 10
    let own = UInt128(price) * UInt128(duration) * (merits[i].isSelfTransfer ? 11 : 10)
    return Scores(best: share(least, of: own), cheapest: cheapest, fastest: durations.share(above: duration))
  }
}

/// The least and the greatest of some numbers.
private struct Range {
  private(set) var least = Int64.max
  private(set) var greatest = Int64.min

  mutating func extend(to number: Int64) {
    least = min(least, number)
    greatest = max(greatest, number)
  }

  /// How much of the range lies above a number of it.
  func share(above number: Int64) -> Int32 {
    least == greatest ? Scores.one : FareKernel.share(UInt128(greatest - number), of: UInt128(greatest - least))
  }
}

/// A part of a whole in ten-millionths, half up. Parts of prices times durations fit 105 bits, and so 128 with the factor.
private func share(_ part: UInt128, of whole: UInt128) -> Int32 {
  Int32((2 * part * UInt128(Scores.one) + whole) / (2 * whole))
}
