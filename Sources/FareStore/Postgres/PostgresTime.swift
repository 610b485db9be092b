import FareModel

/// Days and instants as PostgreSQL sends them: counted from 2000-01-01 in UTC.
///
/// The greatest and the least value of each type stand for `infinity` and `-infinity` on both sides.
enum PostgresTime {
  private static let epochDays: Int32 = 10_957
  private static let epochSeconds: Int64 = 946_684_800
  private static let microsecondsPerSecond: Int64 = 1_000_000

  /// The days since 2000-01-01.
  static func wire(_ day: Day) -> Int32 {
    shifted(day.rawValue, by: -epochDays)
  }

  /// The day that lies `wire` days after 2000-01-01.
  static func day(_ wire: Int32) -> Day {
    Day(rawValue: shifted(wire, by: epochDays))
  }

  /// The microseconds since 2000-01-01T00:00:00Z.
  static func wire(_ instant: Instant) -> Int64 {
    let seconds = shifted(instant.rawValue, by: -epochSeconds)
    let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: microsecondsPerSecond)
    return overflow ? (seconds < 0 ? .min : .max) : microseconds
  }

  /// The instant that lies `wire` microseconds after 2000-01-01T00:00:00Z; a fraction of a second is dropped.
  static func instant(_ wire: Int64) -> Instant {
    if wire == .max || wire == .min { return Instant(rawValue: wire) }
    let (quotient, remainder) = wire.quotientAndRemainder(dividingBy: microsecondsPerSecond)
    return Instant(rawValue: (remainder < 0 ? quotient - 1 : quotient) + epochSeconds)
  }

  private static func shifted<Value: FixedWidthInteger>(_ value: Value, by offset: Value) -> Value {
    if value == .max || value == .min { return value }
    let (sum, overflow) = value.addingReportingOverflow(offset)
    return overflow ? (offset < 0 ? .min : .max) : sum
  }
}
