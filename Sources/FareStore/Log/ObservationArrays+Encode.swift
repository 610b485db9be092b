import FareModel

/// Writes observations as the columns that ``ObservationAttribute`` names, in PostgreSQL's binary form.
///
/// An attribute that is the same throughout becomes a field of the composite `same`; one that varies becomes an array;
/// one that is missing throughout is null in both.
struct ObservationArraysEncoder {
  private var composite: [UInt8] = []
  private var fields: [[UInt8]?] = []

  /// Encodes the observations of `table` at `rows`, attribute by attribute in the order of ``ObservationAttribute/all``.
  ///
  /// This is most of the work of an ingest, so each attribute is a loop of its own that the compiler sees whole.
  ///
  /// - Precondition: `rows` is not empty.
  /// - Complexity: O(attributes × `rows.count`).
  mutating func encode(_ table: ObservationTable, _ rows: [Int], base: ArrayBase) {
    precondition(!rows.isEmpty, "a row of arrays holds at least one observation")
    composite.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    composite.appendBigEndian(Int32(ObservationAttribute.all.count))
    let (observations, provenance, texts) = (table.rows, table.provenance, table.texts)
    number(.int8, rows) { provenance[$0].batch }
    number(.int2, rows) { Int64(observations[$0].kind.rawValue) }
    number(.int2, rows) { Int64(base.month.distance(to: observations[$0].departureDate)) + 1 }
    number(.int2, rows) { row in
      observations[row].returnDate.map { Int64(observations[row].departureDate.distance(to: $0)) }
    }
    number(.int4, rows) { observations[$0].observedAt.rawValue - base.observedAt.rawValue }
    number(.int8, rows) { observations[$0].priceMinor }
    currency(rows) { observations[$0].currency }
    flag(rows) { observations[$0].isSoldOut }
    flag(rows) { observations[$0].isCompleteLook }
    flag(rows) { observations[$0].isSelfTransfer }
    number(.int2, rows) { row in observations[row].cabin.map { Int64($0.rawValue) } }
    number(.int8, rows) { observations[$0].expiresAt?.rawValue }
    text(rows, texts) { observations[$0].source }
    text(rows, texts) { observations[$0].deepLink }
    leg(rows, texts) { observations[$0].outbound }
    leg(rows, texts) { observations[$0].inbound }
    precondition(fields.count == ObservationAttribute.all.count, "an attribute was not written")
  }

  /// Writes `same`, the record numbers and the arrays, in the order of the table's columns.
  func write(_ table: ObservationTable, _ rows: [Int], to copy: inout CopyWriter) {
    copy.bytes(composite.span)
    var records: [UInt8] = []
    records.appendArrayHeader(count: rows.count, hasNulls: false, of: .int4)
    for row in rows { records.append(Int64(table.provenance[row].record), width: .int4) }
    copy.bytes(records.span)
    for field in fields {
      if let field { copy.bytes(field.span) } else { copy.null() }
    }
  }

  @inline(__always)
  private mutating func leg(_ rows: [Int], _ texts: TextPool, _ leg: (Int) -> ObservedLeg) {
    number(.int2, rows) { row in leg(row).departureTime.map { Int64($0.rawValue) } }
    number(.int2, rows) { row in leg(row).arrivalTime.map { Int64($0.rawValue) } }
    number(.int2, rows) { row in leg(row).arrivalDayOffset.map(Int64.init) }
    number(.int4, rows) { row in leg(row).durationMinutes.map(Int64.init) }
    number(.int2, rows) { row in leg(row).stops.map(Int64.init) }
    text(rows, texts) { leg($0).via }
    text(rows, texts) { leg($0).carriers }
    text(rows, texts) { leg($0).flightNumbers }
    text(rows, texts) { leg($0).operatingCarriers }
    text(rows, texts) { leg($0).segments }
  }

  @inline(__always)
  private mutating func number(_ width: ObservationAttribute.Width, _ rows: [Int], _ value: (Int) -> Int64?) {
    column(rows, width.type, value) { bytes, value in bytes.append(value, width: width) }
  }

  @inline(__always)
  private mutating func flag(_ rows: [Int], _ value: (Int) -> Bool?) {
    column(rows, .bool, value) { bytes, value in
      bytes.appendBigEndian(Int32(1))
      bytes.append(value ? 1 : 0)
    }
  }

  @inline(__always)
  private mutating func text(_ rows: [Int], _ texts: TextPool, _ value: (Int) -> TextID) {
    column(rows, .text, { value($0) == .none ? nil : value($0) }) { bytes, value in
      let utf8 = texts.utf8(value)
      bytes.appendBigEndian(Int32(utf8.count))
      unsafe utf8.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
  }

  @inline(__always)
  private mutating func currency(_ rows: [Int], _ value: (Int) -> CurrencyCode?) {
    column(rows, .text, value) { bytes, value in
      let (first, second, third) = value.letters
      bytes.appendBigEndian(Int32(3))
      bytes.append(first)
      bytes.append(second)
      bytes.append(third)
    }
  }

  /// Appends one attribute to `same` or as an array. `append` writes a value with its length in front.
  @inline(__always)
  private mutating func column<Value: Equatable>(
    _ rows: [Int],
    _ type: PostgresType,
    _ value: (Int) -> Value?,
    _ append: (inout [UInt8], Value) -> Void
  ) {
    composite.appendBigEndian(type.rawValue)
    let first = value(rows[0])
    guard let different = rows.firstIndex(where: { value($0) != first }) else {
      if let first { append(&composite, first) } else { composite.appendBigEndian(Int32(-1)) }
      fields.append(nil)
      return
    }
    composite.appendBigEndian(Int32(-1))
    let hasNulls = first == nil || rows[different...].contains { value($0) == nil }
    var array: [UInt8] = []
    array.reserveCapacity(20 + 12 * rows.count)
    array.appendArrayHeader(count: rows.count, hasNulls: hasNulls, of: type)
    for row in rows {
      if let value = value(row) { append(&array, value) } else { array.appendBigEndian(Int32(-1)) }
    }
    fields.append(array)
  }
}

extension [UInt8] {
  /// Appends an integer in network order.
  @inline(__always)
  mutating func appendBigEndian<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer) {
    unsafe Swift.withUnsafeBytes(of: value.bigEndian) { unsafe append(contentsOf: $0) }
  }

  /// Appends the header of a one-dimensional array whose elements follow.
  mutating func appendArrayHeader(count: Int, hasNulls: Bool, of type: PostgresType) {
    appendBigEndian(Int32(1))
    appendBigEndian(Int32(hasNulls ? 1 : 0))
    appendBigEndian(type.rawValue)
    appendBigEndian(Int32(count))
    appendBigEndian(Int32(1))
  }

  /// Appends a number with its length in front.
  @inline(__always)
  mutating func append(_ value: Int64, width: ObservationAttribute.Width) {
    appendBigEndian(width.rawValue)
    switch width {
    case .int2: appendBigEndian(Int16(truncatingIfNeeded: value))
    case .int4: appendBigEndian(Int32(truncatingIfNeeded: value))
    case .int8: appendBigEndian(value)
    }
  }
}
