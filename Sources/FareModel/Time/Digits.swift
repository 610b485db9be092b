/// Fixed-width decimal digits, as dates and times use them.
enum Digits {
  /// The number that the ASCII digits at `range` form, or nil when one of them is no digit.
  static func parse(_ utf8: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var value = 0
    var position = range.lowerBound
    while position < range.upperBound {
      let digit = utf8[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)  // Dates and times have four digits together at most.
      position &+= 1
    }
    return value
  }

  /// `value` with zeros in front, up to `width` digits.
  static func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
