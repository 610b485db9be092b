import FareJSON
import Support
import Testing

@Suite("JSON tree")
struct JSONTreeTests {
  /// The document written back from the tree, without spaces and with members in their order, or the kind of fault.
  private func parsed(_ document: [UInt8], depthLimit: Int = 64) -> Result<String, JSONError> {
    var tree = JSONTree(depthLimit: depthLimit)
    do {
      let root = try tree.parse(document.span)
      var json = JSONWriter(capacity: document.count)
      write(root, of: tree, to: &json)
      return .success(String(decoding: json.bytes, as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  private func parsed(_ document: String, depthLimit: Int = 64) -> Result<String, JSONError> {
    parsed(Array(document.utf8), depthLimit: depthLimit)
  }

  private func fault(_ document: String) -> JSONError.Kind? {
    switch parsed(document) {
    case .success: nil
    case .failure(let error): error.kind
    }
  }

  private func write(_ node: JSONNode, of tree: JSONTree, to json: inout JSONWriter) {
    switch tree.kind(of: node) {
    case .null: json.null()
    case .boolean: json.boolean(tree.boolean(node) ?? false)
    case .number: json.raw(tree.raw(node))
    case .string: json.string(tree.string(node) ?? "")
    case .array:
      json.raw("[")
      for element in tree.elements(of: node) {
        json.element()
        write(element, of: tree, to: &json)
      }
      json.raw("]")
    case .object:
      json.raw("{")
      for (name, value) in tree.members(of: node) {
        json.key(text: tree.string(name) ?? "")
        write(value, of: tree, to: &json)
      }
      json.raw("}")
    }
  }

  @Test(
    "reads what RFC 8259 allows",
    arguments: [
      ("null", "null"), (" true\r\n", "true"), ("false", "false"), ("0", "0"), ("-0", "-0"), ("1e3", "1e3"),
      ("-12.50E+2", "-12.50E+2"), (#""""#, #""""#), ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"),
      ("[[],{},[{}]]", "[[],{},[{}]]"), (#"{"a" : [1 , 2] , "b" : {"a":null}}"#, #"{"a":[1,2],"b":{"a":null}}"#),
      (#""\u0041\/\b\f\n\r\t\"\\""#, #""A/\u0008\u000c\u000a\u000d\u0009\"\\""#), (#""\ud83d\ude00""#, "\"😀\""),
      ("\"😀 Zürich \u{7F}\"", "\"😀 Zürich \u{7F}\""), (#""\\u0000""#, #""\\u0000""#), (#""\u0000""#, #""\u0000""#),
      (#"{"":1}"#, #"{"":1}"#), ("12345678901234567890.123", "12345678901234567890.123"),
    ]
  )
  func reads(_ document: String, _ expected: String) throws {
    #expect(try parsed(document).get() == expected)
  }

  @Test(
    "refuses what is not JSON",
    arguments: [
      "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1F",
      "1 2",
      "{} {}", "[1,]", "[,1]", "[1 2]", "[1", "]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, "{a:1}",
      "{'a':1}", #"{"a":1]"#, "[1}", #"""#, #""a"#, #""\"#, #""\x""#, #""\u12""#, #""\u12G4""#, "\"\n\"", "\"\u{0}\"",
      "// 1\n1", "/* */1", "1\u{0}", "\u{FEFF}1", "\u{A0}1", #""\ud83d""#, #""\ude00""#, #""\ud83d\n""#,
      #""\ud83d\u0041""#, #""\ud83d\ud83d""#, #""\ud83d\u"#,
    ]
  )
  func refuses(_ document: String) {
    #expect(fault(document) == .notJSON)
  }

  @Test(
    "refuses bytes that are not UTF-8",
    arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] as [[UInt8]]
  )
  func refusesInvalidUTF8(_ bytes: [UInt8]) {
    let quote = [UInt8(ascii: "\"")]
    guard case .failure(let error) = parsed(quote + bytes + quote) else {
      Issue.record("was read")
      return
    }
    #expect(error.kind == .notJSON)
    #expect(error.description.contains("not UTF-8 at byte 1"))
  }

  @Test(
    "tells an object that repeats a name from what is not JSON",
    arguments: [
      (#"{"id":2,"id":3}"#, JSONError.Kind.duplicateKey), (#"[{"a":{"b":1,"c":1,"b":1}}]"#, .duplicateKey),
      (#"{"\u0069d":2,"id":3}"#, .duplicateKey), (#"{"id":2,"id":3"#, .notJSON), (#"{"id":2,"id":3}}"#, .notJSON),
    ]
  )
  func tellsRepeatedNames(_ document: String, _ expected: JSONError.Kind) {
    #expect(fault(document) == expected)
  }

  @Test(
    "finds a repeated name in objects of every size, and only there",
    arguments: [2, 3, 12, 13, 14, 100, 1000]
  )
  func findsRepeatedNames(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let names = (0..<count).map { "n\($0 * 7 % 1009)-\($0)" }.shuffled(using: &random)
    let object = { (names: [String]) in "{" + names.map { "\"\($0)\":[0]" }.joined(separator: ",") + "}" }
    #expect(fault(object(names)) == nil)
    var repeated = names
    let from = Int.random(in: 0..<count, using: &random)
    repeated.append(names[from])
    #expect(fault(object(repeated)) == .duplicateKey)
  }

  @Test("takes nesting to the limit and no deeper, however deep the document")
  func limitsDepth() throws {
    let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(try parsed(nested(64)).get() == nested(64))
    for depth in [65, 600, 200_000] { #expect(fault(nested(depth)) == .tooDeep) }
    #expect(fault(String(repeating: #"{"a":["#, count: 50_000)) == .tooDeep)
    #expect(try parsed("1", depthLimit: 0).get() == "1")
  }

  @Test("reads integers exactly, and only those written without fraction and exponent")
  func readsIntegers() throws {
    var tree = JSONTree()
    let document = "[0,-7,9223372036854775807,-9223372036854775808,9223372036854775808,1.0,1e2,\"1\"]"
    let root = try tree.parse(document.utf8Span.span)
    let integers = tree.elements(of: root).map { tree.integer($0) }
    #expect(integers == [0, -7, .max, .min, nil, nil, nil, nil])
    let numbers = tree.elements(of: root).map { tree.number($0) }
    #expect(
      numbers == ["0", "-7", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.0", "1e2", nil]
    )
  }

  @Test("gives the bytes of a value as they were written")
  func givesRawRanges() throws {
    var tree = JSONTree()
    let document = #" {"id" : "\u0041", "n":1.50, "a":[ 1 ,{} ],"z":null}"#
    let root = try tree.parse(document.utf8Span.span)
    let raw = tree.members(of: root).map { _, value in
      String(decoding: Array(document.utf8)[tree.rawRange(of: value)], as: UTF8.self)
    }
    #expect(raw == [#""\u0041""#, "1.50", "[ 1 ,{} ]", "null"])
    #expect(tree.rawRange(of: root) == 1..<document.utf8.count)
    #expect(tree.count(of: root) == 4)
  }

  @Test("finds members by name, escaped or not, and none in other values")
  func findsMembers() throws {
    var tree = JSONTree()
    let root = try tree.parse(#"{"a":{"b":1},"\u0062":[2,3],"c":"x"}"#.utf8Span.span)
    let b = try #require(tree.member("b", of: root))
    #expect(tree.elements(of: b).map { tree.integer($0) } == [2, 3])
    #expect(tree.member("d", of: root) == nil)
    #expect(tree.member("b", of: b) == nil)
    #expect(Array(tree.elements(of: root)).isEmpty)
    let c = try #require(tree.member("c", of: root))
    #expect(tree.isString(c, "x"))
    #expect(!tree.isString(c, "xy"))
  }

  @Test("writes a value without the space between its tokens, and keeps the space in its strings")
  func writesCompactly() throws {
    var tree = JSONTree()
    let root = try tree.parse(#"{ "a" : [ 1 , " \\" , "x \" y" ] }"#.utf8Span.span)
    var text: [UInt8] = []
    tree.appendCompact(root, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == #"{"a":[1," \\","x \" y"]}"#)
  }

  @Test(
    "tells a string that holds U+0000 from one that writes a backslash",
    arguments: [(#"["x\u0000y"]"#, true), (#"["\\u0000"]"#, false), ("[0]", false)]
  )
  func tellsNullCharacters(_ document: String, _ expected: Bool) throws {
    var tree = JSONTree()
    _ = try tree.parse(document.utf8Span.span)
    #expect(tree.holdsNullCharacter == expected)
  }

  @Test("parses the next document after an error, and forgets the one before")
  func parsesAgain() throws {
    var tree = JSONTree()
    _ = try tree.parse("[1,2,3]".utf8Span.span)
    #expect(throws: JSONError.self) { try tree.parse("[1".utf8Span.span) }
    let root = try tree.parse(#"{"a":7}"#.utf8Span.span)
    #expect(tree.member("a", of: root).flatMap { tree.integer($0) } == 7)
  }

  @Test(
    "writes random documents back as they were, and refuses each of them cut"
  )
  func agreesWithWriter() throws {
    var random = SeededGenerator(seed: 53)
    for _ in 0..<200 {
      var json = JSONWriter(capacity: 64)
      json.raw("[")
      writeRandom(to: &json, depth: 4, &random)
      json.raw("]")
      let document = json.bytes
      #expect(try parsed(document).get() == String(decoding: document, as: UTF8.self))
      let cut = Int.random(in: 0..<document.count, using: &random)
      #expect(throws: JSONError.self) { try parsed(Array(document[..<cut])).get() }
      #expect(throws: JSONError.self) { try parsed(document + [UInt8(ascii: ",")]).get() }
    }
  }

  private func writeRandom(to json: inout JSONWriter, depth: Int, _ random: inout SeededGenerator) {
    switch Int.random(in: depth > 0 ? 0..<6 : 0..<4, using: &random) {
    case 0: json.null()
    case 1: json.boolean(Bool.random(using: &random))
    case 2: json.integer(Int.random(in: .min ... .max, using: &random))
    case 3: json.string(randomText(&random))
    case 4:
      json.raw("[")
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        json.element()
        writeRandom(to: &json, depth: depth - 1, &random)
      }
      json.raw("]")
    default:
      json.raw("{")
      for i in 0..<Int.random(in: 0..<20, using: &random) {
        json.key(text: "\(i)" + randomText(&random))
        writeRandom(to: &json, depth: depth - 1, &random)
      }
      json.raw("}")
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    let scalars: [Character] = ["a", "\"", "\\", "\u{0}", "é", "漢", "😀", "/", "\n"]
    return String((0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in scalars.randomElement(using: &random) })
  }
}
