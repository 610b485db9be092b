/// A product of whole numbers of which nothing is lost.
protocol ExactProduct: Comparable {
  /// The empty product.
  static var one: Self { get }

  /// The product of this one and `exponent` times a factor.
  ///
  /// - Precondition: No factor is 0, and the product is not too large to be held.
  func multiplied(by factor: UInt64, times exponent: Int) -> Self

  /// How many bits the product has and, below them, the 52 that follow its highest: of two products the greater never has
  /// the lesser one.
  var leading: UInt64 { get }
}

/// Products of a price, a duration and ten have at most 98 bits.
extension UInt128: ExactProduct {
  static var one: Self { 1 }

  func multiplied(by factor: UInt64, times exponent: Int) -> Self {
    var product = self
    for _ in 0..<exponent { product *= UInt128(factor) }
    return product
  }

  var leading: UInt64 {
    let zeros = leadingZeroBitCount
    return (UInt64(bitWidth - zeros) << 52) | UInt64(truncatingIfNeeded: ((self << zeros) << 1) >> 76)
  }
}

/// A product of whole numbers of up to 768 bits, exactly.
///
/// The largest that ranking compares are eleven prices of 63 bits, a duration of 31 and ten: 728 bits.
struct WideProduct: ExactProduct {
  private var limbs: [12 of UInt64] = .init(repeating: 0)  // The lowest first.
  private var count = 1  // How many limbs there are up to the highest that is not 0.

  static var one: Self {
    var product = Self()
    product.limbs[0] = 1
    return product
  }

  func multiplied(by factor: UInt64, times exponent: Int) -> Self {
    var product = self
    for _ in 0..<exponent { product.multiply(by: factor) }
    return product
  }

  var leading: UInt64 {
    let top = count - 1
    let zeros = limbs[top].leadingZeroBitCount
    let below = top > 0 && zeros > 0 ? limbs[top - 1] >> UInt64(64 - zeros) : 0
    let bits = (limbs[top] << UInt64(zeros)) | below
    return (UInt64(top * 64 + 64 - zeros) << 52) | ((bits << 1) >> 12)
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for i in 0..<count {
      let (high, low) = limbs[i].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      limbs[i] = sum
      carry = high &+ (overflow ? 1 : 0)  // The high half of a product of two words is never all ones.
    }
    guard carry > 0 else { return }
    precondition(count < limbs.count, "a product of more than 768 bits")
    limbs[count] = carry
    count += 1
  }
}

extension WideProduct: Comparable {
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left.limbs[$0] == right.limbs[$0] }
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for i in (0..<left.count).reversed() where left.limbs[i] != right.limbs[i] {
      return left.limbs[i] < right.limbs[i]
    }
    return false
  }
}
