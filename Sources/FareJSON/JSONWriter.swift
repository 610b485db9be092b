/// Appends JSON to a buffer that the caller keeps and reuses.
///
/// The writer does not check structure. Callers write fixed shapes, and tests compare whole lines.
public struct JSONWriter: ~Copyable {
  @usableFromInline var buffer: [UInt8] = []

  /// Creates a writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    buffer.reserveCapacity(capacity)
  }

  /// What has been written so far.
  public var bytes: [UInt8] { buffer }

  /// What has been written so far, without a copy.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { buffer.span }
  }

  /// How many bytes have been written so far.
  public var count: Int { buffer.count }

  /// Drops what was written and keeps the memory.
  public mutating func removeAll() {
    buffer.removeAll(keepingCapacity: true)
  }

  /// Drops what was written after the first `length` bytes, for an answer that turned out to be an error.
  public mutating func truncate(to length: Int) {
    buffer.removeLast(buffer.count - length)
  }

  /// Writes `literal` as it stands, for punctuation and keys.
  @inlinable
  public mutating func raw(_ literal: StaticString) {
    unsafe buffer.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Writes `utf8` as it stands, for a value that is JSON already, such as a request's id.
  @inlinable
  public mutating func raw(_ utf8: Span<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
  }

  /// Writes one byte as it stands, for punctuation and newlines.
  @inlinable
  public mutating func raw(byte: UInt8) {
    buffer.append(byte)
  }

  /// Writes the name of a member and its colon, with a comma before it unless the object has just been opened.
  ///
  /// `name` must need no escape.
  @inlinable
  public mutating func key(_ name: StaticString) {
    separate(after: UInt8(ascii: "{"))
    buffer.append(UInt8(ascii: "\""))
    raw(name)
    raw("\":")
  }

  /// Writes the name of a member that is not known when the program is built, as ``key(_:)`` does, and escapes it.
  public mutating func key(text name: String) {
    separate(after: UInt8(ascii: "{"))
    string(name)
    buffer.append(UInt8(ascii: ":"))
  }

  /// Begins an element of an array: writes a comma unless the array has just been opened.
  @inlinable
  public mutating func element() {
    separate(after: UInt8(ascii: "["))
  }

  @inlinable
  mutating func separate(after opening: UInt8) {
    if let last = buffer.last, last != opening { buffer.append(UInt8(ascii: ",")) }
  }

  /// Writes `null`.
  @inlinable
  public mutating func null() {
    raw("null")
  }

  /// Writes `true` or `false`.
  @inlinable
  public mutating func boolean(_ value: Bool) {
    raw(value ? "true" : "false")
  }
}

extension JSONWriter {
  /// Writes an integer.
  @inlinable
  public mutating func integer(_ value: some BinaryInteger) {
    integer(wide: Int(value))
  }

  /// Writes `scaled` divided by ten to the power of `places`, without zeros at the end: 12_500_000 with 7 is `1.25`.
  public mutating func decimal(_ scaled: Int, places: Int) {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    if scaled < 0 { buffer.append(UInt8(ascii: "-")) }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
    integer(wide: Int(whole))
    var rest = Int(fraction)
    if rest > 0 { buffer.append(UInt8(ascii: ".")) }
    while rest > 0 {
      unit /= 10
      buffer.append(UInt8(ascii: "0") + UInt8(rest / unit))
      rest %= unit
    }
  }

  @usableFromInline
  mutating func integer(wide value: Int) {
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var start = digits.count
    var rest = value.magnitude
    repeat {
      start -= 1
      digits[start] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 { buffer.append(UInt8(ascii: "-")) }
    raw(digits.span.extracting(start..<digits.count))
  }
}

extension JSONWriter {
  /// Writes a string with its quotes, escaping what JSON requires and nothing more.
  public mutating func string(_ value: String) {
    string(utf8: value.utf8Span.span)
  }

  /// Writes a string of valid UTF-8 with its quotes, escaping what JSON requires and nothing more.
  public mutating func string(utf8: Span<UInt8>) {
    buffer.append(UInt8(ascii: "\""))
    var unwritten = 0  // Bytes before this index are in the buffer already.
    for i in utf8.indices where Self.needsEscape(utf8[i]) {
      raw(utf8.extracting(unwritten..<i))
      escape(utf8[i])
      unwritten = i + 1
    }
    raw(utf8.extracting(unwritten..<utf8.count))
    buffer.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    if byte < 0x20 {
      raw("\\u00")
      buffer.append(Self.hexDigit(byte >> 4))
      buffer.append(Self.hexDigit(byte & 0xF))
    } else {
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(byte)
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
