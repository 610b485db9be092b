import FareModel

/// Four times a quartile by its definition: the sorted prices with three more between each two neighbours, a quarter of
/// the way each.
func slowQuarters(ofQuartile quartile: Int, _ prices: [Int64]) -> Int64 {
  let sorted = prices.sorted()
  var steps = [Int128(sorted[0]) * 4]
  for (low, high) in zip(sorted, sorted.dropFirst()) {
    for step in 1...4 as ClosedRange<Int128> { steps.append(Int128(low) * (4 - step) + Int128(high) * step) }
  }
  return Int64(steps[(sorted.count - 1) * quartile])
}

/// Edges by definition.
func slowEdges(of prices: [Int64]) -> BandEdges {
  let isEnough = prices.count >= 4
  return BandEdges(
    sampleSize: prices.count,
    lowBelowQuarters: isEnough ? slowQuarters(ofQuartile: 1, prices) : nil,
    highAboveQuarters: isEnough ? slowQuarters(ofQuartile: 3, prices) : nil
  )
}
