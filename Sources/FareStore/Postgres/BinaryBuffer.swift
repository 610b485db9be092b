/// Values in PostgreSQL's binary form, one behind the other.
@safe
struct BinaryBuffer: ~Copyable {
  // Raw memory, because values of every width follow each other without padding.
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  /// How many bytes were written.
  private(set) var count = 0

  /// Creates an empty buffer with room for some bytes.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    unsafe memory.deallocate()
  }

  /// What was written.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      // The memory lives as long as this value, which a mutation cannot move while the span is borrowed.
      let span = unsafe Span<UInt8>(_unsafeStart: memory.assumingMemoryBound(to: UInt8.self), count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Drops what was written and keeps the room.
  mutating func removeAll() {
    count = 0
  }

  /// Appends an integer in network order.
  @inline(__always)
  mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
    reserve(MemoryLayout<Value>.size)
    unsafe (memory + count).storeBytes(of: value.bigEndian, as: Value.self)
    count += MemoryLayout<Value>.size
  }

  /// Appends bytes.
  @inline(__always)
  mutating func append(_ value: Span<UInt8>) {
    reserve(value.count)
    // The room was reserved above, and the source cannot overlap memory that only this buffer knows.
    unsafe value.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (memory + count).copyMemory(from: start, byteCount: source.count)
    }
    count += value.count
  }

  /// Appends the length of a null.
  @inline(__always)
  mutating func appendNull() {
    append(-1 as Int32)
  }

  /// Appends an integer with its length in front.
  @inline(__always)
  mutating func appendSized<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
    append(Int32(MemoryLayout<Value>.size))
    append(value)
  }

  /// Appends bytes with their length in front.
  @inline(__always)
  mutating func appendSized(_ value: Span<UInt8>) {
    append(Int32(value.count))
    append(value)
  }

  /// Appends a number of the database with its length in front.
  @inline(__always)
  mutating func appendSized(_ value: Int64, width: ObservationAttribute.Width) {
    switch width {
    case .int2: appendSized(Int16(truncatingIfNeeded: value))
    case .int4: appendSized(Int32(truncatingIfNeeded: value))
    case .int8: appendSized(value)
    }
  }

  /// Appends the header of a one-dimensional array whose elements follow.
  mutating func appendArrayHeader(count: Int, hasNulls: Bool, of type: PostgresType) {
    append(1 as Int32)
    append(hasNulls ? 1 : 0 as Int32)
    append(type.rawValue)
    append(Int32(count))
    append(1 as Int32)
  }

  /// Makes room for some more bytes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe larger.copyMemory(from: memory, byteCount: count)
    unsafe memory.deallocate()
    unsafe memory = larger
  }
}
