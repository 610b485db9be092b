import FareFeeds
import FareModel
import Testing

@Suite("own format as NDJSON")
struct OwnLineTests {
  private let line = """
    {"origin":"OSL","destination":"FCO","departure_date":"2026-09-03","price":"91.00","currency":"EUR",\
    "observed_at":"2026-08-01T06:00Z"
    """

  private func fare(_ members: String) throws -> Feed {
    try Feed.read("\(line),\(members)}\n")
  }

  @Test("reads a line as the CSV of the same names reads it")
  func agreesWithCSV() throws {
    let columns = "return_date,departure_time,stops,via,carriers,flight_numbers,segments,self_transfer,available,source"
    let fields = "2026-09-09,10:30,1,cph,SK+AZ,SK 1+AZ2,\"[ {\"\"a\"\": 1} ]\",true,true,\"a \"\"b\"\" ü\""
    let csv = try Feed.read("\(header),\(columns)\n\(row),\(fields)\n")
    let lines = try fare(
      #"""
      "return_date":"2026-09-09","departure_time":"10:30","stops":1,"via":["cph"],"carriers":["SK","AZ"],\#
      "flight_numbers":"SK 1+AZ2","segments":[ {"a": 1} ],"self_transfer":true,"available":"true","unknown":{"x":[]},\#
      "source":"a \"b\" \u00fc","deep_link":null
      """#
    )
    #expect(csv.rejected.isEmpty)
    #expect(lines.rejected.isEmpty)
    #expect(lines.rows == csv.rows)
  }

  @Test(
    "takes numbers as they are written, never through floating point",
    arguments: [
      ("0.10", "0.10"), ("123456789.01", "123456789.01"), ("7", "7.00"), ("0", "-"), ("null", "-"), ("\"NA\"", "-"),
    ]
  )
  func readsNumbers(_ price: String, _ expected: String) throws {
    let feed = try Feed.read("\(line)}\n".replacing("\"91.00\"", with: price))
    #expect(feed.column("price") == [expected])
  }

  @Test(
    "rejects a value that its name does not take, by line and name",
    arguments: [
      (#""price":1e2"#, "price"), (#""price":-1"#, "price"), (#""price":1.005"#, "price"), (#""price":true"#, "price"),
      (#""price":[1]"#, "price"), (#""price":{}"#, "price"),
    ]
  )
  func rejectsValues(_ member: String, _ named: String) throws {
    let feed = try Feed.read("\(line)}\n".replacing("\"price\":\"91.00\"", with: member) + "\(line)}\n")
    #expect(feed.rejected.map(\.record) == [1])
    #expect(feed.rejected.map(\.column) == [named])
    #expect(feed.records == [2])
  }

  @Test("rejects a line that is no object, names a member twice, or is no JSON, and reads on")
  func rejectsLines() throws {
    let bad = ["[1]", "{\"origin\":\"OSL\",\"origin\":\"BGO\"}", "\(line),}", "\(line)} {}", "\(line),\"price\":NaN}"]
    let feed = try Feed.read(([line + "}"] + bad + ["", "  ", line + "}"]).joined(separator: "\r\n") + "\n")
    #expect(feed.records == [1, 7])
    #expect(feed.rejected.map(\.record) == [2, 3, 4, 5, 6])
    #expect(feed.rejected[1].reason.contains("repeated"))
    #expect(feed.rowsRead == 7)
  }

  @Test("rejects what a database cannot store in any member, and keeps an escaped backslash")
  func rejectsEscapes() throws {
    guard let file = sharedFile("cases/B39/escapes.ndjson") else { return }
    let feed = try Feed.read(file) { $0.observedAt = Instant("2026-08-01T06:00:00Z") }
    #expect(feed.records == [3])
    #expect(feed.column("departure_date") == ["2026-09-09"])
    #expect(feed.rejected.map(\.record) == [1, 2])
    #expect(feed.rejected[0].column == "note")
    #expect(feed.rejected[0].reason == "holds the character U+0000")
  }

  @Test("names the flag that gives what a line lacks")
  func namesFlags() throws {
    let feed = try Feed.read("\(line)}\n".replacing("observed_at", with: "seen"))
    #expect(feed.rejected.map(\.reason) == ["is missing, and --observed-at is not given"])
  }

  @Test("warns of each line with a misspelt name, and of no other unknown one")
  func warnsOfMisspeltNames() throws {
    let lines = [#"{"Stops":1,"class":"Y","#, #"{"class":"Y","stop":1,"#, #"{"stop":1,"stops":0,"#]
    let feed = try Feed.read(lines.map { line.replacing("{", with: $0) + "}\n" }.joined())
    #expect(feed.column("stops") == ["-", "-", "0"])
    #expect(feed.warnings.map(\.code) == [.misspeltColumn])
    #expect(feed.warningCount(.misspeltColumn) == 2)
    #expect(feed.warnings.first?.example == "record 1: Stops, did you mean stops?")
  }

  @Test("refuses a file whose last line is cut, and takes a whole last line without newline")
  func refusesCutFiles() throws {
    #expect(try Feed.read("\(line)}\n\(line)}").records == [1, 2])
    let error = Feed.refusal("\(line)}\n\(line)")
    #expect(error?.reason == "the last line is no whole JSON object: the file is incomplete")
  }

  @Test("reads the lines of a file as they come in any portion")
  func readsPortions() throws {
    let text = Array((1...9).map { "\(line),\"stops\":\($0)}\r\n" }.joined().utf8)
    let whole = try Feed.read(text)
    #expect(whole.column("stops") == (1...9).map(String.init))
    for chunk in [1, 2, 7, 64, text.count / 2, text.count * 2 / 3] {
      #expect(try Feed.read(text, as: "own", chunk: chunk, limit: 2) == whole)
    }
  }
}
