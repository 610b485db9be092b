import CLibPQ
public import FareModel

/// Writes the rows of a binary `copy … from stdin`.
///
/// A row is begun with the number of its columns and then written column by column, nil being null. Rows are gathered
/// and sent in pieces, so memory holds one piece and the largest row. Nothing is allocated for a value.
@safe
public struct CopyWriter: ~Copyable {
  private let connection: OpaquePointer
  // Raw memory, because values of every width follow each other without padding.
  private var buffer: UnsafeMutableRawPointer
  private var capacity = 2 * Limits.copyPieceBytes
  private var count = 0
  private var columnsLeft = 0

  /// Begins the rows on a connection whose server waits for them.
  init(connection: OpaquePointer) {
    unsafe self.connection = connection
    unsafe buffer = .allocate(byteCount: capacity, alignment: 16)
    let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
    let flags: Int32 = 0
    let extensionLength: Int32 = 0
    append(signature.span)
    append(flags)
    append(extensionLength)
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Begins a row of `columns` values.
  ///
  /// - Precondition: The row before has all its values.
  public mutating func beginRow(columns: Int) throws(PostgresError) {
    precondition(columnsLeft == 0, "a row lacks \(columnsLeft) columns")
    if count >= Limits.copyPieceBytes { try send() }
    columnsLeft = columns
    append(Int16(columns))
  }

  /// Writes the end of the format and sends what is left.
  mutating func finish() throws(PostgresError) {
    precondition(columnsLeft == 0, "the last row lacks \(columnsLeft) columns")
    let trailer: Int16 = -1
    append(trailer)
    try send()
  }

  private mutating func send() throws(PostgresError) {
    let bytes = unsafe buffer.assumingMemoryBound(to: CChar.self)
    guard unsafe PQputCopyData(connection, bytes, Int32(count)) == 1 else {
      throw unsafe PostgresError(.connectionLost, of: connection)
    }
    count = 0
  }
}

// MARK: Values

extension CopyWriter {
  /// Writes a null of any type.
  public mutating func null() {
    beginValue()
    append(Self.nullLength)
  }

  /// Writes a `text` from its UTF-8.
  public mutating func text(_ utf8: Span<UInt8>) {
    bytes(utf8)
  }

  /// Writes a `text`.
  public mutating func text(_ value: String?) {
    guard let value else { return null() }
    bytes(value.utf8Span.span)
  }

  /// Writes a `bytea`, or any other type in its binary form.
  public mutating func bytes(_ value: Span<UInt8>) {
    beginValue()
    appendSized(value)
  }

  /// Writes a `boolean`.
  public mutating func bool(_ value: Bool?) {
    integer(value.map { $0 ? 1 as Int8 : 0 })
  }

  /// Writes a `smallint`.
  public mutating func int2(_ value: Int16?) {
    integer(value)
  }

  /// Writes an `integer`.
  public mutating func int4(_ value: Int32?) {
    integer(value)
  }

  /// Writes a `bigint`.
  public mutating func int8(_ value: Int64?) {
    integer(value)
  }

  /// Writes a `date`.
  public mutating func date(_ value: Day?) {
    integer(value.map(PostgresTime.wire))
  }

  /// Writes a `timestamptz`.
  public mutating func timestamp(_ value: Instant?) {
    integer(value.map(PostgresTime.wire))
  }

  private mutating func integer<Value: FixedWidthInteger>(_ value: Value?) {
    guard let value else { return null() }
    beginValue()
    append(Int32(MemoryLayout<Value>.size))
    append(value)
  }

  private mutating func beginValue() {
    precondition(columnsLeft > 0, "more values than the row has columns")
    columnsLeft -= 1
  }
}

// MARK: The buffer

extension CopyWriter {
  private static var nullLength: Int32 { -1 }

  private mutating func appendSized(_ value: Span<UInt8>) {
    append(Int32(value.count))
    append(value)
  }

  private mutating func append(_ value: Span<UInt8>) {
    reserve(value.count)
    // The room was reserved above, and the source cannot overlap memory that only this writer knows.
    unsafe value.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (buffer + count).copyMemory(from: start, byteCount: source.count)
    }
    count += value.count
  }

  private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    reserve(MemoryLayout<Value>.size)
    store(value, at: count)
    count += MemoryLayout<Value>.size
  }

  /// Stores an integer in network byte order at an offset that was reserved before.
  private func store<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
    unsafe (buffer + offset).storeBytes(of: value.bigEndian, as: Value.self)
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe larger.copyMemory(from: buffer, byteCount: count)
    unsafe buffer.deallocate()
    unsafe buffer = larger
  }
}
