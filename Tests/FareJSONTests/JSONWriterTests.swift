import FareJSON
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(capacity: 16)
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(
    "escapes what JSON requires and nothing more",
    arguments: [
      ("", #""""#),
      ("JFK", #""JFK""#),
      ("a/b", #""a/b""#),
      ("\"\\", #""\"\\""#),
      ("\u{0}\n\u{1F}", #""\u0000\u000a\u001f""#),
      ("Zürich", #""Zürich""#),
    ]
  )
  func escapes(_ value: String, _ expected: String) {
    #expect(written { $0.string(value) } == expected)
  }

  @Test("writes integers as Swift does", arguments: [0, 7, -1, 10, 1_234_567_890, .max, .min])
  func writesIntegers(_ value: Int) {
    #expect(written { $0.integer(value) } == "\(value)")
  }

  @Test(
    "writes scaled numbers exactly and without zeros at the end",
    arguments: [
      (10_000_000, 7, "1"), (12_500_000, 7, "1.25"), (1, 7, "0.0000001"), (0, 7, "0"), (-5, 1, "-0.5"), (42, 0, "42"),
    ]
  )
  func writesDecimals(_ scaled: Int, _ places: Int, _ expected: String) {
    #expect(written { $0.decimal(scaled, places: places) } == expected)
  }

  @Test("sets commas between members and elements and nowhere else")
  func setsCommas() {
    let line = written { json in
      json.raw("{")
      json.key("days")
      json.raw("[")
      for price in [1, 2] {
        json.element()
        json.integer(price)
      }
      json.raw("]")
      json.key("band")
      json.null()
      json.key(text: "say \"low\"")
      json.boolean(true)
      json.raw("}")
    }
    #expect(line == #"{"days":[1,2],"band":null,"say \"low\"":true}"#)
  }

  @Test("writes again into the same memory")
  func writesAgain() {
    let line = written { json in
      json.raw("[1]")
      json.removeAll()
      json.element()
      json.boolean(false)
    }
    #expect(line == "false")
  }
}
