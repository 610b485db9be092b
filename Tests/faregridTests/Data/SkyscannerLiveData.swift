import Foundation
import Support
import Testing

@Suite("Skyscanner's live replies", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct SkyscannerLiveData {
  @Test("a folder of six replies gives sixty itineraries, column by column as expected")
  func itineraries() throws {
    let product = try Product()
    let folder = try DataFiles.path("skyscanner_live_v3/raw")
    let run = try product.run([
      "ingest", "--json", "--observed-at", "2023-01-19T00:00:00Z", "--currency", "EUR", folder,
    ])
    #expect(run.status == 0, "\(run.error)")
    let reports = try run.lines.map { try JSON($0) }
    #expect(reports.map { $0["rows_loaded"]?.int } == Array(repeating: 10, count: 6))

    let rows = try product.observations()
    let expected = try DataFiles.rows("skyscanner_live_v3/expected_canonical.csv")
    #expect(expected.count == 60)
    #expect(rows.map(Canonical.line(exported:)).sorted() == expected.map(Canonical.line(expected:)).sorted())
    // An unfinished reply is no complete look.
    #expect(rows.allSatisfy { $0["complete"] != "true" && $0["fare"] == "itinerary" })
    #expect(rows.allSatisfy { $0["source"] == "skyscanner-live" && $0["observed_at"] == "2023-01-19T00:00:00Z" })
    let transfers = expected.count { $0["note"] == "TRANSFER_TYPE_PROTECTED_SELF_TRANSFER" }
    #expect(rows.count { $0["self_transfer"] == "true" } == transfers)
  }

  @Test("a reply whose instant nobody names is refused, and the reason names the flag")
  func withoutInstant() throws {
    let product = try Product()
    let file = try DataFiles.path("skyscanner_live_v3/raw/response_MAD_23_01.json")
    let run = try product.run(["ingest", "--currency", "EUR", file])
    #expect(run.status == 65)
    #expect(run.error.contains("--observed-at"))
    let other = try product.run(["ingest", "--observed-at", "2023-01-19T00:00:00Z", file])
    #expect(other.status == 65)
    #expect(other.error.contains("--currency"))
    #expect(try product.observations().isEmpty)
  }
}
