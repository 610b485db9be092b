/// A calendar month, counted in months since year 0.
public struct Month: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// `year * 12 + month - 1`.
  public var rawValue: Int32

  /// Creates a month from a count of months since January of year 0.
  @inlinable
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Creates the month of a year and a month number.
  ///
  /// - Precondition: `month` is 1 to 12.
  public init(year: Int, month: Int) {
    precondition((1...12).contains(month), "a year has no month \(month)")
    self.init(rawValue: Int32(year * 12 + month - 1))
  }

  /// Parses `YYYY-MM`. Returns nil unless `utf8` is exactly that shape and names a month, so `2026-13` is nil.
  public init?(iso8601 utf8: Span<UInt8>) {
    guard utf8.count == 7, utf8[4] == UInt8(ascii: "-"), let year = Digits.parse(utf8, 0..<4),
      let month = Digits.parse(utf8, 5..<7), (1...12).contains(month)
    else { return nil }
    self.init(year: year, month: month)
  }

  /// Parses `YYYY-MM`, as ``init(iso8601:)`` does.
  public init?(_ text: String) {
    self.init(iso8601: text.utf8Span.span)
  }
}

extension Month: Strideable {
  /// Orders months by date.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The months from this month to `other`, negative when it lies before.
  @inlinable
  public func distance(to other: Self) -> Int {
    Int(other.rawValue) - Int(rawValue)
  }

  /// The month `months` months later.
  @inlinable
  public func advanced(by months: Int) -> Self {
    Self(rawValue: rawValue + Int32(months))
  }
}

extension Month {
  /// The year.
  public var year: Int { Int(rawValue) / 12 }

  /// The month of the year, 1 to 12.
  public var number: Int { Int(rawValue) % 12 + 1 }

  /// How many days the month has.
  public var dayCount: Int { Day.dayCount(ofMonth: number, year: year) }

  /// The first day of the month.
  public var firstDay: Day { Day(rawValue: Day.daysSinceEpoch(year: year, month: number, day: 1)) }

  /// The last day of the month.
  public var lastDay: Day { firstDay.advanced(by: dayCount - 1) }

  /// Every day of the month, once and in order.
  public var days: ClosedRange<Day> { firstDay...lastDay }
}

extension Month: CustomStringConvertible {
  /// The month as `YYYY-MM`.
  public var description: String {
    "\(Digits.padded(year, to: 4))-\(Digits.padded(number, to: 2))"
  }
}
