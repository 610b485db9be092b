import FareJSON
import FareModel

extension JSONWriter {
  /// Writes a day as `"YYYY-MM-DD"`.
  mutating func day(_ day: Day) {
    quote()
    date(day)
    quote()
  }

  /// Writes an instant as `"YYYY-MM-DDTHH:MM:SSZ"`.
  mutating func instant(_ instant: Instant) {
    quote()
    moment(instant)
    quote()
  }

  /// Writes an instant without quotes.
  mutating func moment(_ instant: Instant) {
    let day = instant.utcDay
    let second = Int(instant.rawValue - Int64(day.rawValue) * 86_400)
    date(day)
    raw("T")
    digits(second / 3600, width: 2)
    raw(":")
    digits(second / 60 % 60, width: 2)
    raw(":")
    digits(second % 60, width: 2)
    raw("Z")
  }

  /// Writes a code as a string.
  mutating func code(_ code: some ThreeLetterCode) {
    let (first, second, third) = code.letters
    quote()
    raw(byte: first)
    raw(byte: second)
    raw(byte: third)
    quote()
  }

  /// Writes a string, or null.
  mutating func optional(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  /// Writes an integer, or null.
  mutating func optional(_ number: (some BinaryInteger)?) {
    if let number { integer(number) } else { null() }
  }

  /// Writes a day without quotes.
  mutating func date(_ day: Day) {
    let (year, month, dayOfMonth) = day.components
    guard (0...9999).contains(year) else { return raw(day.description.utf8Span.span) }
    digits(year, width: 4)
    raw("-")
    digits(month, width: 2)
    raw("-")
    digits(dayOfMonth, width: 2)
  }

  private mutating func quote() {
    raw(byte: UInt8(ascii: "\""))
  }
}
