/// Integers in network byte order, as PostgreSQL sends them.
enum BigEndian {
  /// The integer at `offset`. Traps when it does not lie within `bytes`.
  static func load<Value: FixedWidthInteger & BitwiseCopyable>(_ bytes: Span<UInt8>, at offset: Int) -> Value {
    // RawSpan checks the bounds, and every bit pattern is an integer.
    unsafe Value(bigEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self))
  }
}
