/// A local time of day, to the minute.
public struct TimeOfDay: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Minutes since local midnight, 0 to 1439.
  public var rawValue: Int16

  /// Creates a time from minutes since local midnight.
  @inlinable
  public init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  /// Orders times of one day.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TimeOfDay {
  /// Creates the time of an hour and a minute, or nil when the clock has no such time.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.init(rawValue: Int16(hour * 60 + minute))
  }

  /// Parses `HH:MM`, or `HH:MM:SS` whose seconds are checked and dropped.
  public init?(iso8601 utf8: Span<UInt8>) {
    let colon = UInt8(ascii: ":")
    guard utf8.count == 5 || utf8.count == 8, utf8[2] == colon, let hour = Digits.parse(utf8, 0..<2),
      let minute = Digits.parse(utf8, 3..<5)
    else { return nil }
    if utf8.count == 8 {
      guard utf8[5] == colon, let second = Digits.parse(utf8, 6..<8), second < 60 else { return nil }
    }
    self.init(hour: hour, minute: minute)
  }

  /// Parses `HH:MM` or `HH:MM:SS`, as ``init(iso8601:)`` does.
  public init?(_ text: String) {
    self.init(iso8601: text.utf8Span.span)
  }

  /// The hour, 0 to 23.
  public var hour: Int { Int(rawValue) / 60 }

  /// The minute, 0 to 59.
  public var minute: Int { Int(rawValue) % 60 }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `HH:MM`.
  public var description: String {
    "\(Digits.padded(hour, to: 2)):\(Digits.padded(minute, to: 2))"
  }
}
