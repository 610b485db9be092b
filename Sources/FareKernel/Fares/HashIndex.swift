/// Numbers things 0, 1, 2 … in the order in which they are first met, by open addressing on their 64-bit hashes.
///
/// What the things are is known only to the caller, who compares two of them when their hashes agree.
struct HashIndex {
  /// How many things are numbered.
  var count: Int { hashes.count }

  private var hashes: [UInt64] = []
  private var slots: [Int32] = Array(repeating: -1, count: 1024)

  /// The number of the thing with this hash for which `isSame` holds, or nil after giving it the next number.
  @inline(__always)
  mutating func find(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    // The high bits pick the slot: a multiplication mixes them best.
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, isSame(number) { return number }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = Int32(hashes.count)
    hashes.append(hash)
    if hashes.count * 2 > slots.count { grow() }
    return nil
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for number in hashes.indices {
      var slot = Int(truncatingIfNeeded: hashes[number] >> 32) & mask
      while slots[slot] >= 0 { slot = (slot &+ 1) & mask }
      slots[slot] = Int32(number)
    }
  }
}

extension UInt64 {
  /// A hash of this hash and two more words: the two halves of their product, folded.
  @inline(__always)
  func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // Odd constants without pattern keep a zero in one word from wiping out the other.
    let product = (self ^ first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  /// Two 32-bit numbers in one word.
  @inline(__always)
  init(packing high: UInt32, _ low: UInt32) {
    self = UInt64(high) << 32 | UInt64(low)
  }
}
