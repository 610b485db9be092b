import FareAtlas
import FareModel

/// The text of a record in the words of the own format, as a profile translates it, and the memory that this takes.
///
/// One value serves all records of a feed, so that its buffers are allocated once.
struct RecordText {
  /// The fields that were written, behind each other.
  private(set) var bytes: [UInt8] = []
  /// The days that were written, which other dates are counted from.
  private(set) var departureDay: Day?
  private(set) var returnDay: Day?
  private var raw: [UInt8] = []
  private var items: [Range<Int>] = []

  /// What a recipe made of a record.
  enum Outcome {
    /// The text at a place of ``bytes``.
    case text(Range<Int>)
    /// A day, counted from the departure of its leg.
    case arrival(days: Int)
    /// That the fare is sold out.
    case soldOut
    /// Nothing.
    case missing
  }

  /// Forgets the record before.
  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    departureDay = nil
    returnDay = nil
  }

  /// Writes what a recipe makes of the record that `scanner` stands at.
  mutating func write(
    _ recipe: BoundRecipe,
    for target: ProfileTarget,
    of scanner: borrowing CSVScanner
  ) throws(Rejection) -> Outcome {
    guard let text = try gather(recipe, scanner) else { return .missing }
    switch recipe.reading {
    case .plain: return .text(text)
    case .date(let patterns, _): return try writeDate(patterns, recipe, target, text, scanner)
    case .time(let patterns): return try writeTime(patterns, text)
    case .instant(let patterns, let zone): return try writeInstant(patterns, zone, text)
    case .epoch(let perSecond): return try writeEpoch(perSecond, text)
    case .duration(let format): return try writeDuration(format, text)
    case .price(let format): return try writePrice(format, text)
    }
  }

  // MARK: Items

  /// Appends the items that a recipe takes, joined by `+`, and returns where they stand; nil when one says nothing.
  private mutating func gather(
    _ recipe: BoundRecipe,
    _ scanner: borrowing CSVScanner
  ) throws(Rejection) -> Range<Int>? {
    raw.removeAll(keepingCapacity: true)
    for piece in recipe.pieces {
      switch piece {
      case .text(let text): raw.append(contentsOf: text)
      case .field(let index):
        let field = scanner.field(index)
        if field.isEmpty { return nil }
        Self.append(scanner.text.extracting(field), to: &raw)
      }
    }
    split(recipe.separator)
    let taken = take(recipe.take)
    guard !taken.isEmpty else { return nil }
    let begin = bytes.count
    if recipe.take == .changes {
      Self.append(taken.count - 1, digits: 1, to: &bytes)
      return begin..<bytes.count
    }
    for index in taken {
      if bytes.count > begin { bytes.append(UInt8(ascii: "+")) }
      guard try Self.append(items[index], of: raw, recipe, to: &bytes) else { return nil }
    }
    return begin..<bytes.count
  }

  /// Finds the items of the raw text.
  private mutating func split(_ separator: [UInt8]) {
    items.removeAll(keepingCapacity: true)
    var begin = 0
    var position = 0
    while !separator.isEmpty, position + separator.count <= raw.count {
      if FieldText.begins(raw.span.extracting(position..<raw.count), with: separator) {
        items.append(FieldText.trimmed(raw.span, begin..<position))
        position += separator.count
        begin = position
      } else {
        position += 1
      }
    }
    items.append(FieldText.trimmed(raw.span, begin..<raw.count))
  }

  private func take(_ take: ProfileRecipe.Take) -> Range<Int> {
    let count = items.count
    switch take {
    case .first: return 0..<1
    case .last: return count - 1..<count
    case .all, .changes: return 0..<count
    case .inner: return 1..<max(1, count - 1)
    case .allButFirst: return 1..<count
    case .allButLast: return 0..<count - 1
    case .common:
      let first = raw.span.extracting(items[0])
      for item in items.dropFirst() where !FieldText.areEqual(first, raw.span.extracting(item)) { return 0..<0 }
      return 0..<1
    }
  }

  /// Appends what an item means. Returns false when that is nothing.
  private static func append(
    _ range: Range<Int>,
    of raw: [UInt8],
    _ recipe: BoundRecipe,
    to text: inout [UInt8]
  ) throws(Rejection) -> Bool {
    let item = raw.span.extracting(range)
    if item.isEmpty || recipe.missing.contains(item) { return false }
    guard let table = recipe.table else {
      append(item, to: &text)
      return true
    }
    switch (table.meaning(of: item), recipe.otherwise) {
    case (.some(.some(let meaning)), _): text.append(contentsOf: meaning)
    case (.some(.none), _), (.none, .missing): return false
    case (.none, .keep): append(item, to: &text)
    case (.none, .reject): throw Rejection("", "is not in the table \(table.name) of the profile")
    }
    return true
  }

  // MARK: Dates and times

  private mutating func writeDate(
    _ patterns: [DatePattern],
    _ recipe: BoundRecipe,
    _ target: ProfileTarget,
    _ text: Range<Int>,
    _ scanner: borrowing CSVScanner
  ) throws(Rejection) -> Outcome {
    let (pattern, parts) = try parse(patterns, text, "date")
    guard pattern.hasDay else { return .missing }
    switch target {
    case .arrivalDate, .returnArrivalDate:
      guard let departure = target == .arrivalDate ? departureDay : returnDay else { return .missing }
      guard let day = pattern.hasYear ? parts.day() : Self.nearest(parts, to: departure) else { return .missing }
      return .arrival(days: departure.distance(to: try shifted(day, recipe, scanner)))
    case .column(let column):
      guard let told = parts.day() else { return .missing }
      let day = try shifted(told, recipe, scanner)
      if column == .departureDate { departureDay = day }
      if column == .returnDate { returnDay = day }
      let begin = bytes.count
      Self.append(day, to: &bytes)
      return .text(begin..<bytes.count)
    }
  }

  /// The day of a text without a year that lies nearest to another day.
  private static func nearest(_ parts: DateParts, to other: Day) -> Day? {
    let year = other.components.year
    return (year - 1...year + 1).compactMap(parts.day(inYear:))
      .min { abs(other.distance(to: $0)) < abs(other.distance(to: $1)) }
  }

  private func shifted(_ day: Day, _ recipe: BoundRecipe, _ scanner: borrowing CSVScanner) throws(Rejection) -> Day {
    guard let shift = recipe.shift else { return day }
    let days = FieldText.integer(scanner.text.extracting(scanner.field(shift.column)))
    guard let days, abs(days) <= Limits.mostShiftedDays else {
      throw Rejection(shift.name, "is no number of days, at most \(Limits.mostShiftedDays)")
    }
    return day.advanced(by: days * shift.sign)
  }

  private mutating func writeTime(_ patterns: [DatePattern], _ text: Range<Int>) throws(Rejection) -> Outcome {
    let (pattern, parts) = try parse(patterns, text, "local time")
    guard pattern.hasTime, let time = parts.time else { return .missing }
    let begin = bytes.count
    Self.append(time, to: &bytes)
    return .text(begin..<bytes.count)
  }

  private mutating func writeInstant(
    _ patterns: [DatePattern],
    _ zone: TimeZoneRules?,
    _ text: Range<Int>
  ) throws(Rejection) -> Outcome {
    let (pattern, parts) = try parse(patterns, text, "instant")
    guard let day = parts.day(), let time = parts.time else { return .missing }
    if pattern.hasOffset {
      return write(Instant(day: day, secondOfDay: Int(time.rawValue) * 60 + parts.second, offsetSeconds: parts.offset))
    }
    guard let zone else { return .missing }
    return write(zone.instant(day: day, time: time).advanced(bySeconds: Int64(parts.second)))
  }

  private mutating func writeEpoch(_ perSecond: Int, _ text: Range<Int>) throws(Rejection) -> Outcome {
    var number: Int64 = 0
    for byte in bytes[text] {
      guard FieldText.isDigit(byte), number < 1_000_000_000_000_000 else {
        throw Rejection("", "is no number of seconds or milliseconds since 1970")
      }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    let seconds = number / Int64(perSecond)
    guard seconds <= Limits.latestInstant else { throw Rejection("", "lies beyond the year 9999") }
    return write(Instant(rawValue: seconds))
  }

  private mutating func write(_ instant: Instant) -> Outcome {
    let begin = bytes.count
    let day = instant.utcDay
    let second = Int(instant.rawValue - Int64(day.rawValue) * 86_400)
    Self.append(day, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    Self.append(TimeOfDay(rawValue: Int16(second / 60)), to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second % 60, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
    return .text(begin..<bytes.count)
  }

  private func parse(
    _ patterns: [DatePattern],
    _ text: Range<Int>,
    _ what: String
  ) throws(Rejection) -> (DatePattern, DateParts) {
    let text = bytes.span.extracting(text)
    for pattern in patterns {
      if let parts = pattern.parse(text) { return (pattern, parts) }
    }
    throw Rejection("", "is no \(what): expected \(Parameter.alternatives(patterns.map(\.text)))")
  }

  // MARK: Numbers

  private mutating func writeDuration(_ format: DurationFormat, _ text: Range<Int>) throws(Rejection) -> Outcome {
    guard let minutes = format.minutes(bytes.span.extracting(text)) else {
      throw Rejection("", "is no duration in the format \(format.rawValue)")
    }
    // None and less are written by feeds for a duration that they do not know.
    guard minutes > 0 else { return .missing }
    let begin = bytes.count
    Self.append(minutes, digits: 1, to: &bytes)
    return .text(begin..<bytes.count)
  }

  private mutating func writePrice(
    _ format: ProfileRecipe.PriceFormat,
    _ range: Range<Int>
  ) throws(Rejection) -> Outcome {
    if format.soldOut.contains(bytes.span.extracting(range)) { return .soldOut }
    if format.unpriced.contains(bytes.span.extracting(range)) { return .missing }
    if FieldParser.isUnpriced(bytes.span.extracting(range)) { return .missing }
    raw.removeAll(keepingCapacity: true)
    guard Self.appendNumber(of: bytes, range, format.numbers, to: &raw) else {
      throw Rejection("", "is no number in the declared format: \(format.numbers.description)")
    }
    let begin = bytes.count
    bytes.append(contentsOf: raw)
    return .text(begin..<bytes.count)
  }

  private static func appendNumber(
    of text: [UInt8],
    _ range: Range<Int>,
    _ format: NumberFormat,
    to plain: inout [UInt8]
  ) -> Bool {
    format.append(text.span.extracting(range), to: &plain)
  }

  // MARK: Digits

  private static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  private static func append(_ day: Day, to bytes: inout [UInt8]) {
    let (year, month, dayOfMonth) = day.components
    append(year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(dayOfMonth, digits: 2, to: &bytes)
  }

  private static func append(_ time: TimeOfDay, to bytes: inout [UInt8]) {
    append(time.hour, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(time.minute, digits: 2, to: &bytes)
  }

  /// Appends a number that is not negative with zeros in front, `digits` of them at least.
  private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    if number >= 10 || digits > 1 { append(number / 10, digits: max(1, digits - 1), to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
