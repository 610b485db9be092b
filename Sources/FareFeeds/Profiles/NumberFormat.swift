import FareModel

/// How a feed writes amounts: what stands before the decimals, between groups of three digits, and around the number.
///
/// A profile declares it for all rows of its feed. Nothing is guessed from a row: `1,234` has no meaning of its own.
struct NumberFormat {
  /// What stands before the decimals.
  var decimal = Array(".".utf8)
  /// What may stand between groups; a number uses one of them throughout, or none.
  var thousands: [[UInt8]] = []
  /// What may stand before a number, such as a currency's sign.
  var prefix: [UInt8] = []
  /// What may stand behind a number.
  var suffix: [UInt8] = []

  /// Appends the number as plain decimal text and returns true, or false when the text is not of the format.
  func append(_ text: Span<UInt8>, to plain: inout [UInt8]) -> Bool {
    var digits = text.extracting(FieldText.trimmed(text, number(in: text)))
    var group = 0  // Digits since the last separator.
    var separator: Int?
    while !digits.isEmpty {
      if FieldText.isDigit(digits[0]) {
        plain.append(digits[0])
        group += 1
        digits = digits.extracting(droppingFirst: 1)
      } else if FieldText.begins(digits, with: decimal) {
        guard separator == nil || group == 3 else { return false }
        return Self.appendDecimals(digits.extracting(droppingFirst: decimal.count), hasDigits: group > 0, to: &plain)
      } else {
        guard let found = thousands.firstIndex(where: { FieldText.begins(digits, with: $0) }),
          separator.map({ $0 == found && group == 3 }) ?? (1...3 ~= group)
        else { return false }
        separator = found
        group = 0
        digits = digits.extracting(droppingFirst: thousands[found].count)
      }
    }
    return separator == nil ? group > 0 : group == 3
  }

  private static func appendDecimals(_ digits: Span<UInt8>, hasDigits: Bool, to plain: inout [UInt8]) -> Bool {
    if digits.isEmpty { return false }
    if !hasDigits { plain.append(UInt8(ascii: "0")) }
    plain.append(UInt8(ascii: "."))
    for i in digits.indices {
      guard FieldText.isDigit(digits[i]) else { return false }
      plain.append(digits[i])
    }
    return true
  }

  private func number(in text: Span<UInt8>) -> Range<Int> {
    let begin = !prefix.isEmpty && FieldText.begins(text, with: prefix) ? prefix.count : 0
    let hasSuffix =
      !suffix.isEmpty && text.count - begin >= suffix.count
      && FieldText.begins(text.extracting(text.count - suffix.count..<text.count), with: suffix)
    return begin..<(hasSuffix ? text.count - suffix.count : text.count)
  }

  /// The format in words, for a reason.
  var description: String {
    let groups = thousands.map { "'\(String(decoding: $0, as: UTF8.self))'" }
    return "decimals after '\(String(decoding: decimal, as: UTF8.self))', "
      + (groups.isEmpty ? "no separator of thousands" : "thousands by \(Parameter.alternatives(groups))")
  }
}
