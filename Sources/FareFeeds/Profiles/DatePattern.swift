import FareModel

/// How a feed writes dates and times: letters stand for parts, everything else for itself.
///
/// `yyyy` and `yy` (of this century), `MM` and `M`, `MMM` (the name of a month), `dd` and `d`, `HH` and `H`, `hh` and `h` with
/// `a` (AM or PM), `mm`, `ss`, `S` (the digits of a fraction, which is dropped), `EEE` (a word, such as the name of a weekday,
/// that is passed over) and `Z` (`Z` or an offset such as `+02:00`). Letters that stand for themselves are quoted: `'T'`.
struct DatePattern {
  /// A part of a pattern.
  private enum Part: Hashable {
    case year, shortYear, month, monthName, day, hour, halfDayHour, halfDay, minute, second, fraction, word, offset
    case literal(UInt8)
  }

  /// A part with how many digits it takes.
  private struct Piece: Hashable {
    var part: Part
    var digits = 1...1
  }

  /// The pattern as the profile writes it.
  let text: String
  private let pieces: [Piece]
  private let months: [String]

  private static let parts: [String: Piece] = [
    "yyyy": Piece(part: .year, digits: 4...4), "yy": Piece(part: .shortYear, digits: 2...2),
    "MM": Piece(part: .month, digits: 2...2), "M": Piece(part: .month, digits: 1...2), "MMM": Piece(part: .monthName),
    "dd": Piece(part: .day, digits: 2...2), "d": Piece(part: .day, digits: 1...2),
    "HH": Piece(part: .hour, digits: 2...2), "H": Piece(part: .hour, digits: 1...2),
    "hh": Piece(part: .halfDayHour, digits: 2...2), "h": Piece(part: .halfDayHour, digits: 1...2),
    "a": Piece(part: .halfDay), "mm": Piece(part: .minute, digits: 2...2), "ss": Piece(part: .second, digits: 2...2),
    "S": Piece(part: .fraction, digits: 1...9), "EEE": Piece(part: .word), "Z": Piece(part: .offset),
  ]

  /// The names of the months, where a profile has no others.
  static let englishMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `yyyy-MM-dd`.
  static let iso8601Day = DatePattern(
    text: "yyyy-MM-dd",
    pieces: [
      Piece(part: .year, digits: 4...4), Piece(part: .literal(UInt8(ascii: "-"))), Piece(part: .month, digits: 2...2),
      Piece(part: .literal(UInt8(ascii: "-"))), Piece(part: .day, digits: 2...2),
    ]
  )

  private init(text: String, pieces: [Piece]) {
    self.text = text
    self.pieces = pieces
    months = Self.englishMonths
  }

  /// Reads a pattern, or says why it is none.
  init(_ node: ProfileNode, months: [String]) throws(ProfileError) {
    text = try node.text()
    self.months = months
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      if first == "'" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "'") else { throw node.error("a quote is not closed") }
        pieces += rest[..<end].utf8.map { Piece(part: .literal($0)) }
        rest = rest[rest.index(after: end)...]
      } else if first.isASCII, first.isLetter {
        guard let piece = Self.parts[String(run)] ?? (first == "S" ? Self.parts["S"] : nil) else {
          throw Self.unknown(String(run), node)
        }
        guard !pieces.contains(where: { $0.part == piece.part }) else {
          throw node.error("has \(run) or its like twice")
        }
        pieces.append(piece)
        rest.removeFirst(run.count)
      } else {
        pieces += run.utf8.map { Piece(part: .literal($0)) }
        rest.removeFirst(run.count)
      }
    }
    self.pieces = pieces
    guard has(.halfDay) == has(.halfDayHour) else { throw node.error("h and a go together, H goes without a") }
  }

  private static func unknown(_ run: String, _ node: ProfileNode) -> ProfileError {
    if run == "YYYY" || run == "YY" {
      return node.error("\(run) is the year of a week in other programs; expected yyyy or yy")
    }
    return node.unknown("part of a date or time", run, among: parts.keys.sorted())
  }

  private func has(_ part: Part) -> Bool { pieces.contains { $0.part == part } }

  /// Whether it tells day and month.
  var hasDay: Bool { has(.day) && (has(.month) || has(.monthName)) }
  /// Whether it tells the year.
  var hasYear: Bool { has(.year) || has(.shortYear) }
  /// Whether it tells hour and minute.
  var hasTime: Bool { (has(.hour) || has(.halfDayHour)) && has(.minute) }
  /// Whether it tells the offset from UTC.
  var hasOffset: Bool { has(.offset) }
}

