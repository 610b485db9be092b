public import FareModel

/// Reads a one-dimensional PostgreSQL array in binary form, element by element, without copying it.
///
/// Each `next…` reads one element and returns nil when it is null; `count` says how many there are. Reading past the
/// end, or elements of another type than asked, is a mistake in the program, and traps.
public struct BinaryArrayReader: ~Escapable {
  private let bytes: Span<UInt8>
  private var position: Int

  /// How many elements the array has, nulls among them.
  public let count: Int
  /// The type of the elements.
  public let elementType: PostgresType

  /// Reads the head of an array.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>) {
    let dimensions: Int32 = BigEndian.load(bytes, at: 0)
    precondition(dimensions == 0 || dimensions == 1, "an array of \(dimensions) dimensions")
    elementType = PostgresType(rawValue: BigEndian.load(bytes, at: 8))
    let length: Int32 = dimensions == 0 ? 0 : BigEndian.load(bytes, at: 12)
    count = Int(length)
    position = dimensions == 0 ? 12 : 20
    self.bytes = bytes
  }
}

extension BinaryArrayReader {
  /// The next element of a `smallint[]`; nil when it is null.
  @_lifetime(self: copy self)
  public mutating func nextInt2() -> Int16? {
    nextInteger()
  }

  /// The next element of an `integer[]`; nil when it is null.
  @_lifetime(self: copy self)
  public mutating func nextInt4() -> Int32? {
    nextInteger()
  }

  /// The next element of a `bigint[]`; nil when it is null.
  @_lifetime(self: copy self)
  public mutating func nextInt8() -> Int64? {
    nextInteger()
  }

  /// The next element of a `date[]`; nil when it is null.
  @_lifetime(self: copy self)
  public mutating func nextDate() -> Day? {
    nextInteger().map(PostgresTime.day)
  }

  /// The next element of a `timestamptz[]`, to the whole second; nil when it is null.
  @_lifetime(self: copy self)
  public mutating func nextTimestamp() -> Instant? {
    nextInteger().map(PostgresTime.instant)
  }

  /// The bytes of the next element, such as the UTF-8 of a `text[]`; nil when it is null.
  @_lifetime(copy self)
  public mutating func nextBytes() -> Span<UInt8>? {
    guard let range = nextRange() else { return nil }
    return bytes.extracting(range)
  }

  @_lifetime(self: copy self)
  private mutating func nextInteger<Value: FixedWidthInteger & BitwiseCopyable>() -> Value? {
    guard let range = nextRange() else { return nil }
    precondition(range.count == MemoryLayout<Value>.size, "an element of \(range.count) bytes")
    return BigEndian.load(bytes, at: range.lowerBound)
  }

  @_lifetime(self: copy self)
  private mutating func nextRange() -> Range<Int>? {
    let length: Int32 = BigEndian.load(bytes, at: position)
    position += 4
    if length < 0 { return nil }
    defer { position += Int(length) }
    return position..<position + Int(length)
  }
}
