import Foundation
import Support
import Testing

@Suite("Cases of feeds that a profile describes", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct ProfileCases {
  private static let expected = [
    "P1": "1600.00", "P3": "1234.56", "P6": "3.350", "P8": "0.89", "P11": "1222333.50", "P14": "", "P15": "1600.00",
  ]
  private static let formats = [
    "plain": "{}", "eu": #"{"decimal": ",", "thousands": [".", "\u00a0"]}"#, "us": #"{"thousands": ","}"#,
  ]

  @Test("B16: amounts are read as their feed declares them, the others rejected, and no amount is missing taken for 0")
  func amounts() throws {
    let product = try Product()
    let scratch = try Scratch()
    let lines = try String(contentsOfFile: CaseFiles.path("B16/prices.csv"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).map(String.init)
    var rejected = 0
    for (format, numbers) in Self.formats {
      let rows = lines.dropFirst().filter { $0.split(separator: ";")[1] == format }
      let profile = #"""
        {"name": "b16-\#(format)", "separator": ";", "numbers": \#(numbers), "fields": {
          "origin": {"constant": "OSL"}, "destination": {"constant": "FCO"}, "departure_date": {"constant": "2026-09-03"},
          "observed_at": {"constant": "2026-08-01T00:00:00Z"}, "price": "text", "currency": "currency", "deep_link": "id"}}
        """#
      let path = try scratch.write(Data(profile.utf8), as: "\(format).json")
      let text = ([lines[0]] + rows).joined(separator: "\n") + "\n"
      let report = try product.ingest(text: text, ["--profile", path])
      #expect(report["rows_read"]?.int == rows.count)
      #expect(report["format"]?.string == "b16-\(format)")
      rejected += report["rows_rejected"]?.int ?? 0
    }
    let prices = try product.observations().map { ($0["deep_link"] ?? "", $0["price"] ?? "") }
    #expect(Dictionary(uniqueKeysWithValues: prices) == Self.expected)
    #expect(rejected == lines.count - 1 - Self.expected.count)
  }

  @Test("B07: a departure with its offset lies on the local day, whatever the zones of the machine and of the session")
  func localDays() throws {
    let profile = #"""
      {"name": "b07", "fields": {
        "origin": "origin", "destination": "destination", "price": "price", "currency": "currency",
        "departure_date": {"column": "depart_at", "format": "yyyy-MM-dd'T'HH:mmZ"},
        "departure_time": {"column": "depart_at", "format": "yyyy-MM-dd'T'HH:mmZ"}, "observed_at": "observed_at"}}
      """#
    let scratch = try Scratch()
    let path = try scratch.write(Data(profile.utf8), as: "b07.json")
    var answers: Set<String> = []
    for zone in ["UTC", "Pacific/Auckland", "America/Los_Angeles"] {
      for session in ["UTC", "Pacific/Auckland"] {
        let product = try Product(["TZ": zone, "PGTZ": session])
        try product.ingest(CaseFiles.path("B07/fares.csv"), ["--profile", path])
        let copenhagen = try product.month("CPH", "OSL", "2026-05", ["currency": "EUR"])
        let dallas = try product.month("DFW", "LHR", "2026-09", ["currency": "EUR"])
        let october = try product.month("DFW", "LHR", "2026-10", ["currency": "EUR"])
        #expect(copenhagen.prices == ["2026-05-17": "51.00"])
        #expect(dallas.prices == ["2026-09-30": "402.00"])
        #expect(october.prices.isEmpty)
        #expect(try product.observations().map { $0["departure_time"] } == ["00:20", "23:30"])
        answers.insert(try product.done(["export", "observations"]))
      }
    }
    #expect(answers.count == 1)
  }
}
