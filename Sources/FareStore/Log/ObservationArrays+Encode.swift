import FareModel

/// Writes observations as the columns that ``ObservationAttribute`` names, in PostgreSQL's binary form.
///
/// An attribute that is the same throughout becomes a field of the composite `same`; one that varies becomes an array;
/// one that is missing throughout is null in both.
struct ObservationArraysEncoder: ~Copyable {
  private var composite = BinaryBuffer(capacity: 1 << 10)
  private var arrays = BinaryBuffer(capacity: 1 << 18)
  /// Where in `arrays` the array of each attribute stands; nil for those that have none.
  private var fields: [Range<Int>?] = []

  /// Encodes the observations of `table` at `rows`, attribute by attribute in the order of ``ObservationAttribute/all``.
  ///
  /// This is most of the work of an ingest, so each attribute is a loop of its own that the compiler sees whole.
  ///
  /// - Precondition: `rows` is not empty.
  /// - Complexity: O(attributes × `rows.count`).
  mutating func encode(_ table: ObservationTable, _ rows: [Int], base: ArrayBase) {
    precondition(!rows.isEmpty, "a row of arrays holds at least one observation")
    composite.removeAll()
    arrays.removeAll()
    fields.removeAll(keepingCapacity: true)
    composite.append(Int32(ObservationAttribute.all.count))
    let (observations, provenance, texts) = (table.rows, table.provenance, table.texts)
    array(rows, .int4, hasNulls: false, { provenance[$0].record }) { bytes, record in bytes.appendSized(record) }
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
    precondition(fields.count == 1 + ObservationAttribute.all.count, "an attribute was not written")
  }

  /// Writes `same`, the record numbers and the arrays, in the order of the table's columns.
  func write(to copy: inout CopyWriter) {
    copy.bytes(composite.bytes)
    for field in fields {
      if let field { copy.bytes(arrays.bytes.extracting(field)) } else { copy.null() }
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
    column(rows, width.type, value) { bytes, value in bytes.appendSized(value, width: width) }
  }

  @inline(__always)
  private mutating func flag(_ rows: [Int], _ value: (Int) -> Bool?) {
    column(rows, .bool, value) { bytes, value in bytes.appendSized(value ? 1 : 0 as Int8) }
  }

  @inline(__always)
  private mutating func text(_ rows: [Int], _ texts: TextPool, _ value: (Int) -> TextID) {
    column(rows, .text, { value($0) == .none ? nil : value($0) }) { bytes, value in
      bytes.appendSized(texts.utf8(value))
    }
  }

  @inline(__always)
  private mutating func currency(_ rows: [Int], _ value: (Int) -> CurrencyCode?) {
    column(rows, .text, value) { bytes, value in
      let (first, second, third) = value.letters
      bytes.append(3 as Int32)
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
    _ append: (inout BinaryBuffer, Value) -> Void
  ) {
    composite.append(type.rawValue)
    let first = value(rows[0])
    guard let different = rows.firstIndex(where: { value($0) != first }) else {
      if let first { append(&composite, first) } else { composite.appendNull() }
      fields.append(nil)
      return
    }
    composite.appendNull()
    let hasNulls = first == nil || rows[different...].contains { value($0) == nil }
    array(rows, type, hasNulls: hasNulls, value, append)
  }

  /// Appends an array with an element a row.
  @inline(__always)
  private mutating func array<Value>(
    _ rows: [Int],
    _ type: PostgresType,
    hasNulls: Bool,
    _ value: (Int) -> Value?,
    _ append: (inout BinaryBuffer, Value) -> Void
  ) {
    let start = arrays.count
    arrays.appendArrayHeader(count: rows.count, hasNulls: hasNulls, of: type)
    for row in rows {
      if let value = value(row) { append(&arrays, value) } else { arrays.appendNull() }
    }
    fields.append(start..<arrays.count)
  }
}
