/// Appends JSON to a buffer that the caller keeps and reuses.
///
/// The writer does not check structure. Callers write fixed shapes, and tests compare whole lines.
@safe
public struct JSONWriter: ~Copyable {
  // Memory of its own instead of an array: answers are written in pieces of a few bytes, and an array asks each time
  // whether it is the only owner.
  @usableFromInline var buffer: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline var written = 0

  /// How many bytes have been written so far.
  @inlinable public var count: Int { written }

  /// Creates a writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    unsafe buffer = .allocate(capacity: max(capacity, 64))
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// A copy of what has been written so far.
  public var bytes: [UInt8] { unsafe Array(buffer[..<count]) }

  /// What has been written so far, without a copy.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: buffer[..<count]))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Drops what was written and keeps the memory.
  public mutating func removeAll() {
    written = 0
  }

  /// Drops what was written after the first `length` bytes, for an answer that turned out to be an error.
  public mutating func truncate(to length: Int) {
    precondition(length <= count, "\(length) of \(count) bytes")
    written = length
  }

  /// Writes `literal` as it stands, for punctuation and keys.
  @inlinable
  public mutating func raw(_ literal: StaticString) {
    unsafe append(literal.utf8Start, literal.utf8CodeUnitCount)
  }

  /// Writes `utf8` as it stands, for a value that is JSON already, such as a request's id.
  @inlinable
  public mutating func raw(_ utf8: Span<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe append(start, bytes.count) }
    }
  }

  /// Writes once more what was written in `range`.
  public mutating func again(_ range: Range<Int>) {
    precondition(range.upperBound <= count, "\(range) of \(count) bytes")
    if unsafe range.count > buffer.count - count { grow(by: range.count) }
    // The bytes stand before those that they are copied to.
    if let start = unsafe buffer.baseAddress { unsafe append(start + range.lowerBound, range.count) }
  }

  /// Writes one byte as it stands, for punctuation and newlines.
  @inlinable
  public mutating func raw(byte: UInt8) {
    if unsafe count == buffer.count { grow(by: 1) }
    unsafe buffer[count] = byte
    written &+= 1  // It is less than the capacity.
  }

  @inlinable
  mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    if unsafe length > buffer.count &- count { grow(by: length) }
    guard let end = unsafe buffer.baseAddress else { return }
    unsafe (end + count).update(from: start, count: length)
    written &+= length  // It fits into the capacity.
  }

  @inline(never)
  @usableFromInline
  mutating func grow(by length: Int) {
    let larger = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(2 * buffer.count, count + length))
    unsafe _ = larger.update(fromContentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
    unsafe buffer.deallocate()
    unsafe buffer = larger
  }

  /// Writes the name of a member and its colon, with a comma before it unless the object has just been opened.
  ///
  /// `name` must need no escape.
  @inlinable
  public mutating func key(_ name: StaticString) {
    separate(after: UInt8(ascii: "{"))
    raw(byte: UInt8(ascii: "\""))
    raw(name)
    raw("\":")
  }

  /// Writes the name of a member that is not known when the program is built, as ``key(_:)`` does, and escapes it.
  public mutating func key(text name: String) {
    separate(after: UInt8(ascii: "{"))
    string(name)
    raw(byte: UInt8(ascii: ":"))
  }

  /// Begins an element of an array: writes a comma unless the array has just been opened.
  @inlinable
  public mutating func element() {
    separate(after: UInt8(ascii: "["))
  }

  @inlinable
  mutating func separate(after opening: UInt8) {
    if count > 0, unsafe buffer[count &- 1] != opening { raw(byte: UInt8(ascii: ",")) }
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
  /// Writes a number of at most `width` digits, with zeros in front, as dates have them.
  public mutating func digits(_ number: Int, width: Int) {
    if unsafe width > buffer.count - written { grow(by: width) }
    var rest = UInt(bitPattern: number)
    for place in stride(from: written + width - 1, through: written, by: -1) {
      unsafe buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    written += width
  }

  /// Writes `scaled` divided by ten to the power of `places` with all its places: 42_400 with 2 is `424.00`.
  public mutating func fixed(_ scaled: Int64, places: Int) {
    if scaled < 0 { raw(byte: UInt8(ascii: "-")) }
    var unit: UInt64 = 1
    for _ in 0..<places { unit *= 10 }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: unit)
    integer(wide: Int(whole))
    guard places > 0 else { return }
    raw(byte: UInt8(ascii: "."))
    digits(Int(fraction), width: places)
  }

  /// Writes an integer.
  @inlinable
  public mutating func integer(_ value: some BinaryInteger) {
    integer(wide: Int(value))
  }

  /// Writes `scaled` divided by ten to the power of `places`, without zeros at the end: 12_500_000 with 7 is `1.25`.
  public mutating func decimal(_ scaled: Int, places: Int) {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    if scaled < 0 { raw(byte: UInt8(ascii: "-")) }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
    integer(wide: Int(whole))
    var rest = Int(fraction)
    if rest > 0 { raw(byte: UInt8(ascii: ".")) }
    while rest > 0 {
      unit /= 10
      raw(byte: UInt8(ascii: "0") + UInt8(rest / unit))
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
    if value < 0 { raw(byte: UInt8(ascii: "-")) }
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
    raw(byte: UInt8(ascii: "\""))
    var unwritten = 0  // Bytes before this index are in the buffer already.
    for i in utf8.indices where Self.needsEscape(utf8[i]) {
      raw(utf8.extracting(unwritten..<i))
      escape(utf8[i])
      unwritten = i + 1
    }
    raw(utf8.extracting(unwritten..<utf8.count))
    raw(byte: UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    if byte < 0x20 {
      raw("\\u00")
      raw(byte: Self.hexDigit(byte >> 4))
      raw(byte: Self.hexDigit(byte & 0xF))
    } else {
      raw(byte: UInt8(ascii: "\\"))
      raw(byte: byte)
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
