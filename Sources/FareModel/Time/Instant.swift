/// A point in time, to the whole second.
public struct Instant: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public var rawValue: Int64

  /// Creates an instant from seconds since 1970-01-01T00:00:00Z.
  @inlinable
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Orders instants in time.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Instant {
  /// The instant of a local date and time at an offset from UTC in seconds, east positive.
  public init(day: Day, secondOfDay: Int, offsetSeconds: Int = 0) {
    self.init(rawValue: Int64(day.rawValue) * 86_400 + Int64(secondOfDay) - Int64(offsetSeconds))
  }

  /// Parses an ISO 8601 instant: `YYYY-MM-DDTHH:MM`, optional seconds, an optional fraction, and a zone that is
  /// required: `Z`, `±HH:MM`, `±HHMM` or `±HH`. A space may stand for the `T`. The fraction is dropped.
  ///
  /// Returns nil for everything else, above all for a time without a zone, which names no instant.
  public init?(iso8601 utf8: Span<UInt8>) {
    guard utf8.count >= 17, let day = Day(iso8601: utf8.extracting(0..<10)),
      utf8[10] == UInt8(ascii: "T") || utf8[10] == UInt8(ascii: "t") || utf8[10] == UInt8(ascii: " "),
      let time = TimeOfDay(iso8601: utf8.extracting(11..<16))
    else { return nil }
    var position = 16
    var second = 0
    if utf8[position] == UInt8(ascii: ":") {
      guard utf8.count >= 20, let parsed = Digits.parse(utf8, 17..<19), parsed < 60 else { return nil }
      second = parsed
      position = 19
      if utf8[position] == UInt8(ascii: ".") || utf8[position] == UInt8(ascii: ",") {
        let fraction = position + 1
        position = fraction
        while position < utf8.count, utf8[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > fraction, position < utf8.count else { return nil }
      }
    }
    guard let offset = Self.offsetSeconds(utf8.extracting(position..<utf8.count)) else { return nil }
    self.init(day: day, secondOfDay: Int(time.rawValue) * 60 + second, offsetSeconds: offset)
  }

  /// Parses an ISO 8601 instant, as ``init(iso8601:)`` does.
  public init?(_ text: String) {
    self.init(iso8601: text.utf8Span.span)
  }

  /// The date in UTC.
  public var utcDay: Day {
    day(atOffsetSeconds: 0)
  }

  /// The local date at an offset from UTC in seconds, east positive.
  public func day(atOffsetSeconds offset: Int) -> Day {
    let local = rawValue + Int64(offset)
    return Day(rawValue: Int32(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400))
  }

  /// The instant `seconds` later.
  public func advanced(bySeconds seconds: Int64) -> Self {
    Self(rawValue: rawValue + seconds)
  }

  /// The whole hours to a later instant, rounded down; 0 to an earlier one.
  @inlinable
  public func hours(to later: Instant) -> Int64 {
    max(0, later.rawValue - rawValue) / 3600
  }

  /// The offset that `Z`, `±HH:MM`, `±HHMM` or `±HH` writes, in seconds east of UTC; nil for everything else.
  public static func offsetSeconds(_ utf8: Span<UInt8>) -> Int? {
    if utf8.count == 1, utf8[0] == UInt8(ascii: "Z") || utf8[0] == UInt8(ascii: "z") { return 0 }
    guard utf8.count == 3 || utf8.count == 5 || utf8.count == 6, let hours = Digits.parse(utf8, 1..<3), hours <= 14
    else { return nil }
    var minutes = 0
    if utf8.count > 3 {
      if utf8.count == 6, utf8[3] != UInt8(ascii: ":") { return nil }
      guard let parsed = Digits.parse(utf8, (utf8.count - 2)..<utf8.count), parsed < 60 else { return nil }
      minutes = parsed
    }
    switch utf8[0] {
    case UInt8(ascii: "+"): return (hours * 60 + minutes) * 60
    case UInt8(ascii: "-"): return -(hours * 60 + minutes) * 60
    default: return nil
    }
  }
}

extension Instant: CustomStringConvertible {
  /// The instant in UTC as `YYYY-MM-DDTHH:MM:SSZ`.
  public var description: String {
    let day = utcDay
    let second = Int(rawValue - Int64(day.rawValue) * 86_400)
    let time = [second / 3600, second / 60 % 60, second % 60].map { Digits.padded($0, to: 2) }.joined(separator: ":")
    return "\(day)T\(time)Z"
  }
}
