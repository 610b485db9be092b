import Foundation
import Support
import Testing

@Suite("Cases about time", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct TimeCases {
  /// A fare for a row of a case's segments.csv; the zones are those of the shipped airports.
  private static func fare(_ row: [String: String]) -> String {
    let departure = row["dep_local"].map { $0.split(separator: "T").map(String.init) }
    let arrival = row["arr_local"].map { $0.split(separator: "T").map(String.init) }
    let fields = [
      row["from"], row["to"], row["dep_date"] ?? departure?[0], "100.00", "EUR", "2026-01-01T00:00Z",
      row["dep_time"] ?? departure?[1], row["arr_time"] ?? arrival?[1], row["arr_day_offset"], row["id"],
    ]
    return fields.map { $0 ?? "" }.joined(separator: ",")
  }

  private static let header =
    "origin,destination,departure_date,price,currency,observed_at,departure_time,arrival_time,arrival_day_offset,source"

  /// Ingests the segments of a case and gives what is stored, by the id of the segment.
  private func stored(_ file: String) throws -> [String: [String: String]] {
    let product = try Product()
    let lines = try CaseFiles.rows(file).map(Self.fare)
    let report = try product.ingest(text: ([Self.header] + lines).joined(separator: "\n") + "\n")
    #expect(report["rows_loaded"]?.int == lines.count)
    return Dictionary(uniqueKeysWithValues: try product.observations().map { ($0["source"] ?? "", $0) })
  }

  @Test("B01: an overnight arrival lies on the next day and the duration is zone-aware")
  func overnightArrival() throws {
    let segment = try #require(try stored("B01/segments.csv")["N1"])
    #expect(segment["arrival_day_offset"] == "1")
    #expect(segment["duration_minutes"] == "225")
  }

  @Test(
    "B03: across the date line an arrival lies on the day before, or two days after",
    arguments: [("N3", "-1", "35"), ("N3b", "-1", "35"), ("N3c", "2", "900")]
  )
  func dateLine(id: String, offset: String, minutes: String) throws {
    let segment = try #require(try stored("B03/segments.csv")[id])
    #expect(segment["arrival_day_offset"] == offset)
    #expect(segment["duration_minutes"] == minutes)
  }

  @Test("B04: durations follow the zones of that day, summer time and quarter hours too")
  func zones() throws {
    let minutes = try stored("B04/segments.csv").mapValues { $0["duration_minutes"] }
    #expect(minutes == ["N4a": "990", "N4b": "420", "N4c": "420", "N4d": "105", "N4e": "100"])
  }

  @Test(
    "B06: a month has every date once and in order, whatever the zone of the process",
    arguments: ["UTC", "Europe/Berlin", "America/Santiago", "America/Havana"]
  )
  func everyDateOnce(zone: String) throws {
    let product = try Product(["TZ": zone])
    for (origin, destination, month, count) in [
      ("BER", "OSL", "2026-10", 31), ("SCL", "LIM", "2024-09", 30), ("BER", "OSL", "2026-03", 31),
    ] {
      let days = try product.month(origin, destination, month)["days"]?.items.compactMap {
        $0["departure_date"]?.string
      }
      #expect(days == (1...count).map { "\(month)-\($0 < 10 ? "0" : "")\($0)" })
    }
  }

  @Test("B10: dates at the turn of the year come back unchanged")
  func turnOfTheYear() throws {
    let product = try Product.over("B10/fares.csv")
    #expect(
      try product.month("OSL", "FCO", "2026-12").prices
        == ["2026-12-26": "140.00", "2026-12-27": "150.00", "2026-12-28": "160.00", "2026-12-31": "170.00"]
    )
    #expect(try product.month("OSL", "FCO", "2027-01").prices == ["2027-01-01": "120.00", "2027-01-02": "110.00"])
    #expect(try product.month("OSL", "FCO", "2027-12").prices.isEmpty)
  }

  @Test(
    "B11: week rows begin on the weekday asked for, with as many blanks and rows as the month needs",
    arguments: [
      ("2027-02", "monday", 0, 4), ("2027-02", "sunday", 1, 5), ("2026-08", "monday", 5, 6),
      ("2026-08", "sunday", 6, 6),
      ("2026-11", "monday", 6, 6), ("2026-11", "sunday", 0, 5), ("2026-05", "monday", 4, 5),
      ("2026-05", "sunday", 5, 6),
      ("2028-02", "monday", 1, 5), ("2028-02", "sunday", 2, 5), ("2026-02", "monday", 6, 5),
      ("2026-02", "sunday", 0, 4),
    ]
  )
  func weekRows(month: String, weekStart: String, blanks: Int, rows: Int) throws {
    let answer = try Product().month("OSL", "FCO", month, ["layout": "weeks", "week_start": weekStart])
    let weeks = try #require(answer["days"]?.items)
    #expect(weeks.count == rows)
    #expect(weeks.allSatisfy { $0.items.count == 7 && !$0.items.allSatisfy(\.isNull) })
    let cells = weeks.flatMap(\.items)
    #expect(cells.prefix { $0.isNull }.count == blanks)
    let dates = cells.compactMap { $0["departure_date"]?.string }
    #expect(dates == dates.sorted() && Set(dates).count == dates.count && dates.allSatisfy { $0.hasPrefix(month) })
  }
}
