import FareModel

extension BandEdges {
  /// What the signs of the bands mean: `▼ low below £65.99, · avg, ▲ high above £83.99: quartiles of 346 priced days`.
  ///
  /// Without edges it says why there are none.
  ///
  /// - Parameters:
  ///   - sample: What the edges come from, counted.
  ///   - signs: The signs of the bands.
  ///   - text: Writes a price in minor units.
  /// - Returns: The words, without a newline.
  func words(of sample: String, _ signs: Signs, _ text: (Int64) -> String) -> String {
    guard let (low, high) = wholeMinor else {
      return "none: \(sample), and at least \(Limits.fewestPricedDays) are needed"
    }
    return
      "\(signs.low) low below \(text(low)), \(signs.avg) avg, \(signs.high) high above \(text(high)): "
      + "quartiles of \(sample)"
  }
}
