public import FareModel

/// The edges of the bands of some prices: their first and third quartile, exactly.
///
/// The quartiles are of type 7, linear between neighbouring ranks: the q-th stands at rank (n − 1)·q/4 of the sorted
/// prices, counted from 0. A rank is a whole number of quarters, so four times a quartile is a whole number.
///
/// - Parameter prices: Prices in minor units, in any order, from 0 to ``Limits/greatestPriceMinor``.
/// - Returns: The edges, or no edges of fewer than ``Limits/fewestPricedDays`` prices.
/// - Complexity: O(n log n).
public func quartileEdges(of prices: Span<Int64>) -> BandEdges {
  let count = prices.count
  guard count >= Limits.fewestPricedDays else {
    return BandEdges(sampleSize: count, lowBelowQuarters: nil, highAboveQuarters: nil)
  }
  let sorted = sorted(prices)
  return BandEdges(
    sampleSize: count,
    lowBelowQuarters: quarters(ofQuartile: 1, in: sorted),
    highAboveQuarters: quarters(ofQuartile: 3, in: sorted)
  )
}

/// What some prices come to, exactly.
///
/// - Parameter prices: Prices in minor units, in any order, from 0 to ``Limits/greatestPriceMinor``; up to four million
///   of them add up without overflow.
/// - Returns: The statistics, or nil of no prices.
/// - Complexity: O(n log n).
public func statistics(of prices: Span<Int64>) -> PriceStatistics? {
  let sorted = sorted(prices)
  guard let least = sorted.first, let greatest = sorted.last else { return nil }
  let count = sorted.count
  let sum = sorted.reduce(0, +)
  return PriceStatistics(
    count: count,
    minMinor: least,
    medianHalves: sorted[(count - 1) / 2] + sorted[count / 2],
    meanMinor: (2 * sum + Int64(count)) / (2 * Int64(count)),
    maxMinor: greatest
  )
}

private func quarters(ofQuartile quartile: Int, in sorted: [Int64]) -> Int64 {
  let (rank, remainder) = ((sorted.count - 1) * quartile).quotientAndRemainder(dividingBy: 4)
  let next = remainder == 0 ? rank : rank + 1
  return 4 * sorted[rank] + Int64(remainder) * (sorted[next] - sorted[rank])
}

private func sorted(_ prices: Span<Int64>) -> [Int64] {
  prices.indices.map { prices[$0] }.sorted()
}
