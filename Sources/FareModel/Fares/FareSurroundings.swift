/// What the current-fare rule must know of the world beyond the observations themselves.
public struct FareSurroundings {
  /// The local date at a place at an instant.
  public var localDay: (PlaceCode, Instant) -> Day
  /// The decimals of a currency.
  public var exponent: (CurrencyCode) -> Int

  /// Creates surroundings.
  public init(localDay: @escaping (PlaceCode, Instant) -> Day, exponent: @escaping (CurrencyCode) -> Int) {
    self.localDay = localDay
    self.exponent = exponent
  }
}
