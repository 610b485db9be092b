/// A text of a ``TextPool``, by its place there. `TextID.none` is a missing text and every pool's empty text.
public struct TextID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The place of the text in its pool, 0 for none.
  public var rawValue: UInt32

  /// Creates an identifier from a place in a pool.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No text.
  @inlinable
  public static var none: TextID { TextID(rawValue: 0) }
}

/// UTF-8 texts, each held once.
///
/// Fares repeat their carriers, flight numbers and sources millions of times. A pool keeps each text once, so that a
/// fare is a plain value and two texts of one pool are equal exactly when their identifiers are.
public struct TextPool: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]  // ends[id] is where text `id` ends; it begins where the one before ends.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)  // Open addressing; 0 is a free slot.

  /// Creates a pool that holds no text but the empty one.
  public init() {}

  /// How many texts the pool holds, the empty one among them.
  public var count: Int { ends.count }

  /// What the pool takes in memory, about, in bytes.
  public var byteCount: Int {
    bytes.count + ends.count * MemoryLayout<Int>.stride + slots.count * MemoryLayout<UInt32>.stride
  }

  /// The identifier of a text, which is added when the pool does not hold it yet.
  ///
  /// - Complexity: O(`utf8.count`) on average.
  public mutating func intern(_ utf8: Span<UInt8>) -> TextID {
    if utf8.isEmpty { return .none }
    let slot = self.slot(of: utf8)
    if slots[slot] != 0 { return TextID(rawValue: slots[slot]) }
    let id = UInt32(ends.count)
    unsafe utf8.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
    slots[slot] = id
    if ends.count * 2 > slots.count { grow() }
    return TextID(rawValue: id)
  }

  /// The identifier of a text, which is added when the pool does not hold it yet.
  public mutating func intern(_ text: String) -> TextID {
    intern(text.utf8Span.span)
  }

  /// The identifier of a text that the pool holds already, or nil.
  public func find(_ text: String) -> TextID? {
    find(text.utf8Span.span)
  }

  /// The identifier of a text in UTF-8 that the pool holds already, or nil.
  public func find(_ utf8: Span<UInt8>) -> TextID? {
    if utf8.isEmpty { return TextID.none }
    let id = slots[slot(of: utf8)]
    return id == 0 ? nil : TextID(rawValue: id)
  }

  /// The bytes of a text.
  @_lifetime(borrow self)
  public func utf8(_ id: TextID) -> Span<UInt8> {
    bytes.span.extracting(range(id))
  }

  /// The text, or nil for ``TextID/none``.
  public func string(_ id: TextID) -> String? {
    id == .none ? nil : String(decoding: bytes[range(id)], as: UTF8.self)
  }

  /// How many entries the text has as a list joined by `+`, 0 for ``TextID/none``.
  public func listLength(_ id: TextID) -> Int {
    let utf8 = self.utf8(id)
    var length = utf8.isEmpty ? 0 : 1
    for i in utf8.indices where utf8[i] == UInt8(ascii: "+") { length += 1 }
    return length
  }

  private func range(_ id: TextID) -> Range<Int> {
    let id = Int(id.rawValue)
    return id == 0 ? 0..<0 : ends[id - 1]..<ends[id]
  }

  private func slot(of utf8: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Self.hash(utf8) & mask
    while slots[slot] != 0, !isEqual(TextID(rawValue: slots[slot]), utf8) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func isEqual(_ id: TextID, _ utf8: Span<UInt8>) -> Bool {
    let range = range(id)
    guard range.count == utf8.count else { return false }
    for i in utf8.indices where bytes[range.lowerBound + i] != utf8[i] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for id in 1..<ends.count {
      var slot = Self.hash(bytes.span.extracting(ends[id - 1]..<ends[id])) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(id)
    }
  }

  // FNV-1a with a final mix. Wrapping arithmetic is the definition of the hash.
  private static func hash(_ utf8: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in utf8.indices {
      hash = (hash ^ UInt64(utf8[i])) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF_FFFF_FFFF)
  }
}
