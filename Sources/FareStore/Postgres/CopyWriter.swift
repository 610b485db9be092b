public import FareModel

/// Writes the rows of a binary `copy … from stdin`.
///
/// A row is begun with the number of its columns and then written column by column, nil being null. Rows are gathered
/// and sent in pieces, so memory holds one piece and the largest row. Nothing is allocated for a value.
public struct CopyWriter: ~Copyable {
  private let connection: PostgresConnection
  private var buffer = BinaryBuffer(capacity: 2 * Limits.copyPieceBytes)
  private var columnsLeft = 0

  /// Begins the rows on a connection whose server waits for them.
  init(connection: PostgresConnection) {
    self.connection = connection
    let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
    let flags: Int32 = 0
    let extensionLength: Int32 = 0
    buffer.append(signature.span)
    buffer.append(flags)
    buffer.append(extensionLength)
  }

  /// Begins a row of `columns` values.
  ///
  /// - Precondition: The row before has all its values.
  public mutating func beginRow(columns: Int) throws(PostgresError) {
    precondition(columnsLeft == 0, "a row lacks \(columnsLeft) columns")
    if buffer.count >= Limits.copyPieceBytes { try send() }
    columnsLeft = columns
    buffer.append(Int16(columns))
  }

  /// Writes the end of the format and sends what is left.
  mutating func finish() throws(PostgresError) {
    precondition(columnsLeft == 0, "the last row lacks \(columnsLeft) columns")
    let trailer: Int16 = -1
    buffer.append(trailer)
    try send()
  }

  private mutating func send() throws(PostgresError) {
    try connection.put(buffer.bytes)
    buffer.removeAll()
  }
}

// MARK: Values

extension CopyWriter {
  /// Writes a null of any type.
  public mutating func null() {
    beginValue()
    buffer.appendNull()
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
    buffer.appendSized(value)
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

  private mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value?) {
    guard let value else { return null() }
    beginValue()
    buffer.appendSized(value)
  }

  private mutating func beginValue() {
    precondition(columnsLeft > 0, "more values than the row has columns")
    columnsLeft -= 1
  }
}
