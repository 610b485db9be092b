import Foundation
import Support
import Testing

@Suite("faregrid retract")
struct RetractTests {
  private static let header = "origin,destination,departure_date,price,currency,observed_at\n"
  private static let first = header + "OSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00:00Z\n"
  private static let second =
    header + "OSL,FCO,2026-09-03,12.00,EUR,2026-08-02T06:00:00Z\nOSL,FCO,2026-09-04,13.00,EUR,2026-08-02T06:00:00Z\n"
  private static let question = ["origin": "OSL", "destination": "FCO", "month": "2026-09"]

  @Test("hides a batch as at every instant, says so in a line, and lets its file be loaded again")
  func hides() throws {
    let product = try Product()
    try product.ingest(text: Self.first, as: "first.csv")
    let scratch = try Scratch()
    let path = try scratch.write(Data(Self.second.utf8), as: "second.csv")
    #expect(try product.ingest(path)["batch_id"]?.int == 2)
    #expect(try prices(product) == ["2026-09-03": "12.00", "2026-09-04": "13.00"])

    let report = try JSON(product.done(["retract", "--json", "2"]))
    #expect(report["batch_id"]?.int == 2 && report["state"]?.string == "retracted")
    #expect(report["rows_hidden"]?.int == 2 && report["routes_touched"]?.int == 1)
    #expect(report["file"]?.string == path)
    #expect(try prices(product) == ["2026-09-03": "91.00"])
    #expect(try prices(product, asOf: "2026-08-02T07:00:00Z") == ["2026-09-03": "91.00"])
    #expect(try product.observations().map { $0["price"] } == ["91.00"])

    let again = try product.done(["retract", "2"])
    #expect(again.hasPrefix("batch 2 (\(path)): already retracted at 20"))
    #expect(try JSON(product.done(["retract", "--json", "2"]))["state"]?.string == "already_retracted")

    let loaded = try product.ingest(path)
    #expect(loaded["state"]?.string == "loaded" && loaded["batch_id"]?.int == 3)
    #expect(try prices(product) == ["2026-09-03": "12.00", "2026-09-04": "13.00"])
    #expect(try product.done(["retract", "3"]) == "batch 3 (\(path)): retracted, 2 observations of 1 route hidden\n")
    #expect(try prices(product) == ["2026-09-03": "91.00"])
  }

  @Test("hides an observation only when all of its witnesses are retracted, too")
  func witnesses() throws {
    let product = try Product()
    try product.ingest(text: Self.first, as: "first.csv")
    try product.ingest(text: Self.first, as: "again.csv", ["--source", "own"])
    #expect(try product.done(["retract", "1"]).hasSuffix(": retracted, 0 observations of 1 route hidden\n"))
    #expect(try prices(product) == ["2026-09-03": "91.00"])
    #expect(try product.done(["retract", "2"]).hasSuffix(": retracted, 1 observation of 1 route hidden\n"))
    #expect(try prices(product) == [:])
  }

  @Test("says in a line why a batch cannot be retracted")
  func complains() throws {
    let product = try Product()
    try product.ingest(text: "code,name\nZZ,Nobody\n", as: "carriers.csv", ["carriers"])
    try product.ingest(text: "origin,destination\nOSL,FCO\n", as: "bad.csv")
    for (batch, problem) in [
      ("1", "batch 1 holds carriers, and only fares can be retracted"),
      ("2", "batch 2 was refused, so nothing of it is to be seen"),
      ("7", "there is no batch 7"),
    ] {
      let run = try product.run(["retract", batch])
      #expect(run.status == 64)
      #expect(run.error == "error: BATCH: \(problem)\n")
      #expect(run.output.isEmpty)
    }
  }

  @Test("ends with 75 while an ingest is at work, and waits for it with --wait")
  func busy() throws {
    let product = try Product()
    try product.ingest(text: Self.first)
    let connection = try product.connect()
    let ingest = try RunningProgram(product, ["ingest", "-"])
    try ingest.say(Self.second)
    try waitUntil("the lock of the ingest") { try connection.ingestLockIsHeld() }
    let run = try product.run(["retract", "1"])
    #expect(run.status == 75)
    #expect(run.error == "error: another ingest is at work on this database; --wait waits for it\n")
    let waiting = try RunningProgram(product, ["retract", "--wait", "1"])
    #expect(try ingest.finish().status == 0)
    #expect(try waiting.finish().status == 0)
    #expect(try prices(product) == ["2026-09-03": "12.00", "2026-09-04": "13.00"])
  }

  private func prices(_ product: Product, asOf: String = "2026-08-20T00:00:00Z") throws -> [String: String] {
    try product.ask("calendar", Self.question.merging(["as_of": asOf]) { $1 }).prices
  }
}

@Suite("faregrid status --batches")
struct StatusBatchesTests {
  @Test("lists the newest batches first, with what became of each, in text and in JSON")
  func lists() throws {
    let product = try Product()
    let header = "origin,destination,departure_date,price,currency,observed_at\n"
    try product.ingest(text: "code,name\nZZ,Nobody\n", as: "carriers.csv", ["carriers"])
    try product.ingest(text: header + "OSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00:00Z\n", as: "fares.csv")
    try product.ingest(text: header + "OSL,FCO,2026-09-03,nan,EUR,2026-08-01T06:00:00Z\n", as: "bad.csv")
    try product.done(["retract", "2"])

    let batches = try #require(product.ask("status", ["batches": 2])["newest_batches"]).items
    #expect(batches.map { $0["batch_id"]?.int } == [3, 2])
    #expect(batches.map { $0["state"]?.string } == ["refused", "loaded"])
    #expect(batches.map { $0["retracted_at"]?.isNull } == [true, false])
    #expect(batches[0]["reason"]?.string == "none of its 1 rows is good")
    #expect(batches[1]["rows_loaded"]?.int == 1 && batches[1]["format"]?.string == "own")
    #expect(try product.ask("status", [:])["newest_batches"] == nil)

    let lines = try product.done(["status", "--batches", "10"]).split(separator: "\n").suffix(4).map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }
    #expect(lines[0] == ["batch", "state", "when", "read", "loaded", "rejected", "what", "file"])
    #expect(lines.dropFirst().map { $0[0] } == ["3", "2", "1"])
    #expect(lines.dropFirst().map { $0[1] } == ["refused", "retracted", "loaded"])
    #expect(lines.dropFirst().map { $0[6] } == ["own", "own", "carriers"])
  }
}
