/// A product of whole numbers of up to 768 bits, exactly.
///
/// The largest that ranking compares are eleven prices of 63 bits, a duration of 31 and ten: 728 bits.
struct WideProduct {
  private var limbs: [12 of UInt64] = .init(repeating: 0)  // The lowest first.

  /// The empty product.
  static var one: Self {
    var product = Self()
    product.limbs[0] = 1
    return product
  }

  /// The product of this one and `exponent` times a factor.
  ///
  /// - Precondition: It has at most 768 bits.
  func multiplied(by factor: UInt64, times exponent: Int) -> Self {
    var product = self
    for _ in 0..<exponent { product.multiply(by: factor) }
    return product
  }

  /// How many bits the product has and, below them, the 52 that follow its highest: of two products the greater never has
  /// the lesser one.
  var leading: UInt64 {
    guard let top = limbs.indices.last(where: { limbs[$0] != 0 }) else { return 0 }
    let zeros = limbs[top].leadingZeroBitCount
    let below = top > 0 && zeros > 0 ? limbs[top - 1] >> UInt64(64 - zeros) : 0
    let bits = (limbs[top] << UInt64(zeros)) | below
    return (UInt64(top * 64 + 64 - zeros) << 52) | ((bits << 1) >> 12)
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for i in limbs.indices {
      let (high, low) = limbs[i].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      limbs[i] = sum
      carry = high &+ (overflow ? 1 : 0)  // The high half of a product of two words is never all ones.
    }
    precondition(carry == 0, "a product of more than 768 bits")
  }
}

extension WideProduct: Comparable {
  static func == (left: Self, right: Self) -> Bool {
    left.limbs.indices.allSatisfy { left.limbs[$0] == right.limbs[$0] }
  }

  static func < (left: Self, right: Self) -> Bool {
    for i in left.limbs.indices.reversed() where left.limbs[i] != right.limbs[i] {
      return left.limbs[i] < right.limbs[i]
    }
    return false
  }
}
