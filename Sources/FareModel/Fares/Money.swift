/// Exact decimal text of amounts that are held in minor units.
public enum Money {
  /// The amount as decimal text with all of the currency's decimals: `42487` with exponent 2 is `424.87`.
  public static func decimal(_ minor: Int64, exponent: Int) -> String {
    let digits = String(minor.magnitude)
    let sign = minor < 0 ? "-" : ""
    guard exponent > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.utf8.count)) + digits
    let split = padded.utf8.index(padded.endIndex, offsetBy: -exponent)
    return "\(sign)\(padded[..<split]).\(padded[split...])"
  }

  /// A number of quarter minor units as decimal text, exactly: `298325` quarters with exponent 2 is `745.8125`.
  ///
  /// All of the currency's decimals are written, and beyond them only those that are not zero.
  public static func decimal(quarters: Int64, exponent: Int) -> String {
    var text = decimal(quarters * 25, exponent: exponent + 2)
    for _ in 0..<2 where text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Parses plain decimal text (`424.87`, `500`, `10.5`) into minor units.
  ///
  /// Nothing but digits and one point between digits is taken: no sign, separator, exponent or space.
  ///
  /// - Returns: nil when the text is no such number, has more decimals than `exponent`, or is too large.
  public static func minorUnits(_ utf8: Span<UInt8>, exponent: Int) -> Int64? {
    var value: Int64 = 0
    var decimals: Int?
    for i in utf8.indices {
      if utf8[i] == UInt8(ascii: "."), decimals == nil, i > 0, i + 1 < utf8.count {
        decimals = 0
        continue
      }
      let digit = utf8[i] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      if let seen = decimals { decimals = seen + 1 }
      guard let next = Self.shifted(value, adding: Int64(digit)) else { return nil }
      value = next
    }
    let missing = exponent - (decimals ?? 0)
    guard !utf8.isEmpty, missing >= 0 else { return nil }
    for _ in 0..<missing {
      guard let next = Self.shifted(value, adding: 0) else { return nil }
      value = next
    }
    return value <= Limits.greatestPriceMinor ? value : nil
  }

  private static func shifted(_ value: Int64, adding digit: Int64) -> Int64? {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    return overflow || product > .max - digit ? nil : product + digit
  }
}
