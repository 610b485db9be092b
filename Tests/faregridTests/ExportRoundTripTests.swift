import FareModel
import Foundation
import Support
import Testing

@Suite("What is exported")
struct ExportRoundTripTests {
  @Test("loads into an empty database with the same answers and the same export", arguments: ["csv", "ndjson"])
  func roundTrip(format: String) throws {
    let table = Self.observations()
    let lines = table.rows.indices.map { index in
      String(decoding: OwnFormat.line(of: table.rows[index], texts: table.texts, exponent: 2), as: UTF8.self)
    }
    let first = try Product()
    try first.ingest(text: ([OwnFormat.header] + lines.prefix(150)).joined(separator: "\n"))
    try first.ingest(text: ([OwnFormat.header] + lines.dropFirst(100)).joined(separator: "\n"))

    let export = try first.done(["export", "observations", "--format", format])
    #expect(export.split(separator: "\n").count > 100)
    let second = try Product()
    let report = try second.ingest(text: export, as: "export.\(format)")
    #expect(report["rows_duplicate"]?.int == 0 && report["rows_rejected"]?.int == 0)
    #expect(try second.done(["export", "observations", "--format", format]) == export)
    #expect(try second.done(["export", "days"]) == first.done(["export", "days"]))
    #expect(try answers(of: second) == answers(of: first))
  }

  @Test("as at an instant is what had been observed by then")
  func past() throws {
    let product = try Product()
    let table = Self.observations()
    let lines = table.rows.indices.map { index in
      String(decoding: OwnFormat.line(of: table.rows[index], texts: table.texts, exponent: 2), as: UTF8.self)
    }
    try product.ingest(text: ([OwnFormat.header] + lines).joined(separator: "\n"))
    let asOf = "2026-08-20T12:00:00Z"
    let all = try product.observations()
    let then = try CSVText.rows(try product.done(["export", "observations", "--as-of", asOf]))
    #expect(then == all.filter { ($0["observed_at"] ?? "") <= asOf })
    #expect(!then.isEmpty && then.count < all.count)
  }

  private func answers(of product: Product) throws -> String {
    let questions = [
      #""calendar","params":{"origin":"LIS","destination":"OPO","month":"2026-09"#,
      #""calendar","params":{"origin":"LIS","destination":"MAD","month":"2026-09","trip":"return"#,
      #""calendar","params":{"origin":"OSL","destination":"city:ROM","month":"2026-09","cabin":"economy"#,
      #""months","params":{"origin":"LIS","destination":"OPO"#,
    ]
    let requests = questions.enumerated().map { index, question in
      #"{"jsonrpc":"2.0","id":\#(index),"method":\#(question)","as_of":"2026-09-20T00:00:00Z"}}"#
    }
    return try product.done(["query"], input: Data((requests.joined(separator: "\n") + "\n").utf8))
  }

  private static func observations() -> ObservationTable {
    var random = RandomObservations(seed: 71)
    random.departureDays = 12
    return random.table(250)
  }
}
