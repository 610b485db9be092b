import Foundation
import Support
import Testing

@Suite("Cases about codes", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct CodeCases {
  @Test("B32: fares of retired codes are kept and flagged, and found by the successor only when asked")
  func retiredCodes() throws {
    let product = try Product()
    try product.ingest(CaseFiles.path("B32/airports.csv"), ["places"])
    try product.ingest(CaseFiles.path("B32/carriers.csv"), ["carriers"])
    let report = try product.ingest(CaseFiles.path("B32/fares.csv"))
    #expect(report["rows_read"]?.int == 5)
    #expect(report["rows_loaded"]?.int == 5)
    let retired = (report["warnings"]?.items ?? []).first { $0["code"]?.string == "retired_code" }
    #expect(retired?["count"]?.int == 1)
    #expect(retired?["example"]?.string?.contains("QXC") == true)

    func month(_ origin: String, _ month: String, _ more: [String: Any] = [:]) throws -> JSON {
      let question: [String: Any] = ["origin": origin, "destination": "OSL", "month": month]
      return try product.ask("calendar", question.merging(more) { $1 })
    }
    #expect(try month("QXA", "2023-05").prices == ["2023-05-02": "70.00"])
    #expect(try month("QXC", "2024-05").prices == ["2024-05-02": "72.00"])
    #expect(try month("QXC", "2024-05", ["include_predecessors": true]).prices == ["2024-05-02": "71.00"])
    #expect(try month("QXC", "2023-05").prices.isEmpty)
    #expect(try month("QXC", "2023-05", ["include_predecessors": true]).prices == ["2023-05-02": "70.00"])
  }

  @Test("B33: a city finds its airports' fares and its own, an airport only its own")
  func citiesAndAirports() throws {
    let product = try Product()
    try product.ingest(CaseFiles.path("B33/cities.csv"), ["places"])
    try product.ingest(CaseFiles.path("B33/fares.csv"))

    let cities = try product.month("LON", "NYC", "2026-09")
    #expect(cities.prices == ["2026-09-10": "300.00", "2026-09-11": "377.00"])
    #expect(cities.day("2026-09-10")?["airports"]?.items.map(\.string) == ["LON", "NYC"])
    #expect(cities.day("2026-09-11")?["airports"]?.items.map(\.string) == ["LGW", "LGA"])

    #expect(try product.month("LGW", "EWR", "2026-09").prices == ["2026-09-10": "365.00"])
    let inside: [String: Any] = ["origin": "LON", "destination": "LGW", "month": "2026-09", "as_of": CaseFiles.asOf]
    let complaint = try product.complaint("calendar", inside)
    #expect(complaint["code"]?.int == -32602)
    #expect("\(complaint)".contains("same_city"))
    #expect(try product.month("lon", "NYC", "2026-09").prices == cities.prices)
  }
}
