/// How a price stands among its reference set.
public enum Band: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Below the first quartile.
  case low
  /// From the first to the third quartile, both included.
  case avg
  /// Above the third quartile.
  case high

  /// The band's name in answers.
  public var name: String {
    switch self {
    case .low: "low"
    case .avg: "avg"
    case .high: "high"
    }
  }

  /// The band in a word that people use.
  public var label: String {
    switch self {
    case .low: "Cheap"
    case .avg: "Average"
    case .high: "Expensive"
    }
  }
}

/// The edges that a band compares with, and the sample that they come from.
public struct BandEdges: Hashable, Sendable {
  /// How many priced days the reference set has.
  public var sampleSize: Int
  /// Four times the first quartile in minor units; nil below ``Limits/fewestPricedDays`` priced days.
  public var lowBelowQuarters: Int64?
  /// Four times the third quartile in minor units; nil below ``Limits/fewestPricedDays`` priced days.
  public var highAboveQuarters: Int64?

  /// Creates edges.
  public init(sampleSize: Int, lowBelowQuarters: Int64?, highAboveQuarters: Int64?) {
    self.sampleSize = sampleSize
    self.lowBelowQuarters = lowBelowQuarters
    self.highAboveQuarters = highAboveQuarters
  }

  /// The edges in whole minor units, which part prices exactly as the unrounded ones do: `low` is below the first, `high`
  /// above the second. Nil when the sample was too small for bands.
  public var wholeMinor: (lowBelow: Int64, highAbove: Int64)? {
    guard let low = lowBelowQuarters, let high = highAboveQuarters else { return nil }
    return ((low + 3) / 4, high / 4)
  }

  /// The band of a price in minor units, or nil when the sample was too small for bands.
  @inlinable
  public func band(of priceMinor: Int64) -> Band? {
    guard let low = lowBelowQuarters, let high = highAboveQuarters else { return nil }
    return priceMinor * 4 < low ? .low : priceMinor * 4 > high ? .high : .avg
  }
}
