/// Elapsed times as ISO 8601 writes them.
enum ElapsedTime {
  /// The whole minutes of `PT15H55M`, `PT1H`, `P1DT2H` and the like; nil for anything else.
  ///
  /// Days are of 24 hours. Years and months are refused, because they have no certain length; so are seconds that make no
  /// whole minute.
  static func minutes(_ text: String) -> Int? {
    minutes(text.utf8Span.span)
  }

  /// The whole minutes of a text in UTF-8.
  static func minutes(_ text: Span<UInt8>) -> Int? {
    var units: [(letter: UInt8, seconds: Int)] = [(UInt8(ascii: "W"), 604_800), (UInt8(ascii: "D"), 86_400)]
    var seconds = 0
    var number: Int?
    var hasNumber = false
    var isTime = false
    for place in text.indices {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "P") where place == 0:
        break
      case UInt8(ascii: "T") where !isTime && number == nil && place > 0:
        isTime = true
        units = [(UInt8(ascii: "H"), 3600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1)]
      case UInt8(ascii: "0")...UInt8(ascii: "9") where place > 0 && (number ?? 0) < 100_000:
        number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
      default:
        guard let value = number, let unit = units.firstIndex(where: { $0.letter == byte }) else { return nil }
        seconds += value * units[unit].seconds
        units.removeFirst(unit + 1)
        number = nil
        hasNumber = true
      }
    }
    return number == nil && hasNumber && seconds % 60 == 0 ? seconds / 60 : nil
  }
}