/// What a text says of a date and a time by a pattern.
struct DateParts {
  fileprivate(set) var year = 0
  fileprivate var month = 0
  fileprivate var dayOfMonth = 0
  fileprivate var hour = 0
  fileprivate var isAfternoon: Bool?
  fileprivate var minute = 0
  fileprivate(set) var second = 0
  /// Seconds east of UTC.
  fileprivate(set) var offset = 0

  /// The day, in another year than the one that was told, where none was.
  func day(inYear other: Int? = nil) -> Day? {
    Day(year: other ?? year, month: month, day: dayOfMonth)
  }

  /// The time of day; nil where the clock has no such time.
  var time: TimeOfDay? {
    guard let isAfternoon else { return TimeOfDay(hour: hour, minute: minute) }
    guard 1...12 ~= hour else { return nil }
    return TimeOfDay(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
  }
}

extension DatePattern {
  /// What a text says; nil when it is not of the pattern.
  func parse(_ text: Span<UInt8>) -> DateParts? {
    var parts = DateParts()
    var position = 0
    for piece in pieces {
      guard let next = Self.read(piece, text, position, months, into: &parts) else { return nil }
      position = next
    }
    let isDay = !hasDay || parts.day(inYear: hasYear ? nil : 2000) != nil  // 2000 was a leap year.
    return position == text.count && isDay && parts.time != nil && parts.second < 60 ? parts : nil
  }

  /// Reads a piece at a position and returns where it ends, or nil.
  private static func read(
    _ piece: Piece,
    _ text: Span<UInt8>,
    _ position: Int,
    _ months: [String],
    into parts: inout DateParts
  ) -> Int? {
    switch piece.part {
    case .literal(let byte):
      return position < text.count && text[position] == byte ? position + 1 : nil
    case .word:
      var end = position
      while end < text.count, FieldText.isLetter(text[end]) || text[end] >= 0x80 { end += 1 }
      return end > position ? end : nil
    case .monthName:
      guard let (month, end) = name(text, position, among: months) else { return nil }
      parts.month = month + 1
      return end
    case .halfDay:
      guard let (half, end) = name(text, position, among: ["am", "pm"]) else { return nil }
      parts.isAfternoon = half == 1
      return end
    case .offset:
      guard let seconds = Instant.offsetSeconds(text.extracting(position..<text.count)) else { return nil }
      parts.offset = seconds
      return text.count
    case .year, .shortYear, .month, .day, .hour, .halfDayHour, .minute, .second, .fraction:
      var end = position
      var number = 0
      while end < text.count, end - position < piece.digits.upperBound, FieldText.isDigit(text[end]) {
        number = number * 10 + Int(text[end] - UInt8(ascii: "0"))
        end += 1
      }
      guard end - position >= piece.digits.lowerBound else { return nil }
      set(piece.part, number, &parts)
      return end
    }
  }

  private static func set(_ part: Part, _ number: Int, _ parts: inout DateParts) {
    switch part {
    case .year: parts.year = number
    case .shortYear: parts.year = 2000 + number
    case .month: parts.month = number
    case .day: parts.dayOfMonth = number
    case .hour, .halfDayHour: parts.hour = number
    case .minute: parts.minute = number
    case .second: parts.second = number
    default: break
    }
  }

  /// Which of some names stands at a position, in letters of either case where they are ASCII, and where it ends.
  private static func name(_ text: Span<UInt8>, _ position: Int, among names: [String]) -> (index: Int, end: Int)? {
    for (index, name) in names.enumerated() {
      let name = name.utf8Span.span
      guard position + name.count <= text.count else { continue }
      var isSame = true
      for i in name.indices where FieldText.lowered(name[i]) != FieldText.lowered(text[position + i]) { isSame = false }
      if isSame { return (index, position + name.count) }
    }
    return nil
  }
}
