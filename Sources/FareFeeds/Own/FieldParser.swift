import FareAtlas
import FareModel

/// Fields of the own format, parsed strictly. What is wrong is said as a ``Rejection`` of the column.
enum FieldParser {
  typealias Column = OwnFormat.Column

  static func place(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> PlaceCode {
    guard let code = PlaceCode(ascii: text) else { throw Rejection(column, "is no code of three ASCII letters") }
    return code
  }

  static func currency(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> CurrencyCode {
    guard let code = CurrencyCode(ascii: text) else { throw Rejection(column, "is no code of three ASCII letters") }
    return code
  }

  static func day(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Day {
    guard let day = Day(iso8601: text) else { throw Rejection(column, "is no date: expected YYYY-MM-DD") }
    return day
  }

  static func instant(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Instant {
    guard let instant = Instant(iso8601: text) else {
      throw Rejection(column, "is no instant: expected YYYY-MM-DDTHH:MM:SS and a zone, such as Z or +02:00")
    }
    return instant
  }

  static func time(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> TimeOfDay {
    guard let time = TimeOfDay(iso8601: text) else { throw Rejection(column, "is no local time: expected HH:MM") }
    return time
  }

  static func dayOffset(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Int8 {
    guard let days = FieldText.integer(text), Limits.arrivalDayOffsets ~= days else {
      throw Rejection(column, "is no day offset: expected -1 to 3")
    }
    return Int8(days)
  }

  static func stops(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Int8 {
    guard let stops = FieldText.integer(text), 0...Limits.mostLandings ~= stops else {
      throw Rejection(column, "is no number of stops: expected 0 to \(Limits.mostLandings)")
    }
    return Int8(stops)
  }

  /// Minutes; nil for none and less, which feeds write for a duration they do not know.
  static func duration(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Int32? {
    guard let minutes = FieldText.integer(text), minutes <= Limits.longestLegMinutes else {
      throw Rejection(column, "is no duration: expected whole minutes, at most \(Limits.longestLegMinutes)")
    }
    return minutes > 0 ? Int32(minutes) : nil
  }

  static func boolean(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Bool {
    if FieldText.isWord(text, "true") { return true }
    if FieldText.isWord(text, "false") { return false }
    throw Rejection(column, "is neither true nor false")
  }

  static func kind(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> FareKind {
    if FieldText.isWord(text, "day") { return .day }
    if FieldText.isWord(text, "itinerary") { return .itinerary }
    throw Rejection(column, "is neither day nor itinerary")
  }

  static func cabin(_ text: Span<UInt8>, _ column: Column) throws(Rejection) -> Cabin {
    if FieldText.isWord(text, "economy") { return .economy }
    if FieldText.isWord(text, "premium_economy") { return .premiumEconomy }
    if FieldText.isWord(text, "business") { return .business }
    if FieldText.isWord(text, "first") { return .first }
    throw Rejection(column, "is no cabin: expected economy, premium_economy, business or first")
  }

  /// The cabin that all flights of a fare have; nil where they differ, and `flag` where none is named.
  static func cabin(ofAll names: Set<String>, else flag: Cabin?) throws(Rejection) -> Cabin? {
    guard let name = names.first else { return flag }
    if names.count > 1 { return nil }
    return name.isEmpty ? flag : try cabin(name.utf8Span.span, .cabin)
  }

  static func text(
    _ text: Span<UInt8>,
    _ column: Column,
    into texts: inout TextPool
  ) throws(Rejection) -> TextID {
    guard text.count <= Limits.longestText else {
      throw Rejection(column, "is longer than \(Limits.longestText) bytes")
    }
    return texts.intern(text)
  }
}

extension FieldParser {
  /// The price in minor units; nil where the field means that there is none: empty, zero, `NA` or `null`.
  static func price(
    _ text: Span<UInt8>,
    in currency: CurrencyCode,
    exponent: Int?,
    _ column: String = Column.price.rawValue
  ) throws(Rejection) -> Int64? {
    guard let exponent else { throw Rejection(.currency, "is no currency that is known: \(currency)") }
    if isUnpriced(text) { return nil }
    if let minor = Money.minorUnits(text, exponent: exponent) { return minor == 0 ? nil : minor }
    throw Rejection(column, priceFault(text, currency, exponent))
  }

  /// Whether a text means that there is no price.
  static func isUnpriced(_ text: Span<UInt8>) -> Bool {
    text.isEmpty || FieldText.isWord(text, "na") || FieldText.isWord(text, "null")
  }

  private static func priceFault(_ text: Span<UInt8>, _ currency: CurrencyCode, _ exponent: Int) -> String {
    var points = 0
    var decimals = 0
    for i in text.indices {
      if FieldText.isDigit(text[i]) {
        decimals += points
        continue
      }
      guard text[i] == UInt8(ascii: "."), i > 0, i + 1 < text.count, points == 0 else {
        return "is no plain decimal number"
      }
      points += 1
    }
    return points == 1 && decimals > exponent
      ? "has more decimals than \(currency) has (\(exponent))" : "is too large"
  }
}
