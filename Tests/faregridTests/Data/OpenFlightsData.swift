import Foundation
import Support
import Testing

@Suite("Reference rows of OpenFlights", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct OpenFlightsData {
  private func load(_ file: String, as kind: String, into product: Product) throws -> JSON {
    let report = try product.ingest(DataFiles.path("openflights/\(file)"), [kind])
    #expect(report["state"]?.string == "loaded")
    let parts = ["rows_loaded", "rows_duplicate", "rows_rejected"].compactMap { report[$0]?.int }
    #expect(report["rows_read"]?.int == parts.reduce(0, +))
    return report
  }

  @Test("every route of routes.dat is read, and what repeats another is counted as that")
  func routes() throws {
    let report = try load("routes.dat", as: "routes", into: Product())
    #expect(report["rows_read"]?.int == 67_663)
    #expect(report["rows_rejected"]?.int == 0)
    let lines = try String(contentsOfFile: DataFiles.path("openflights/routes.dat"), encoding: .utf8).split(
      whereSeparator: \.isNewline
    )
    let keys = Set(
      lines.map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        // Carriers of three letters are no two-character codes, and stand for none.
        return [fields[2], fields[4], fields[0].utf8.count == 2 ? fields[0] : ""].joined(separator: "-")
      }
    )
    #expect(report["rows_loaded"]?.int == keys.count)
  }

  @Test("airlines.dat gives one name for each two-character code")
  func airlines() throws {
    let report = try load("airlines.dat", as: "carriers", into: Product())
    #expect((report["rows_loaded"]?.int ?? 0) > 1000)
    #expect(report["rows_rejected"]?.int == 0)
    #expect(report["warnings"]?.items.contains { $0["code"]?.string == "without_code" } == true)
  }

  @Test("airports.dat gives the airports that have an IATA code, and overrides what is shipped")
  func airports() throws {
    let product = try Product()
    let report = try load("airports.dat", as: "places", into: product)
    // 6072 have a code, one of them with a digit in it.
    #expect(report["rows_loaded"]?.int == 6071)
    #expect(report["rows_rejected"]?.int == 0)
    let answer = try product.ask("places", ["text": "GKA"])
    #expect(answer["places"]?[0]?["name"]?.string == "Goroka Airport", "\(answer)")
    // What the file does not say is known still: it spells countries out, and has no zone for this airport.
    let place = try product.ask("places", ["text": "DOH"])["places"]?[0]
    #expect(place?["country"]?.string == "QA")
    #expect(place?["tz"]?.string == "Asia/Qatar")
  }

  @Test("a fresh store knows places without any of it")
  func shipped() throws {
    let product = try Product()
    for (text, code) in [("lhr", "LHR"), ("munich", "MUC"), ("ZÜRICH", "ZRH"), ("sao paulo", "SAO")] {
      let answer = try product.ask("places", ["text": text])
      #expect(answer["places"]?.items.contains { $0["code"]?.string == code } == true, "\(text): \(answer)")
    }
  }
}
