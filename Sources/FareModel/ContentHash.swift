/// A hash that is the same in every process and on every machine: of texts 64 bits of FNV-1a, finally mixed.
public struct ContentHash: Sendable {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins a hash of nothing.
  public init() {}

  /// Takes bytes in, and that they end here, so that two texts in a row are not taken for another two.
  public mutating func combine(_ utf8: Span<UInt8>) {
    for i in utf8.indices { combine(byte: utf8[i]) }
    combine(byte: 0xFF)
  }

  /// Takes a number in, at once rather than by its bytes.
  public mutating func combine(_ number: some FixedWidthInteger) {
    state = (state ^ UInt64(truncatingIfNeeded: number)) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  // Wrapping arithmetic is the definition of the hash.
  private mutating func combine(byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash of all that came in.
  public var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }

  /// The hash of a text.
  public static func of(_ text: String) -> UInt64 {
    var hash = Self()
    hash.combine(text.utf8Span.span)
    return hash.value
  }

  /// A hash as 16 hexadecimal digits.
  public static func text(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
