import Foundation
import Support
import Testing

@Suite("Ryanair's calendars from Malta", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct RyanairData {
  /// One store over all pages for all tests, which only read it.
  private static let loaded = Result {
    let product = try Product()
    let folder = try DataFiles.path("ryanair_mla_calendar/raw_sample")
    return (
      product: product, run: try product.run(["ingest", "--json", "--origin", "MLA", "--currency", "EUR", folder])
    )
  }

  @Test("a folder gives every priced day, column by column as expected, and the looks without a price")
  func observations() throws {
    let rows = try Self.loaded.get().product.observations()
    let expected = try DataFiles.rows("ryanair_mla_calendar/expected_canonical.csv")
    let priced = rows.filter { $0["price"] != "" }
    #expect(expected.count == 20_585 && priced.count == 20_585)
    let lines = priced.map { Canonical.line(exported: $0) + "|" + ($0["observed_at"] ?? "") }
    #expect(
      lines.sorted() == expected.map { Canonical.line(expected: $0) + "|" + ($0["observed_at_utc"] ?? "") }.sorted()
    )
    #expect(rows.count - priced.count == 7423)
    #expect(rows.allSatisfy { $0["fare"] == "day" && $0["complete"] == "true" && $0["source"] == "ryanair-calendar" })
  }

  @Test("the nine pages that are named for a day are refused, the flag is named, and the others are loaded")
  func withoutInstant() throws {
    let run = try Self.loaded.get().run
    #expect(run.status == 65)
    #expect(run.error.contains("--observed-at"))
    let states = try run.lines.map { try JSON($0)["state"]?.string }
    #expect(states.count { $0 == "loaded" } == 157 && states.count { $0 == "refused" } == 9)
    let product = try Product()
    let file = try DataFiles.path("ryanair_mla_calendar/raw_sample/STN/STN_2025-05-01.js")
    let report = try product.ingest(
      file,
      ["--origin", "MLA", "--currency", "EUR", "--observed-at", "2025-04-20T00:00:00Z"]
    )
    #expect(report["state"]?.string == "loaded")
    #expect(try product.observations().allSatisfy { $0["origin"] == "MLA" && $0["destination"] == "STN" })
  }

  @Test("every day has the expected price and both bands, as of both instants")
  func calendar() throws {
    let expected = try ExpectedBands("ryanair_mla_calendar/expected_calendar.csv")
    #expect(expected.count == 964)
    #expect(try expected.differences(in: Self.loaded.get().product) == [])
  }
}
