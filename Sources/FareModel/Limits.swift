/// Every bound of the product, in one place.
public enum Limits {
  /// The greatest price, in minor units: a trillion. Four times it, and products of a price with a duration, fit.
  public static let greatestPriceMinor: Int64 = 1_000_000_000_000
  /// A band needs at least this many priced days.
  public static let fewestPricedDays = 4
  /// The horizon ends this many days after it begins.
  public static let horizonDays = 365
  /// The longest range of days that one calendar shows.
  public static let mostCalendarDays = 400
  /// The most months that `months` shows.
  public static let mostMonths = 24
  /// The most nights of a return trip.
  public static let mostNights = 365
  /// The most stops that a question may allow.
  public static let mostStops = 8
  /// The greatest trade-off between price and duration, either way.
  public static let greatestTradeOff = 6
  /// An observation may lie this far in the future, for clocks that run ahead.
  public static let secondsAhead: Int64 = 300
  /// The longest request line in bytes.
  public static let longestLine = 1 << 20
  /// The deepest nesting of a request.
  public static let deepestNesting = 64
  /// The largest JSON document that is read whole, in bytes.
  public static let largestDocument = 64 << 20
  /// The share of bad rows, in percent, over which a batch is refused, unless it is told otherwise.
  public static let rejectPercent = 10
  /// Below this many rows only a file without one good row is refused.
  public static let rejectFloor = 100
  /// The longest age that `max_age_hours` may name: a hundred years.
  public static let mostAgeHours = 876_000
  /// The longest list in a question, such as carriers.
  public static let longestList = 100
  /// The most places that `places` and `nearby` list.
  public static let mostPlaces = 100
  /// The widest circle that `nearby` draws, in kilometres: half the way round the Earth.
  public static let widestRadius = 20_038
}
