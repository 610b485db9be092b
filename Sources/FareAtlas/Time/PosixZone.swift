import FareModel

/// A rule of a time zone as POSIX writes it in `TZ`, such as `EST5EDT,M3.2.0,M11.1.0`.
///
/// TZif files end with one, which holds for the time behind their last transition.
struct PosixZone: Hashable, Sendable {
  /// The standard offset in seconds east of UTC.
  private var standard: Int
  /// The other offset, with the day and the second of the year at which it begins and ends; nil when there is none.
  private var daylight: Daylight?

  private struct Daylight: Hashable, Sendable {
    var offset: Int
    var begins: YearlyMoment
    var ends: YearlyMoment
  }

  /// Reads a rule; nil when `text` is none.
  init?(_ text: String) {
    var reader = Reader(text)
    guard reader.skipName(), let west = reader.duration() else { return nil }
    standard = -west
    if reader.isAtEnd { return }
    guard reader.skipName() else { return nil }
    var offset = standard + 3600
    if !reader.skip(",") {
      guard let west = reader.duration(), reader.skip(",") else { return nil }
      offset = -west
    }
    guard let begins = reader.moment(), reader.skip(","), let ends = reader.moment(), reader.isAtEnd else { return nil }
    daylight = Daylight(offset: offset, begins: begins, ends: ends)
  }

  /// The offset in force at an instant, in seconds east of UTC.
  func offsetSeconds(at instant: Instant) -> Int {
    guard let daylight else { return standard }
    let year = instant.day(atOffsetSeconds: standard).components.year
    let begins = daylight.begins.instant(year: year, offset: standard)
    let ends = daylight.ends.instant(year: year, offset: daylight.offset)
    // In the south the year begins and ends within summer time.
    let isDaylight =
      begins < ends ? begins <= instant && instant < ends : !(ends <= instant && instant < begins)
    return isDaylight ? daylight.offset : standard
  }
}

/// A moment that comes round every year.
private struct YearlyMoment: Hashable, Sendable {
  enum Date: Hashable, Sendable {
    /// The `week`th `weekday` (0 for Sunday) of a month, 5 for the last.
    case weekday(month: Int, week: Int, weekday: Int)
    /// A day of the year from 1, with February 29 never counted.
    case julian(Int)
    /// A day of the year from 0, with February 29 counted.
    case ordinal(Int)
  }

  var date: Date
  /// Seconds behind local midnight, from −167 to 167 hours.
  var second: Int

  /// The instant in a year, on a clock at `offset` seconds east of UTC.
  func instant(year: Int, offset: Int) -> Instant {
    Instant(day: day(in: year), secondOfDay: second, offsetSeconds: offset)
  }

  private func day(in year: Int) -> Day {
    switch date {
    case .weekday(let month, let week, let weekday):
      let month = Month(year: year, month: month)
      // Day.weekday counts from Monday, POSIX from Sunday.
      let first = month.firstDay
      let firstMatch = first.advanced(by: (weekday + 6 - first.weekday) % 7)
      let match = firstMatch.advanced(by: (week - 1) * 7)
      return match > month.lastDay ? match.advanced(by: -7) : match
    case .julian(let number):
      // A year without February 29 tells the month and the day.
      let (_, month, dayOfMonth) = Month(year: 1970, month: 1).firstDay.advanced(by: number - 1).components
      return Month(year: year, month: month).firstDay.advanced(by: dayOfMonth - 1)
    case .ordinal(let number):
      return Month(year: year, month: 1).firstDay.advanced(by: number)
    }
  }
}

/// Reads the parts of a rule from left to right.
private struct Reader {
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips a zone's abbreviation: letters, or anything in angle brackets.
  mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let name = rest.prefix { $0.isLetter }
    rest = rest[name.endIndex...]
    return !name.isEmpty
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), range.contains(number) else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  /// `[+-]hours[:minutes[:seconds]]` in seconds.
  mutating func duration() -> Int? {
    let sign = skip("-") ? -1 : 1
    if sign == 1 { _ = skip("+") }
    guard var seconds = number(0...167).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  mutating func moment() -> YearlyMoment? {
    guard let date = date() else { return nil }
    guard skip("/") else { return YearlyMoment(date: date, second: 2 * 3600) }
    return duration().map { YearlyMoment(date: date, second: $0) }
  }

  private mutating func date() -> YearlyMoment.Date? {
    if skip("J") { return number(1...365).map(YearlyMoment.Date.julian) }
    guard skip("M") else { return number(0...365).map(YearlyMoment.Date.ordinal) }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
