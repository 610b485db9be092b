import CLibPQ
public import FareModel

/// The rows that a statement gave, freed when it goes out of scope.
///
/// Values are in PostgreSQL's binary form. Reading a column as another type than the statement gave it is a mistake
/// in the program, and traps.
@safe
public struct PostgresResult: ~Copyable {
  private let handle: OpaquePointer

  /// How many rows there are.
  public let rowCount: Int
  /// How many columns a row has.
  public let columnCount: Int

  /// Takes over a result of libpq, which it frees.
  init(adopting handle: OpaquePointer) {
    unsafe self.handle = handle
    rowCount = unsafe Int(PQntuples(handle))
    columnCount = unsafe Int(PQnfields(handle))
  }

  deinit {
    unsafe PQclear(handle)
  }

  /// What kind of result it is.
  var status: ExecStatusType {
    unsafe PQresultStatus(handle)
  }

  /// What the statement did, such as `COMMIT`.
  var command: String {
    unsafe String(cString: PQcmdStatus(handle))
  }

  /// What a failed statement on `connection` says.
  func error(on connection: OpaquePointer) -> PostgresError {
    unsafe PostgresError(of: handle, on: connection)
  }

  /// How many rows an `insert`, `update`, `delete`, `merge` or `select` was about; 0 for other statements.
  public var affectedRows: Int {
    unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0
  }
}

extension PostgresResult {
  /// Whether a value is null.
  public func isNull(_ row: Int, _ column: Int) -> Bool {
    precondition(row >= 0 && row < rowCount, "row \(row) of \(rowCount)")
    precondition(column >= 0 && column < columnCount, "column \(column) of \(columnCount)")
    return unsafe PQgetisnull(handle, Int32(row), Int32(column)) == 1
  }

  /// The bytes of a value as PostgreSQL sent them; nil when it is null.
  @_lifetime(borrow self)
  public func bytes(_ row: Int, _ column: Int) -> Span<UInt8>? {
    if isNull(row, column) { return nil }
    let count = unsafe Int(PQgetlength(handle, Int32(row), Int32(column)))
    // libpq keeps the value in the result until PQclear, which only deinit calls.
    let start = unsafe UnsafeRawPointer(PQgetvalue(handle, Int32(row), Int32(column)))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
    return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
  }

  /// Calls `body` with the bytes of a value, or returns nil when it is null.
  public func withBytes<Value, Failure>(
    _ row: Int,
    _ column: Int,
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let bytes = bytes(row, column) else { return nil }
    return try body(bytes)
  }

  /// A `boolean`; nil when it is null.
  public func bool(_ row: Int, _ column: Int) -> Bool? {
    integer(row, column, as: Int8.self).map { $0 != 0 }
  }

  /// A `smallint`; nil when it is null.
  public func int2(_ row: Int, _ column: Int) -> Int16? {
    integer(row, column)
  }

  /// An `integer`; nil when it is null.
  public func int4(_ row: Int, _ column: Int) -> Int32? {
    integer(row, column)
  }

  /// A `bigint`; nil when it is null.
  public func int8(_ row: Int, _ column: Int) -> Int64? {
    integer(row, column)
  }

  /// A `text`, `varchar` or `name`; nil when it is null.
  public func text(_ row: Int, _ column: Int) -> String? {
    withBytes(row, column) { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A `date`; nil when it is null.
  public func date(_ row: Int, _ column: Int) -> Day? {
    integer(row, column).map(PostgresTime.day)
  }

  /// A `timestamptz` to the whole second; nil when it is null.
  public func timestamp(_ row: Int, _ column: Int) -> Instant? {
    integer(row, column).map(PostgresTime.instant)
  }

  private func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ row: Int,
    _ column: Int,
    as type: Value.Type = Value.self
  ) -> Value? {
    withBytes(row, column) { bytes in
      precondition(bytes.count == MemoryLayout<Value>.size, "column \(column) has \(bytes.count) bytes")
      return BigEndian.load(bytes, at: 0)
    }
  }
}
