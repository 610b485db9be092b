import FareModel

/// A date and a time on the clock of a place.
struct LocalTime: Hashable, CustomStringConvertible {
  var day: Day
  var time: TimeOfDay

  init(day: Day, time: TimeOfDay) {
    self.day = day
    self.time = time
  }

  /// Parses `YYYY-MM-DDTHH:MM` with optional seconds; a space may stand for the `T`. A zone is refused: the time would then be no local one for certain.
  init?(_ text: String) {
    let utf8 = text.utf8Span.span
    guard utf8.count >= 16, utf8[10] == UInt8(ascii: "T") || utf8[10] == UInt8(ascii: " "),
      let day = Day(iso8601: utf8.extracting(0..<10)),
      let time = TimeOfDay(iso8601: utf8.extracting(11..<utf8.count))
    else { return nil }
    self.init(day: day, time: time)
  }

  var description: String { "\(day)T\(time)" }

  /// Whether this comes before another time on the same clock.
  func isBefore(_ other: LocalTime) -> Bool {
    (day, time) < (other.day, other.time)
  }
}
