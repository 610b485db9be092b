import Foundation
import Support
import Testing

@Suite("Files whose names say when their fares were seen")
struct FileNameTests {
  private let page = #"var s = [{"Day":"2025-07-01","PriceValue":"9.99","Departure":"NA","Arrival":"NA"}];"#

  @Test("the name belongs to what a batch is: its folder does not, and a flag says the same as a name")
  func identity() throws {
    let product = try Product()
    let scratch = try Scratch()
    func state(_ name: String, _ flags: String...) throws -> String? {
      let file = try scratch.write(Data(page.utf8), as: name)
      return try product.ingest(file, ["--origin", "MLA", "--currency", "EUR"] + flags)["state"]?.string
    }
    #expect(try state("one/CTA_Dec_1751321319.js") == "loaded")
    #expect(try state("two/CTA_Dec_1751321319.js") == "already_loaded")
    #expect(try state("page.js", "--observed-at", "2025-06-30T22:08:39Z", "--destination", "CTA") == "already_loaded")
    #expect(try state("two/CTA_Dec_1751321320.js") == "loaded")
    #expect(try state("two/STN_Dec_1751321319.js") == "loaded")
    #expect(try state("two/STN_2025-07-01.js") == "refused")
    let rows = try product.observations().map { "\($0["destination"] ?? "") \($0["observed_at"] ?? "")" }
    #expect(rows == ["CTA 2025-06-30T22:08:39Z", "CTA 2025-06-30T22:08:40Z", "STN 2025-06-30T22:08:39Z"])
  }

  @Test("a name says nothing of a file that is of another format")
  func otherFormat() throws {
    let product = try Product()
    let scratch = try Scratch()
    let rows = "origin,destination,departure_date,price,currency\nOSL,FCO,2025-09-03,91.00,EUR\n"
    func state(_ name: String, _ flags: String...) throws -> String? {
      try product.ingest(scratch.write(Data(rows.utf8), as: name), flags)["state"]?.string
    }
    #expect(try state("CTA_Dec_1751321319.js") == "refused")
    #expect(try state("CTA_Dec_1751321319.js", "--observed-at", "2025-06-01T00:00:00Z") == "loaded")
    #expect(try state("STN_Dec_1751321320.js", "--observed-at", "2025-06-01T00:00:00Z") == "already_loaded")
  }
}
