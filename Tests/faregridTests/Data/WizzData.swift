import Foundation
import Support
import Testing

@Suite("Wizz Air's month timetables", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct WizzData {
  /// One store over all pages for all tests, which only read it.
  private static let loaded = Result {
    let product = try Product()
    let run = try product.run(["ingest", "--json", DataFiles.path("wizz_timetable/raw_sample")])
    try #require(run.status == 0, "\(run.error)")
    return (product: product, lines: run.lines)
  }

  @Test("a folder of 240 pages gives every priced day, column by column as expected, and the looks without a price")
  func observations() throws {
    let reports = try Self.loaded.get().lines.map { try JSON($0) }
    #expect(reports.count == 240 && reports.allSatisfy { $0["state"]?.string == "loaded" })
    // The cells of the shown months, and no padding.
    #expect(reports.reduce(0) { $0 + ($1["rows_read"]?.int ?? 0) } == 7308)
    #expect(reports.allSatisfy { $0["rows_rejected"]?.int == 0 })

    let rows = try Self.loaded.get().product.observations()
    let expected = try DataFiles.rows("wizz_timetable/expected_canonical.csv")
    let priced = rows.filter { $0["price"] != "" }
    #expect(expected.count == 5780)
    let lines = priced.map { Canonical.line(exported: $0) + "|" + ($0["observed_at"] ?? "") }
    #expect(Set(lines).count == 5780 && lines.count == 5780)
    #expect(lines.sorted() == expected.map(line(expected:)).sorted())
    #expect(rows.count - priced.count == 1528)
    #expect(rows.allSatisfy { $0["fare"] == "day" && $0["complete"] == "true" && $0["source"] == "wizz-timetable" })
  }

  /// An expected row in one line; the flights of a day are a set, which is exported in the order of its texts.
  private func line(expected row: [String: String]) -> String {
    var row = row
    row["flight_numbers"] = row["flight_numbers"]?.split(separator: "/").sorted().joined(separator: "+")
    return Canonical.line(expected: row) + "|" + (row["observed_at_utc"] ?? "")
  }

  @Test("every day has the expected price and both bands, as of both instants")
  func calendar() throws {
    let expected = try ExpectedBands("wizz_timetable/expected_calendar.csv")
    #expect(expected.count == 2442)
    #expect(try expected.differences(in: Self.loaded.get().product) == [])
  }
}
