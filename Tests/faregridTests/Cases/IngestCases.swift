import Foundation
import Support
import Testing

@Suite("Cases about ingest", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct IngestCases {
  @Test(
    "B35: a byte-order mark belongs to no column name",
    arguments: [("B35/bom.csv", "2026-09-03", "91.00"), ("B35/bom_quoted.csv", "2026-09-04", "92.00")]
  )
  func byteOrderMark(file: String, date: String, price: String) throws {
    let rows = try Product.over(file).observations()
    #expect(rows.map { [$0["origin"], $0["departure_date"], $0["price"]] } == [["OSL", date, price]])
  }

  @Test("B35: a mark in the middle rejects its row, and UTF-16 is refused as what it is")
  func misplacedMark() throws {
    let product = try Product()
    let middle = try product.ingest(CaseFiles.path("B35/bom_mid.csv"))
    #expect(middle["rows_loaded"]?.int == 1 && middle["rows_rejected"]?.int == 1)
    let wide = try product.run(["ingest", CaseFiles.path("B35/utf16.csv")])
    #expect(wide.status == 65)
    #expect(wide.error.contains("UTF-8"))
    #expect(try product.observations().count == 1)
  }

  @Test(
    "B36: line ends of any kind end a row, and the last row needs none",
    arguments: [
      ("crlf_nofinal.csv", ["91.00", "88.00"]), ("empty_quoted_last.csv", ["90.00", "89.00"]),
      ("mixed_eol.csv", ["87.00", "86.00"]),
    ]
  )
  func lineEnds(file: String, prices: [String]) throws {
    let rows = try Product.over("B36/\(file)").observations()
    #expect(rows.map { $0["price"] } == prices)
    #expect(rows.allSatisfy { $0["observed_at"] == "2026-08-01T06:00:00Z" })
  }

  @Test("B36: a file of carriage returns alone is refused with a reason")
  func carriageReturns() throws {
    let run = try Product().run(["ingest", CaseFiles.path("B36/cr_only.csv")])
    #expect(run.status == 65)
    #expect(run.error.hasPrefix("error: "))
  }

  @Test("B39: records that PostgreSQL cannot hold are rejected with number, column and reason, and the others stored")
  func unstorableBytes() throws {
    let product = try Product()
    let report = try product.ingest(CaseFiles.path("B39/bytes.csv"))
    #expect(report["rows_loaded"]?.int == 2 && report["rows_rejected"]?.int == 2)
    #expect(try product.observations().map { $0["departure_date"] } == ["2026-09-03", "2026-09-06"])
    let batch = try #require(report["batch_id"]?.int)
    let rejects = try product.done(["ingest", "--rejects", "\(batch)"])
    #expect(rejects.contains("2") && rejects.contains("3"))
  }

  @Test("B39: escaped text is read for what it means: a backslash and u0000 are six characters")
  func escapes() throws {
    let product = try Product()
    let report = try product.ingest(CaseFiles.path("B39/escapes.ndjson"), ["--observed-at", "2026-08-01T06:00:00Z"])
    #expect(report["rows_read"]?.int == 3)
    #expect(try product.observations().contains { $0["departure_date"] == "2026-09-09" && $0["price"] == "92.00" })
    #expect(try !product.observations().contains { $0["departure_date"] == "2026-09-08" })
  }

  @Test("B40: columns go by their names, wherever they stand and however they are spelt")
  func columnsByName() throws {
    let reordered = try #require(try Product.over("B40/reordered.csv").observations().first)
    #expect(reordered["origin"] == "OSL" && reordered["destination"] == "FCO")
    #expect(
      reordered["departure_date"] == "2026-09-03" && reordered["price"] == "91.00" && reordered["currency"] == "EUR"
    )
    #expect(try Product.over("B40/spelling.csv").observations().count == 1)
  }

  @Test(
    "B40: a header without a column that is needed, or with one twice, refuses the file",
    arguments: ["missing", "dup_column"]
  )
  func badHeader(file: String) throws {
    let product = try Product()
    let run = try product.run(["ingest", CaseFiles.path("B40/\(file).csv")])
    #expect(run.status == 65)
    #expect(try product.observations().isEmpty)
  }

  @Test("B40: a header inside is no row, and ragged records are rejected by number")
  func raggedRecords() throws {
    let repeated = try Product().ingest(CaseFiles.path("B40/repeated.csv"))
    #expect(repeated["rows_loaded"]?.int == 2 && repeated["rows_rejected"]?.int == 0)
    let product = try Product()
    let ragged = try product.ingest(CaseFiles.path("B40/ragged.csv"))
    #expect(ragged["rows_rejected"]?.int == 2)
    #expect(try product.observations().map { $0["departure_date"] } == ["2026-09-09", "2026-09-12"])
  }

  @Test("B41: a key twice in a file is two observations of which the newest is current; equal rows are counted")
  func keyTwice() throws {
    let product = try Product()
    let report = try product.ingest(CaseFiles.path("B41/batch.csv"))
    #expect(report["rows_loaded"]?.int == 3 && report["rows_duplicate"]?.int == 1)
    func check() throws {
      #expect(try product.september().prices == ["2026-09-03": "91.00", "2026-09-04": "75.00"])
      #expect(try product.observations().count == 3)
    }
    try check()
    let again = try product.ingest(CaseFiles.path("B41/batch.csv"))
    #expect(again["state"]?.string == "already_loaded")
    #expect(again["rows_duplicate"]?.int == 4 && again["rows_loaded"]?.int == 0)
    try check()
  }

  @Test("B43: two ingests of the same keys at once end in the newest prices, whichever comes first")
  func concurrentIngests() throws {
    let product = try Product()
    let files = [try CaseFiles.path("B43/a.csv"), try CaseFiles.path("B43/b.csv")]
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let run = try? product.run(["ingest", "--wait", files[index]])
      if run?.status != 0 { failures.add(run?.error ?? "did not start") }
    }
    #expect(failures.all.isEmpty)
    #expect(
      try product.september().prices == ["2026-09-01": "80.00", "2026-09-02": "81.00", "2026-09-03": "82.00"]
    )
  }

  @Test("B45: a file that its manifest contradicts is refused whole")
  func contradictedByManifest() throws {
    let scratch = try Scratch()
    let cut = try scratch.write(Data(contentsOf: URL(filePath: CaseFiles.path("B45/cut_in_number.csv"))), as: "cut.csv")
    let manifest = try Data(contentsOf: URL(filePath: CaseFiles.path("B45/full.csv.manifest")))
    _ = try scratch.write(manifest, as: "cut.csv.manifest")
    let product = try Product()
    #expect(try product.run(["ingest", cut]).status == 65)
    #expect(try product.observations().isEmpty)
    #expect(try product.ingest(CaseFiles.path("B45/full.csv"))["rows_loaded"]?.int == 2)
  }

  @Test("B45: a file cut within a record, or empty, is refused; one with a header alone is no loss")
  func cutFiles() throws {
    let product = try Product.over("B45/full.csv")
    for file in ["cut_in_row.csv", "empty.csv"] {
      #expect(try product.run(["ingest", CaseFiles.path("B45/\(file)")]).status == 65)
    }
    let header = try product.run(["ingest", CaseFiles.path("B45/header_only.csv")])
    #expect(header.status == 0)
    #expect(try product.september().prices == ["2026-09-03": "91.00", "2026-09-04": "129.00"])
  }
}

/// What failed on other threads.
final class Failures: @unchecked Sendable {
  // Sendable by hand: the lock guards the list.
  private let lock = NSLock()
  private var list: [String] = []

  func add(_ failure: String) {
    lock.withLock { list.append(failure) }
  }

  var all: [String] { lock.withLock { list } }
}
