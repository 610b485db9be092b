/// The text between the quotes of a JSON string, whose escapes the scanner has found to be well formed.
enum JSONText {
  /// Appends the text that `raw` stands for.
  static func append(_ raw: Span<UInt8>, to text: inout [UInt8]) {
    var position = 0
    while position < raw.count {
      let byte = raw[position]
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
        position += 1
      } else if raw[position + 1] == UInt8(ascii: "u") {
        appendScalar(raw, &position, to: &text)
      } else {
        text.append(unescaped(raw[position + 1]))
        position += 2
      }
    }
  }

  /// The value of four hexadecimal digits at `position`, or nil when they are not there.
  static func codeUnit(_ utf8: Span<UInt8>, at position: Int) -> UInt32? {
    guard position + 4 <= utf8.count else { return nil }
    var unit: UInt32 = 0
    for i in position..<position + 4 {
      guard let digit = hexValue(utf8[i]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func appendScalar(_ raw: Span<UInt8>, _ position: inout Int, to text: inout [UInt8]) {
    var value = codeUnit(raw, at: position + 2) ?? 0xFFFD
    position += 6
    if 0xD800..<0xDC00 ~= value, let low = codeUnit(raw, at: position + 2) {
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      position += 6
    }
    guard let scalar = Unicode.Scalar(value) else { return }  // The scanner refused lone surrogates.
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private static func unescaped(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  private static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
