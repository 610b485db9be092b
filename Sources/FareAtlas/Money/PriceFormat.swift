import FareModel

/// How a locale writes amounts of one currency, after Unicode's CLDR.
///
/// | locale | symbol | decimals | thousands |
/// |---|---|---|---|
/// | en-US, en-GB | in front, with a no-break space unless it ends in a sign such as `$` | `.` | `,` |
/// | de-DE | behind a no-break space | `,` | `.` |
/// | es-ES, it-IT | behind a no-break space | `,` | `.`, from five digits on |
/// | fr-FR | behind a no-break space | `,` | narrow no-break space |
/// | pt-PT | behind a no-break space | `,` | no-break space, from five digits on |
///
/// An amount has all decimals of its currency, or none when they are all zero.
public struct PriceFormat: Sendable {
  /// What a format is for.
  struct Key: Hashable {
    var currency: CurrencyCode
    var locale: Locale
  }

  /// What stands in front of every amount.
  public private(set) var prefix: [UInt8] = []
  /// What stands behind every amount.
  public private(set) var suffix: [UInt8] = []
  /// What stands before the decimals.
  public let decimalMark: UInt8
  /// What stands between each three digits before the decimals.
  public let groupMark: [UInt8]
  /// How many decimals an amount has that has any.
  public let decimals: Int
  private let divisor: UInt64
  private let leastGrouped: UInt64  // The least amount before the decimals whose digits are grouped.

  init(symbol: String, exponent: Int, locale: Locale) {
    decimals = exponent
    divisor = (0..<exponent).reduce(1) { product, _ in product * 10 }
    let isEnglish = locale == .enUS || locale == .enGB
    decimalMark = isEnglish ? UInt8(ascii: ".") : UInt8(ascii: ",")
    let group =
      switch locale {
      case .enUS, .enGB: ","
      case .deDE, .esES, .itIT: "."
      case .frFR: "\u{202F}"
      case .ptPT: "\u{A0}"
      }
    groupMark = Array(group.utf8)
    leastGrouped =
      switch locale {
      case .esES, .itIT, .ptPT: 10_000
      case .enUS, .enGB, .deDE, .frFR: 1000
      }
    if isEnglish {
      prefix = Array((Self.endsInSign(symbol) ? symbol : symbol + "\u{A0}").utf8)
    } else {
      suffix = Array("\u{A0}\(symbol)".utf8)
    }
  }

  /// The amount of minor units as text.
  public func text(_ minor: Int64) -> String {
    var bytes: [UInt8] = []
    append(minor, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The magnitude of an amount of minor units before and behind the decimal mark, and whether its digits are grouped.
  ///
  /// For writers that put the parts together themselves; `fraction` is 0 when no decimals are shown.
  public func parts(_ minor: Int64) -> (whole: UInt64, fraction: UInt64, isGrouped: Bool) {
    let (whole, fraction) = minor.magnitude.quotientAndRemainder(dividingBy: divisor)
    return (whole, fraction, whole >= leastGrouped)
  }

  /// Adds the amount of minor units to `bytes` as UTF-8.
  public func append(_ minor: Int64, to bytes: inout [UInt8]) {
    let (whole, fraction, isGrouped) = parts(minor)
    if minor < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: prefix)
    append(String(whole), isGrouped: isGrouped, to: &bytes)
    if fraction != 0 {
      bytes.append(decimalMark)
      // A one in front keeps the zeros that lead.
      bytes.append(contentsOf: String(divisor + fraction).utf8.dropFirst())
    }
    bytes.append(contentsOf: suffix)
  }

  private static func endsInSign(_ symbol: String) -> Bool {
    switch symbol.unicodeScalars.last?.properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol: true
    default: false
    }
  }

  private func append(_ digits: String, isGrouped: Bool, to bytes: inout [UInt8]) {
    let count = digits.utf8.count
    for (index, digit) in digits.utf8.enumerated() {
      if index > 0, isGrouped, (count - index) % 3 == 0 { bytes.append(contentsOf: groupMark) }
      bytes.append(digit)
    }
  }
}
