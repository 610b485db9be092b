import FareModel

/// An array of `day_price`: one attribute of the cells of a row.
struct DayPriceColumn: Sendable {
  /// The name of the column.
  let name: String
  /// Writes the array's binary form; false when the column is null.
  private var write: @Sendable (DayPriceRow, inout BinaryBuffer) -> Bool
  /// Reads an element into its cell.
  private var read: @Sendable (Span<UInt8>, Month, inout DayPriceCell) -> Void

  /// The array columns of `day_price`, in the order in which statements name them.
  static let all: [DayPriceColumn] = [
    number("departure_day", .int2, { $1.month.firstDay.distance(to: $0.departureDate) + 1 }) { value, month, cell in
      cell.departureDate = month.firstDay.advanced(by: value - 1)
    },
    // Departure days stand before nights, so the departure is known when the nights are read.
    number("nights", .int2, { cell, _ in cell.returnDate.map(cell.departureDate.distance(to:)) }) { value, _, cell in
      cell.returnDate = cell.departureDate.advanced(by: value)
    },
    number("price_minor", .int8, { cell, _ in cell.priceMinor.map(Int.init) }) { value, _, cell in
      cell.priceMinor = Int64(value)
    },
    number("fare_count", .int4, { cell, _ in cell.fareCount }) { value, _, cell in cell.fareCount = value },
    flag("sold_out", { $0.isSoldOut }) { $1.isSoldOut = $0 },
    DayPriceColumn(
      name: "observed_at",
      write: { row, bytes in
        elements(of: row, .timestamp, into: &bytes) { cell, bytes in
          bytes.appendSized(PostgresTime.wire(cell.observedAt))
          return true
        }
      },
      read: { bytes, _, cell in cell.observedAt = PostgresTime.instant(bytes.bigEndianInteger) }
    ),
    number("stops", .int2, { cell, _ in cell.stops }) { value, _, cell in cell.stops = value },
    text("source", { $0.source }) { $1.source = $0 },
    text("deep_link", { $0.deepLink }) { $1.deepLink = $0 },
    number("batch_id", .int8, { cell, _ in Int(cell.provenance.batch) }) { value, _, cell in
      cell.provenance.batch = Int64(value)
    },
    number("record_number", .int4, { cell, _ in Int(cell.provenance.record) }) { value, _, cell in
      cell.provenance.record = Int32(truncatingIfNeeded: value)
    },
  ]

  /// Where the column of a name stands.
  static func column(_ name: String) -> Int {
    all.firstIndex { $0.name == name } ?? all.endIndex
  }

  /// The names of the columns, comma-separated.
  static let names = all.map(\.name).joined(separator: ", ")

  /// Appends the binary form of the column of `row`; false, and nothing, when it has no value in any cell.
  func encode(_ row: DayPriceRow, into bytes: inout BinaryBuffer) -> Bool {
    write(row, &bytes)
  }

  /// Reads the column into the cells of a row.
  func decode(_ array: Span<UInt8>, month: Month, into cells: inout [DayPriceCell]) {
    ObservationArraysDecoder.forEachElement(of: array) { index, bytes in read(bytes, month, &cells[index]) }
  }

  private static func number(
    _ name: String,
    _ width: ObservationAttribute.Width,
    _ get: @escaping @Sendable (DayPriceCell, DayPriceRow) -> Int?,
    _ set: @escaping @Sendable (Int, Month, inout DayPriceCell) -> Void
  ) -> DayPriceColumn {
    DayPriceColumn(
      name: name,
      write: { row, bytes in
        elements(of: row, width.type, into: &bytes) { cell, bytes in
          guard let value = get(cell, row) else { return false }
          bytes.appendSized(Int64(value), width: width)
          return true
        }
      },
      read: { bytes, month, cell in set(Int(bytes.bigEndianInteger), month, &cell) }
    )
  }

  private static func flag(
    _ name: String,
    _ get: @escaping @Sendable (DayPriceCell) -> Bool,
    _ set: @escaping @Sendable (Bool, inout DayPriceCell) -> Void
  ) -> DayPriceColumn {
    DayPriceColumn(
      name: name,
      write: { row, bytes in
        elements(of: row, .bool, into: &bytes) { cell, bytes in
          guard get(cell) else { return false }
          bytes.appendSized(1 as Int8)
          return true
        }
      },
      read: { bytes, _, cell in set(bytes[0] != 0, &cell) }
    )
  }

  private static func text(
    _ name: String,
    _ get: @escaping @Sendable (DayPriceCell) -> String?,
    _ set: @escaping @Sendable (String, inout DayPriceCell) -> Void
  ) -> DayPriceColumn {
    DayPriceColumn(
      name: name,
      write: { row, bytes in
        elements(of: row, .text, into: &bytes) { cell, bytes in
          guard let value = get(cell) else { return false }
          bytes.appendSized(value.utf8Span.span)
          return true
        }
      },
      read: { bytes, _, cell in set(unsafe String(copying: UTF8Span(unchecked: bytes)), &cell) }
    )
  }

  /// Writes an array with an element a cell; `append` writes one with its length, or says that it is null.
  private static func elements(
    of row: DayPriceRow,
    _ type: PostgresType,
    into bytes: inout BinaryBuffer,
    _ append: (DayPriceCell, inout BinaryBuffer) -> Bool
  ) -> Bool {
    bytes.appendArrayHeader(count: row.cells.count, hasNulls: true, of: type)
    var isNull = true
    for cell in row.cells {
      if append(cell, &bytes) { isNull = false } else { bytes.appendNull() }
    }
    return !isNull
  }
}
