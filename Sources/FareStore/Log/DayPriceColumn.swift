import FareModel

/// An array of `day_price`: one attribute of the cells of a row.
struct DayPriceColumn: Sendable {
  /// Writes the array's binary form; false when the column is null.
  private var write: @Sendable (DayPriceRow, inout [UInt8]) -> Bool
  /// Reads an element into its cell.
  private var read: @Sendable (Span<UInt8>, Month, inout DayPriceCell) -> Void

  /// The array columns of `day_price`, in the order in which statements name them.
  static let all: [DayPriceColumn] = [
    number(.int2, { $1.month.firstDay.distance(to: $0.departureDate) + 1 }) { value, month, cell in
      cell.departureDate = month.firstDay.advanced(by: value - 1)
    },
    // Departure days stand before nights, so the departure is known when the nights are read.
    number(.int2, { cell, _ in cell.returnDate.map(cell.departureDate.distance(to:)) }) { value, _, cell in
      cell.returnDate = cell.departureDate.advanced(by: value)
    },
    number(.int8, { cell, _ in cell.priceMinor.map(Int.init) }) { value, _, cell in cell.priceMinor = Int64(value) },
    number(.int4, { cell, _ in cell.fareCount }) { value, _, cell in cell.fareCount = value },
    flag({ $0.isSoldOut }) { $1.isSoldOut = $0 },
    // A timestamp is microseconds since 2000-01-01.
    DayPriceColumn(
      write: { row, bytes in
        elements(of: row, 1184, into: &bytes) { cell, bytes in
          bytes.appendBigEndian(Int32(8))
          bytes.appendBigEndian((cell.observedAt.rawValue - postgresEpoch) * 1_000_000)
          return true
        }
      },
      read: { bytes, _, cell in
        cell.observedAt = Instant(rawValue: bytes.bigEndianInteger / 1_000_000 + postgresEpoch)
      }
    ),
    number(.int2, { cell, _ in cell.stops }) { value, _, cell in cell.stops = value },
    text({ $0.source }) { $1.source = $0 },
    text({ $0.deepLink }) { $1.deepLink = $0 },
    number(.int8, { cell, _ in Int(cell.provenance.batch) }) { value, _, cell in cell.provenance.batch = Int64(value) },
    number(.int4, { cell, _ in Int(cell.provenance.record) }) { value, _, cell in
      cell.provenance.record = Int32(truncatingIfNeeded: value)
    },
  ]

  /// The names of the columns, comma-separated.
  static let names =
    "departure_day, nights, price_minor, fare_count, sold_out, observed_at, stops, source, deep_link, batch_id, record_number"

  /// Appends the binary form of the column of `row`; false, and nothing, when it has no value in any cell.
  func encode(_ row: DayPriceRow, into bytes: inout [UInt8]) -> Bool {
    write(row, &bytes)
  }

  /// Reads the column into the cells of a row.
  func decode(_ array: Span<UInt8>, month: Month, into cells: inout [DayPriceCell]) {
    ObservationArraysDecoder.forEachElement(of: array) { index, bytes in read(bytes, month, &cells[index]) }
  }

  /// Seconds from 1970-01-01 to 2000-01-01, from which PostgreSQL counts.
  private static let postgresEpoch: Int64 = 946_684_800

  private static func number(
    _ width: ObservationAttribute.Width,
    _ get: @escaping @Sendable (DayPriceCell, DayPriceRow) -> Int?,
    _ set: @escaping @Sendable (Int, Month, inout DayPriceCell) -> Void
  ) -> DayPriceColumn {
    DayPriceColumn(
      write: { row, bytes in
        elements(of: row, width.oid, into: &bytes) { cell, bytes in
          guard let value = get(cell, row) else { return false }
          bytes.append(Int64(value), width: width)
          return true
        }
      },
      read: { bytes, month, cell in set(Int(bytes.bigEndianInteger), month, &cell) }
    )
  }

  private static func flag(
    _ get: @escaping @Sendable (DayPriceCell) -> Bool,
    _ set: @escaping @Sendable (Bool, inout DayPriceCell) -> Void
  ) -> DayPriceColumn {
    DayPriceColumn(
      write: { row, bytes in
        elements(of: row, 16, into: &bytes) { cell, bytes in
          guard get(cell) else { return false }
          bytes.appendBigEndian(Int32(1))
          bytes.append(1)
          return true
        }
      },
      read: { bytes, _, cell in set(bytes[0] != 0, &cell) }
    )
  }

  private static func text(
    _ get: @escaping @Sendable (DayPriceCell) -> String?,
    _ set: @escaping @Sendable (String, inout DayPriceCell) -> Void
  ) -> DayPriceColumn {
    DayPriceColumn(
      write: { row, bytes in
        elements(of: row, 25, into: &bytes) { cell, bytes in
          guard let value = get(cell) else { return false }
          bytes.appendBigEndian(Int32(value.utf8.count))
          bytes.append(contentsOf: value.utf8)
          return true
        }
      },
      read: { bytes, _, cell in set(unsafe String(copying: UTF8Span(unchecked: bytes)), &cell) }
    )
  }

  /// Writes an array with an element a cell; `append` writes one with its length, or says that it is null.
  private static func elements(
    of row: DayPriceRow,
    _ oid: UInt32,
    into bytes: inout [UInt8],
    _ append: (DayPriceCell, inout [UInt8]) -> Bool
  ) -> Bool {
    bytes.appendArrayHeader(count: row.cells.count, hasNulls: true, oid: oid)
    var isNull = true
    for cell in row.cells {
      if append(cell, &bytes) { isNull = false } else { bytes.appendBigEndian(Int32(-1)) }
    }
    return !isNull
  }
}
