/// A calendar day, counted from 1970-01-01 in the proleptic Gregorian calendar.
///
/// A day carries no time zone: a departure day is the local date at the place of departure. Days are stepped by
/// counting, never by adding seconds, so no clock change can repeat or lose one.
public struct Day: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// Days since 1970-01-01. Negative before it.
  public var rawValue: Int32

  /// Creates a day from a count of days since 1970-01-01.
  @inlinable
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

extension Day: Strideable {
  /// Orders days by date.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The days from this day to `other`, negative when it lies before.
  @inlinable
  public func distance(to other: Self) -> Int {
    Int(other.rawValue) - Int(rawValue)
  }

  /// The day `days` days later.
  @inlinable
  public func advanced(by days: Int) -> Self {
    Self(rawValue: rawValue + Int32(days))
  }
}

extension Day {
  /// Creates the day of a year, a month (1 to 12) and a day of the month, or nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.dayCount(ofMonth: month, year: year)).contains(day)
    else { return nil }
    self.init(rawValue: Self.daysSinceEpoch(year: year, month: month, day: day))
  }

  /// Parses `YYYY-MM-DD`.
  ///
  /// Returns nil unless `utf8` is exactly that shape and names a day that exists, so `2025-02-29` is nil.
  ///
  /// - Complexity: O(1), without allocating.
  public init?(iso8601 utf8: Span<UInt8>) {
    guard utf8.count == 10, utf8[4] == UInt8(ascii: "-"), utf8[7] == UInt8(ascii: "-"),
      let year = Digits.parse(utf8, 0..<4), let month = Digits.parse(utf8, 5..<7), let day = Digits.parse(utf8, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Parses `YYYY-MM-DD`, as ``init(iso8601:)-swift.init`` does.
  public init?(_ text: String) {
    self.init(iso8601: text.utf8Span.span)
  }

  /// The year, the month (1 to 12) and the day of the month.
  ///
  /// The arithmetic is the inverse of ``daysSinceEpoch(year:month:day:)``: years that start on March 1, so that the
  /// leap day is the last of its year.
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(rawValue) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The month that the day lies in.
  public var month: Month {
    let (year, month, _) = components
    return Month(year: year, month: month)
  }

  /// The day of the month, from 1.
  public var dayOfMonth: Int {
    components.day
  }

  /// The day of the week, 0 for Monday to 6 for Sunday.
  public var weekday: Int {
    let sinceMonday = (Int(rawValue) + 3) % 7  // 1970-01-01 was a Thursday.
    return sinceMonday < 0 ? sinceMonday + 7 : sinceMonday
  }

  static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Howard Hinnant's days-from-civil: the year starts on March 1, so the leap day is the last of the year.
  static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int32 {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int32(era * 146_097 + dayOfEra - 719_468)
  }
}

extension Day: CustomStringConvertible {
  /// The day as `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    return "\(Digits.padded(year, to: 4))-\(Digits.padded(month, to: 2))-\(Digits.padded(day, to: 2))"
  }
}
