import Foundation
import Support
import Testing

@Suite("Loading refused rows again")
struct QuarantineTests {
  private static let header = "origin,destination,departure_date,price,currency,observed_at"

  @Test("rows that a profile could not read are written out under their header, and loaded when it is mended")
  func mendedProfile() throws {
    let product = try Product()
    let scratch = try Scratch()
    func profile(_ cities: String) throws -> String {
      let text = #"""
        {"name": "tracker", "separator": ";", "tables": {"cities": {\#(cities)}}, "fields": {
          "origin": {"constant": "OSL"}, "destination": {"column": "Nach", "table": "cities"}, "price": "Preis",
          "departure_date": {"column": "Hinflug", "format": "dd.MM.yyyy"}, "currency": {"constant": "EUR"}}}
        """#
      return try scratch.write(Data(text.utf8), as: "tracker.json")
    }
    let lines = [
      "Rom;03.09.2026;91.00", "Nizza;03.09.2026;89.00", "\"Nizza\";04.09.2026;79.00", "Rom;05.09.2026;95.00",
    ]
    let feed = try scratch.write(
      Data(("Nach;Hinflug;Preis\r\n" + lines.joined(separator: "\r\n")).utf8),
      as: "feed.csv"
    )
    let seen = ["--observed-at", "2026-08-01T06:00:00Z"]
    let first = try product.ingest(feed, ["--profile", profile(#""Rom": "ROM""#)] + seen)
    #expect(first["rows_loaded"]?.int == 2 && first["rows_rejected"]?.int == 2)

    let raw = try product.done(["ingest", "--rejects", "1", "--raw"])
    #expect(raw == "Nach;Hinflug;Preis\n\(lines[1])\n\(lines[2])\n")
    let again = try scratch.write(Data(raw.utf8), as: "again.csv")
    let mended = try product.ingest(again, ["--profile", profile(#""Rom": "ROM", "Nizza": "NCE""#)] + seen)
    #expect(mended["rows_read"]?.int == 2 && mended["rows_loaded"]?.int == 2)
    #expect(try product.observations().map { $0["price"] } == ["89.00", "79.00", "91.00", "95.00"])
  }

  @Test("rows of the own format come as they stood, quoted newlines and all, and mended by hand are loaded")
  func mendedRows() throws {
    let product = try Product()
    let bad = "OSL,FCO,2026-09-05,\"ninety\none\",EUR,2026-08-01T06:00:00Z"
    let good = "OSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00:00Z"
    try product.ingest(text: "\u{FEFF}\(Self.header)\n\(good)\n\(bad)\n")
    let raw = try product.done(["ingest", "--rejects", "1", "--raw"])
    #expect(raw == "\(Self.header)\n\(bad)\n")
    let mended = raw.replacing("\"ninety\none\"", with: "91.00")
    #expect(try product.ingest(text: mended)["rows_loaded"]?.int == 1)
    #expect(try product.observations().count == 2)
  }

  @Test("rows of lines need no header")
  func lines() throws {
    let product = try Product()
    let line = { (price: String) in
      #"{"origin":"OSL","destination":"FCO","departure_date":"2026-09-03","price":\#(price),"currency":"EUR","#
        + #""observed_at":"2026-08-01T06:00:00Z"}"#
    }
    try product.ingest(text: "\(line("91"))\n\(line("-1"))\n", as: "fares.ndjson")
    #expect(try product.done(["ingest", "--rejects", "1", "--raw"]) == line("-1") + "\n")
  }

  @Test("rows that cannot be given back to the byte are left out and counted, with 65")
  func notWhole() throws {
    let product = try Product()
    let long = "OSL,FCO,2026-09-04,\(String(repeating: "x", count: 20_000)),EUR,2026-08-01T06:00:00Z"
    var feed = Data("\(Self.header)\nOSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00:00Z\n\(long)\n".utf8)
    feed += Data("OSL,FCO,2026-09-05,".utf8) + Data([0xFF]) + Data(",EUR,2026-08-01T06:00:00Z\n".utf8)
    feed += Data("OSL,FCO,2026-09-06,nan,EUR,2026-08-01T06:00:00Z\n".utf8)
    let scratch = try Scratch()
    #expect(try product.ingest(scratch.write(feed, as: "fares.csv"))["rows_rejected"]?.int == 3)
    let run = try product.run(["ingest", "--rejects", "1", "--raw"])
    #expect(run.output == "\(Self.header)\nOSL,FCO,2026-09-06,nan,EUR,2026-08-01T06:00:00Z\n")
    #expect(run.error == "error: batch 1: 2 rows left out that could not be kept whole, the first is record 2\n")
    #expect(run.status == 65)
  }

  @Test("of a refused batch and of a document the file itself is to be loaded again")
  func noFileOfTheirOwn() throws {
    let product = try Product()
    try product.ingest(text: "\(Self.header)\nOSL,FCO,2026-09-03,nan,EUR,2026-08-01T06:00:00Z\n", as: "bad.csv")
    let page = #"var s = [{"Day":"2026-09-03","PriceValue":"9.99","Departure":"NA","Arrival":"NA"},{"Day":"x"}];"#
    let flags = [
      "--origin", "MLA", "--currency", "EUR", "--observed-at", "2026-08-01T06:00:00Z", "--destination", "CTA",
    ]
    let report = try product.ingest(text: page, as: "CTA.js", flags)
    #expect(report["rows_rejected"]?.int == 1, "\(report)")
    for (batch, problem) in [
      ("1", "batch 1 was refused whole: load "),
      ("2", "the records of a ryanair-calendar file make no file of their own: load "),
    ] {
      let run = try product.run(["ingest", "--rejects", batch, "--raw"])
      #expect(run.status == 64)
      #expect(run.output.isEmpty)
      #expect(run.error.hasPrefix("error: --raw: \(problem)") && run.error.hasSuffix(" again\n"), "\(run.error)")
    }
  }

  @Test("a file without a bad row gives its header alone")
  func nothingRefused() throws {
    let product = try Product()
    try product.ingest(text: "\(Self.header)\nOSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00:00Z\n")
    #expect(try product.done(["ingest", "--rejects", "1", "--raw"]) == Self.header + "\n")
  }
}
