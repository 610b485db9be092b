import FareFeeds
import FareModel
import Support
import Testing

/// RFC 4180 as plainly as it can be written: the fields of each record, or nil where a quote stands astray.
private func obviousRecords(_ text: String) -> [[String]?] {
  var records: [[String]?] = []
  var fields: [String] = []
  var field = ""
  var isStray = false
  var scalars = Array(text.unicodeScalars)[...]
  func endField() {
    fields.append(field)
    field = ""
  }
  func endRecord() {
    endField()
    if fields != [""] { records.append(isStray ? nil : fields) }
    fields = []
    isStray = false
  }
  while let next = scalars.popFirst() {
    switch next {
    case "\"" where field.isEmpty:
      while let inner = scalars.popFirst() {
        if inner != "\"" {
          field.unicodeScalars.append(inner)
        } else if scalars.first == "\"" {
          field.unicodeScalars.append("\"")
          scalars.removeFirst()
        } else {
          break
        }
      }
      if let after = scalars.first, !",\n\r".unicodeScalars.contains(after) { isStray = true }
    case "\"": isStray = true
    case ",": endField()
    case "\n": endRecord()
    case "\r" where scalars.first == "\n": break
    default: field.unicodeScalars.append(next)
    }
  }
  if !fields.isEmpty || !field.isEmpty { endRecord() }
  return records
}

@Suite("CSV against a plain reading of RFC 4180")
struct CSVAgreementTests {
  @Test("gives the fields that the plain reading gives", arguments: 1...40)
  func agrees(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var body = ""
    for _ in 0..<30 {
      let fields = ["5"] + (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.field(&random) }
      body += fields.joined(separator: ",") + (Bool.random(using: &random) ? "\n" : "\r\n")
    }
    let feed = try Feed.read("price,departure_date,source,deep_link\n\(body)", as: "own") {
      ($0.origin, $0.destination) = (PlaceCode("OSL"), PlaceCode("FCO"))
      ($0.currency, $0.observedAt) = (CurrencyCode("EUR"), Instant("2026-01-01T00:00:00Z"))
    }
    var expected: [[String]] = []
    for case .some(let fields) in obviousRecords(body) where fields.count == 4 && fields[1] == "2026-09-03" {
      expected.append(Array(fields.dropFirst()))
    }
    let got = feed.rows.map { row in
      ["departure_date", "source", "deep_link"].map { row[$0] == "own" ? "" : row[$0] ?? "" }
    }
    #expect(got == expected)
    #expect(feed.rowsRead == obviousRecords(body).count)
  }

  private static func field(_ random: inout SeededGenerator) -> String {
    let parts = [
      "2026-09-03", "2026-09-03", "2026-09-03", "", "x", "é", "\"2026-09-03\"", "\"\"", "\"a,b\"", "\"x\ny\"",
      "\"\"\"q\"\"\"",
      "a\"b", "\"z\"w", "\"r\r\n\"",
    ]
    return parts[Int.random(in: 0..<parts.count, using: &random)]
  }
}
