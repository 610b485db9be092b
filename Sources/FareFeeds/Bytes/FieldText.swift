/// Small questions about the text of a field.
enum FieldText {
  /// The range without spaces and tabs at its ends.
  static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var begin = range.lowerBound
    var end = range.upperBound
    while begin < end, isBlank(text[begin]) { begin += 1 }
    while begin < end, isBlank(text[end - 1]) { end -= 1 }
    return begin..<end
  }

  static func contains(_ text: Span<UInt8>, _ byte: UInt8) -> Bool {
    for i in text.indices where text[i] == byte { return true }
    return false
  }

  /// Whether the text begins with some bytes.
  static func begins(_ text: Span<UInt8>, with start: [UInt8]) -> Bool {
    guard text.count >= start.count else { return false }
    for i in start.indices where text[i] != start[i] { return false }
    return true
  }

  static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for i in left.indices where left[i] != right[i] { return false }
    return true
  }

  /// Whether the text is `word`, which must be of small ASCII letters, in letters of either case.
  static func isWord(_ text: Span<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for i in text.indices where unsafe lowered(text[i]) != word.utf8Start[i] { return false }
    return true
  }

  /// The byte with an ASCII letter in its small form.
  static func lowered(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// The byte with an ASCII letter in its capital form.
  static func raised(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte & 0xDF : byte
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// The whole number that the text writes with an optional sign; nil for anything else and beyond ±999,999,999.
  static func integer(_ text: Span<UInt8>) -> Int? {
    var position = 0
    var isNegative = false
    if text.count > 1, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      position = 1
    }
    guard position < text.count, text.count - position <= 9 else { return nil }
    var value = 0
    while position < text.count {
      guard isDigit(text[position]) else { return nil }
      value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
      position += 1
    }
    return isNegative ? -value : value
  }

  /// The text as a string, with what is not UTF-8 replaced.
  static func string(_ text: Span<UInt8>) -> String {
    unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The first `limit` bytes as a string that every database takes: what is not UTF-8, and NUL, is replaced.
  static func storable(_ text: Span<UInt8>, limit: Int) -> String {
    let part = string(text.extracting(0..<min(limit, text.count)))
    return String(String.UnicodeScalarView(part.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
