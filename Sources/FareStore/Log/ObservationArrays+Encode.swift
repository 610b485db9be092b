import FareModel

/// Writes observations as the columns that ``ObservationAttribute`` names, in PostgreSQL's binary form.
///
/// An attribute that is the same throughout becomes a field of the composite `same`; one that varies becomes an array;
/// one that is missing throughout is null in both.
struct ObservationArraysEncoder {
  private var composite: [UInt8] = []
  private var fields: [[UInt8]?] = []

  /// Encodes the observations of `table` at `rows`.
  ///
  /// - Precondition: `rows` is not empty.
  /// - Complexity: O(attributes × `rows.count`).
  mutating func encode(_ table: ObservationTable, _ rows: [Int], base: ArrayBase) {
    precondition(!rows.isEmpty, "a row of arrays holds at least one observation")
    composite.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    composite.appendBigEndian(Int32(ObservationAttribute.all.count))
    for attribute in ObservationAttribute.all {
      composite.appendBigEndian(attribute.oid)
      encode(attribute, table, rows, base)
    }
  }

  /// Writes `same`, the record numbers and the arrays, in the order of the table's columns.
  func write(_ table: ObservationTable, _ rows: [Int], to copy: inout CopyWriter) {
    copy.bytes(composite.span)
    var records: [UInt8] = []
    records.appendArrayHeader(count: rows.count, hasNulls: false, oid: ObservationAttribute.Width.int4.oid)
    for row in rows {
      records.appendBigEndian(Int32(4))
      records.appendBigEndian(table.provenance[row].record)
    }
    copy.bytes(records.span)
    for field in fields {
      if let field { copy.bytes(field.span) } else { copy.null() }
    }
  }

  private mutating func encode(
    _ attribute: ObservationAttribute,
    _ table: ObservationTable,
    _ rows: [Int],
    _ base: ArrayBase
  ) {
    func stored(_ row: Int) -> StoredObservation {
      StoredObservation(observation: table.rows[row], provenance: table.provenance[row])
    }
    switch attribute.access {
    case .number(let width, let get, _):
      finish(rows, attribute.oid, { get(stored($0), base) }) { bytes, value in bytes.append(value, width: width) }
    case .flag(let get, _):
      finish(rows, attribute.oid, { get(table.rows[$0]) }) { bytes, value in
        bytes.appendBigEndian(Int32(1))
        bytes.append(value ? 1 : 0)
      }
    case .text(let get, _):
      finish(rows, attribute.oid, { get(table.rows[$0]) == .none ? nil : get(table.rows[$0]) }) { bytes, value in
        let utf8 = table.texts.utf8(value)
        bytes.appendBigEndian(Int32(utf8.count))
        unsafe utf8.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      }
    case .currency:
      finish(rows, attribute.oid, { table.rows[$0].currency }) { bytes, value in
        let (first, second, third) = value.letters
        bytes.appendBigEndian(Int32(3))
        bytes.append(contentsOf: [first, second, third])
      }
    }
  }

  /// Appends one attribute to `same` or as an array. `append` writes a value with its length in front.
  private mutating func finish<Value: Equatable>(
    _ rows: [Int],
    _ oid: UInt32,
    _ value: (Int) -> Value?,
    _ append: (inout [UInt8], Value) -> Void
  ) {
    let first = value(rows[0])
    guard let different = rows.firstIndex(where: { value($0) != first }) else {
      if let first { append(&composite, first) } else { composite.appendBigEndian(Int32(-1)) }
      fields.append(nil)
      return
    }
    composite.appendBigEndian(Int32(-1))
    let hasNulls = first == nil || rows[different...].contains { value($0) == nil }
    var array: [UInt8] = []
    array.appendArrayHeader(count: rows.count, hasNulls: hasNulls, oid: oid)
    for row in rows {
      if let value = value(row) { append(&array, value) } else { array.appendBigEndian(Int32(-1)) }
    }
    fields.append(array)
  }
}

extension [UInt8] {
  /// Appends an integer in network order.
  mutating func appendBigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
    for shift in stride(from: Integer.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends the header of a one-dimensional array whose elements follow.
  mutating func appendArrayHeader(count: Int, hasNulls: Bool, oid: UInt32) {
    appendBigEndian(Int32(1))
    appendBigEndian(Int32(hasNulls ? 1 : 0))
    appendBigEndian(oid)
    appendBigEndian(Int32(count))
    appendBigEndian(Int32(1))
  }

  /// Appends a number with its length in front.
  mutating func append(_ value: Int64, width: ObservationAttribute.Width) {
    appendBigEndian(width.rawValue)
    switch width {
    case .int2: appendBigEndian(Int16(truncatingIfNeeded: value))
    case .int4: appendBigEndian(Int32(truncatingIfNeeded: value))
    case .int8: appendBigEndian(value)
    }
  }
}
