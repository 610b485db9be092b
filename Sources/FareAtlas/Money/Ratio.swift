/// A positive fraction in lowest terms, wide enough for the products of two published exchange rates.
struct Ratio: Hashable, Sendable {
  private(set) var numerator: UInt128
  private(set) var denominator: UInt128

  /// Creates the fraction; nil when either part is 0.
  init?(_ numerator: UInt128, _ denominator: UInt128) {
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Reads plain decimal text such as `1.0854`; nil when it is no such number, is 0, or has too many digits.
  init?(decimal text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
      let numerator = UInt128(parts.joined()),
      let denominator = Self.powerOfTen(parts.count == 2 ? parts[1].utf8.count : 0)
    else { return nil }
    self.init(numerator, denominator)
  }

  /// The fraction turned over.
  var inverse: Ratio? { Ratio(denominator, numerator) }

  /// The product; nil when a part of it has more than 128 bits.
  func multiplied(by other: Ratio) -> Ratio? {
    // Cancelling crosswise first keeps the parts as small as they can be.
    guard let left = Ratio(numerator, other.denominator), let right = Ratio(other.numerator, denominator) else {
      return nil
    }
    let (numerator, over) = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let (denominator, under) = left.denominator.multipliedReportingOverflow(by: right.denominator)
    return over || under ? nil : Ratio(numerator, denominator)
  }

  /// `amount` times the fraction, rounded half up; nil when that does not fit.
  func applied(to amount: Int64) -> Int64? {
    guard amount >= 0 else { return nil }
    let product = numerator.multipliedFullWidth(by: UInt128(amount))
    guard product.high < denominator else { return nil }
    let (quotient, remainder) = denominator.dividingFullWidth(product)
    let isUp = remainder >= denominator - remainder
    guard let whole = Int64(exactly: quotient), !isUp || whole < .max else { return nil }
    return isUp ? whole + 1 : whole
  }

  /// Ten to a power; nil when it has more than 128 bits.
  static func powerOfTen(_ exponent: Int) -> UInt128? {
    exponent > 38 ? nil : (0..<exponent).reduce(1) { product, _ in product * 10 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func greatestCommonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}
