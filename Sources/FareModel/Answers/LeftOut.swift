/// How many priced fares of what an answer shows were left out, and why. A fare is counted under the first that applies.
public struct LeftOut: Hashable, Sendable {
  /// Why a fare was left out.
  public enum Reason: Sendable {
    /// No loaded rate converts it.
    case otherCurrency
    /// It is older than the question allows, or expired.
    case stale
    /// A filter removed it.
    case filtered
  }

  /// No loaded rate converts them.
  public var otherCurrency = 0
  /// They are older than the question allows.
  public var stale = 0
  /// A filter removed them.
  public var filtered = 0

  /// Creates a count of nothing.
  public init() {}

  /// Counts fares that were left out.
  public mutating func add(_ count: Int, _ reason: Reason) {
    switch reason {
    case .otherCurrency: otherCurrency += count
    case .stale: stale += count
    case .filtered: filtered += count
    }
  }
}
