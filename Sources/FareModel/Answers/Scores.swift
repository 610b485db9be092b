/// How an itinerary stands among others, from 0 to 1 in ten-millionths.
public struct Scores: Hashable, Sendable {
  /// What a score of 1 is in ten-millionths.
  public static let one: Int32 = 10_000_000

  /// The least price times the least duration over the itinerary's own price, duration and self transfer; nil when its price
  /// or duration is missing.
  public var best: Int32?
  /// How far below the greatest price, of the range of prices; nil when unpriced.
  public var cheapest: Int32?
  /// How far below the greatest duration, of the range of durations; nil when unpriced or the duration is missing.
  public var fastest: Int32?

  /// Creates scores.
  public init(best: Int32? = nil, cheapest: Int32? = nil, fastest: Int32? = nil) {
    self.best = best
    self.cheapest = cheapest
    self.fastest = fastest
  }
}
