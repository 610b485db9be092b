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

/// The bands of rows by definition: 0 none, 1 low, 2 avg, 3 high.
func slowBandRows(_ prices: [Int32], days: Int) -> [UInt8] {
  stride(from: 0, to: prices.count, by: days).flatMap { start in
    let row = prices[start..<start + days]
    let edges = slowEdges(of: row.filter { $0 != .max }.map(Int64.init))
    return row.map { $0 == .max ? 0 : edges.band(of: Int64($0)).map { $0.rawValue + 1 } ?? 0 }
  }
}
