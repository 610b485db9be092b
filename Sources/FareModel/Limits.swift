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
  /// How many bytes of a feed are read at a time.
  public static let feedChunk = 1 << 20
  /// The longest record of a CSV feed or line of an NDJSON feed, in bytes.
  public static let longestRecord = 1 << 20
  /// The longest text of a fare, such as its deep link or segments, in bytes.
  public static let longestText = 16 << 10
  /// The longest piece of a rejected record that is kept, in bytes.
  public static let longestRejectedText = 1000
  /// The longest elapsed time of a leg, in minutes: two weeks.
  public static let longestLegMinutes = 20_160
  /// The longest text of an exchange rate, in bytes.
  public static let longestRate = 30
  /// The longest span from the first to the last day of a calendar page.
  public static let mostPageDays = 800
  /// The most rows that a reader gives at a time, unless it is told otherwise.
  public static let rowsAtATime = 250_000
  /// The local days that may lie between a departure and its arrival.
  public static let arrivalDayOffsets = -1...3
  /// The day offsets that an arrival time without one is tried at, in this order.
  public static let inferredDayOffsets = -1...2
  /// The largest time zone file that is read, in bytes.
  public static let largestZoneFile = 1 << 20
  /// The longest name of a time zone.
  public static let longestZoneName = 64
}
