import FareModel

/// Reads observations back from the columns that ``ObservationArraysEncoder`` writes.
struct ObservationArraysDecoder {
  private var rows: [StoredObservation] = []

  /// Appends the observations of one row of arrays to `table`, as far as `keep` wants them.
  ///
  /// `field(index)` gives the bytes of `same` at 0, the record numbers at 1 and the attributes from 2 on.
  mutating func decode(
    route: Route,
    base: ArrayBase,
    count: Int,
    from result: borrowing PostgresResult,
    row: Int,
    firstColumn: Int,
    into table: inout ObservationTable,
    keep: (Observation, Provenance) -> Bool
  ) {
    let blank = Observation(
      kind: .day,
      source: .none,
      origin: route.origin,
      destination: route.destination,
      departureDate: base.month,
      currency: CurrencyCode(rawValue: 0),
      observedAt: base.observedAt
    )
    var first = StoredObservation(observation: blank, provenance: Provenance(batch: 0, record: 0))
    if let same = result.bytes(row, firstColumn) {
      Self.decodeSame(same, base, into: &first, &table.texts)
    }
    rows.removeAll(keepingCapacity: true)
    rows.append(contentsOf: repeatElement(first, count: count))
    if let records = result.bytes(row, firstColumn + 1) {
      Self.forEachElement(of: records) { index, bytes in
        rows[index].provenance.record = Int32(truncatingIfNeeded: bytes.bigEndianInteger)
      }
    }
    for (index, attribute) in ObservationAttribute.all.enumerated() {
      guard let array = result.bytes(row, firstColumn + 2 + index) else { continue }
      Self.forEachElement(of: array) { element, bytes in
        Self.set(attribute, bytes, base, &rows[element], &table.texts)
      }
    }
    for var row in rows {
      row.observation.returnDate = row.nights.map(row.observation.departureDate.advanced(by:))
      if keep(row.observation, row.provenance) { table.append(row.observation, from: row.provenance) }
    }
  }

  private static func decodeSame(
    _ bytes: Span<UInt8>,
    _ base: ArrayBase,
    into row: inout StoredObservation,
    _ texts: inout TextPool
  ) {
    var position = 4  // The number of fields, which the type fixes.
    for attribute in ObservationAttribute.all {
      let length = Int(Int32(truncatingIfNeeded: bytes.extracting((position + 4)..<(position + 8)).bigEndianInteger))
      position += 8
      if length >= 0 {
        set(attribute, bytes.extracting(position..<(position + length)), base, &row, &texts)
        position += length
      }
    }
  }

  private static func set(
    _ attribute: ObservationAttribute,
    _ bytes: Span<UInt8>,
    _ base: ArrayBase,
    _ row: inout StoredObservation,
    _ texts: inout TextPool
  ) {
    switch attribute.reading {
    case .number(let set): set(&row, base, bytes.bigEndianInteger)
    case .flag(let set): set(&row.observation, bytes[0] != 0)
    case .text(let set): set(&row.observation, texts.intern(bytes))
    case .currency: row.observation.currency = CurrencyCode(ascii: bytes) ?? row.observation.currency
    }
  }

  /// Calls `body` with the index and the bytes of every element that is not null.
  static func forEachElement(of array: Span<UInt8>, _ body: (Int, Span<UInt8>) -> Void) {
    guard array.count >= 20 else { return }  // An empty array has no dimension.
    let count = Int(array.extracting(12..<16).bigEndianInteger)
    var position = 20
    for index in 0..<count {
      let length = Int(Int32(truncatingIfNeeded: array.extracting(position..<(position + 4)).bigEndianInteger))
      position += 4
      if length >= 0 {
        body(index, array.extracting(position..<(position + length)))
        position += length
      }
    }
  }
}

extension Span<UInt8> {
  /// The big-endian two's complement integer that the bytes form.
  var bigEndianInteger: Int64 {
    var value: Int64 = count > 0 && self[0] >= 0x80 ? -1 : 0
    for i in indices { value = value << 8 | Int64(self[i]) }
    return value
  }
}
