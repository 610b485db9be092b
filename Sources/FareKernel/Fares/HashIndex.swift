/// Numbers things 0, 1, 2 … in the order in which they are first met, by open addressing on their 64-bit hashes.
///
/// What the things are is known only to the caller, who compares two of them when half of their hashes agree.
struct HashIndex {
  private struct Slot {
    var tag: UInt32
    var number: Int32

    static let free = Slot(tag: 0, number: -1)
  }

  /// How many things are numbered.
  private(set) var count = 0

  private var slots = [Slot](repeating: .free, count: 16)
  private var mask = 15  // A power of two less one: the slots up to here are in use.

  /// The number of the thing with this hash for which `isSame` holds, or nil after giving it the next number.
  @inline(__always)
  mutating func find(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var slot = Int(truncatingIfNeeded: tag) & mask
    while slots[slot].number >= 0 {
      if slots[slot].tag == tag, isSame(Int(slots[slot].number)) { return Int(slots[slot].number) }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = Slot(tag: tag, number: Int32(count))
    count += 1
    if count * 2 > mask { grow() }
    return nil
  }

  /// Forgets everything and makes room for `count` things.
  ///
  /// - Complexity: O(`count`), however many things there were before.
  mutating func removeAll(expecting count: Int) {
    self.count = 0
    mask = 15
    while mask < count * 2 { mask = mask * 2 + 1 }
    clear()
  }

  private mutating func grow() {
    let used = slots[...mask].filter { $0.number >= 0 }
    mask = mask * 2 + 1
    clear()
    for thing in used {
      var slot = Int(truncatingIfNeeded: thing.tag) & mask
      while slots[slot].number >= 0 { slot = (slot &+ 1) & mask }
      slots[slot] = thing
    }
  }

  private mutating func clear() {
    for slot in 0...mask where slot < slots.count { slots[slot] = .free }
    while slots.count <= mask { slots.append(.free) }
  }
}

extension UInt64 {
  /// A hash of this hash and two more words: the two halves of a product, folded.
  @inline(__always)
  func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // Odd constants without pattern keep a zero in one word from wiping out the other.
    let product = (rotated ^ first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  /// Two 32-bit numbers in one word.
  @inline(__always)
  init(packing high: UInt32, _ low: UInt32) {
    self = UInt64(high) << 32 | UInt64(low)
  }

  // Lest equal low bits of a hash and of a word cancel each other.
  private var rotated: UInt64 { self << 29 | self >> 35 }
}
