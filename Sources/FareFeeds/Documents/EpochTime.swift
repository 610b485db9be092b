import FareModel

/// Seconds since 1970-01-01 that end before the year 10000, the last with four digits.
private let writableSeconds = 0..<253_402_300_800

extension Instant {
  /// The instant of a count of seconds since 1970-01-01T00:00:00Z; nil before it and after the year 9999.
  init?(epochSeconds seconds: Int) {
    guard writableSeconds.contains(seconds) else { return nil }
    self.init(rawValue: Int64(seconds))
  }
}

extension LocalTime {
  /// The local date and time that a feed writes as if its clock showed UTC, in seconds since 1970; nil before it and
  /// after the year 9999.
  init?(localSeconds seconds: Int) {
    guard let instant = Instant(epochSeconds: seconds),
      let time = TimeOfDay(hour: seconds / 3600 % 24, minute: seconds / 60 % 60)
    else { return nil }
    self.init(day: instant.utcDay, time: time)
  }
}
