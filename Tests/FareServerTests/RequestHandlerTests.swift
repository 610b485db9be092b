import FareJSON
import FareModel
import FareServer
import Testing

@Suite("JSON-RPC requests")
struct RequestHandlerTests {
  @Test(
    "an id is echoed byte for byte",
    arguments: [
      "1", "-0", "1.50", "1e400", "12345678901234567890123", "null", #""""#, #""a\u0062\/é""#, #"" spaced \" quoted""#,
    ]
  )
  func echoesID(id: String) {
    let line = #"{"jsonrpc":"2.0","id":"# + id + #","method":"ping"}"#
    #expect(answer(to: line).answer == #"{"jsonrpc":"2.0","id":"# + id + #","result":"pong"}"# + "\n")
  }

  @Test("an id that is no string, number or null is refused", arguments: ["true", "[1]", "{}"])
  func refusesOtherIDs(id: String) {
    let answer = answer(to: #"{"jsonrpc":"2.0","id":"# + id + #","method":"ping"}"#).answer
    #expect(
      answer == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        + #""message":"not a request: id: expected a string, a number or null"}}"# + "\n"
    )
  }

  @Test(
    "a notification is not answered, whatever is wrong with it",
    arguments: [
      #"{"jsonrpc":"2.0","method":"ping"}"#,
      #"{"jsonrpc":"2.0","method":"no.such"}"#,
      #"{"jsonrpc":"2.0","method":"calendar","params":{"origin":7}}"#,
      #"{"jsonrpc":"2.0","method":"ping","params":"bar"}"#,
      #"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"ping"}]"#,
      "", "  \t ", "\r",
    ]
  )
  func isSilent(line: String) {
    let answerer = EchoAnswerer()
    #expect(answer(to: line, answerer).answer == "")
    #expect(answerer.questions == 0)
  }

  @Test(
    "what is no request gets one error with the id that could be read",
    arguments: [
      ("[]", "the batch is empty", "null"),
      (#""str""#, "expected an object with jsonrpc, method and params", "null"),
      (#"{"jsonrpc":"1.0","id":8,"method":"ping"}"#, #"jsonrpc: expected \"2.0\""#, "8"),
      (#"{"id":8,"method":"ping"}"#, #"jsonrpc: expected \"2.0\""#, "8"),
      (#"{"jsonrpc":"2.0","method":1}"#, "method: expected the name of a method", "null"),
      (#"{"jsonrpc":"2.0","id":"b"}"#, "method: expected the name of a method", #""b""#),
    ]
  )
  func refusesOthers(line: String, reason: String, id: String) {
    #expect(
      answer(to: line).answer == #"{"jsonrpc":"2.0","id":"# + id
        + #","error":{"code":-32600,"message":"not a request: "# + reason + #""}}"# + "\n"
    )
  }

  @Test("a batch answers its requests in one line, in order and without its notifications")
  func answersBatch() {
    let line = """
      [{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":"a","method":"ping"},1,\
      {"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","id":"b","method":1}]
      """
    #expect(
      answer(to: line).answer == """
        [{"jsonrpc":"2.0","id":"a","result":"pong"},\
        {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a request: expected an object with jsonrpc, \
        method and params"}},\
        {"jsonrpc":"2.0","id":"b","error":{"code":-32600,"message":"not a request: method: expected the name of a \
        method"}}]

        """
    )
  }

  @Test("a batch whose answers grow too large has its remaining requests refused, each by its id")
  func boundsBatch() throws {
    let count = 40
    let requests = (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"places","params":{"text":"x"}}"# }
    let answerer = EchoAnswerer(paddingBytes: 1 << 20)
    let answer = answer(to: "[" + requests.joined(separator: ",") + "]", answerer).answer
    var tree = JSONTree()
    let batch = try tree.parse(answer.utf8Span.span)
    let kinds = tree.elements(of: batch).map { element in
      tree.member("error", of: element).flatMap { tree.member("code", of: $0) }.flatMap { tree.integer($0) }
    }
    #expect(kinds == Array(repeating: nil, count: 16) + Array(repeating: -32003, count: count - 16))
    #expect(answerer.questions == 16)
    #expect(tree.elements(of: batch).map { tree.member("id", of: $0).flatMap { tree.integer($0) } } == Array(0..<count))
  }

  @Test(
    "what is not JSON gets −32700 with id null, and says that a line holds one request",
    arguments: [
      "not json", #"{"jsonrpc":"2.0","id":4,"method":"ping",}"#,
      #"{"jsonrpc":"2.0","id":7,"method":"ping"}{"jsonrpc":"2.0","id":8,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":NaN}}"#, "Content-Length: 44", "{",
    ]
  )
  func refusesOtherText(line: String) {
    let answer = answer(to: line).answer
    #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON: "#))
    #expect(answer.hasSuffix("; expected one JSON object or array on each line\"}}\n"))
  }

  @Test("invalid UTF-8 is not JSON")
  func refusesInvalidUTF8() {
    let line = Array(#"{"jsonrpc":"2.0","id":""#.utf8) + [0xC3, 0x28] + Array(#"","method":"ping"}"#.utf8)
    #expect(answer(toBytes: line).answer.contains("-32700"))
  }

  @Test(
    "a repeated key means nothing certain, so nothing is run",
    arguments: [
      #"{"jsonrpc":"2.0","id":2,"id":3,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"places","params":{"text":"a","text":"b"}}"#,
    ]
  )
  func refusesRepeatedKeys(line: String) {
    let answerer = EchoAnswerer()
    #expect(answer(to: line, answerer).answer.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
    #expect(answerer.questions == 0)
  }

  @Test("nesting is served to its limit and refused beyond it")
  func boundsNesting() {
    func line(_ depth: Int) -> String {
      let open = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
      return #"{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":"# + open + "}}"
    }
    #expect(answer(to: line(64)).answer.contains("-32602"))
    #expect(
      answer(to: line(65)).answer == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"limit_exceeded","#
        + #""data":{"reason":"the request is too large, expected nesting of at most 64","#
        + #""expected":"nesting of at most 64"}}}"# + "\n"
    )
    #expect(answer(to: line(5000)).answer.contains("-32003"))
  }

  @Test("an unknown method is answered with the nearest name")
  func offersMethods() {
    let names = "calendar, months, search, everywhere, matrix, places, nearby, routes, explain, status, ping"
    #expect(
      answer(to: #"{"jsonrpc":"2.0","id":1,"method":"calender"}"#).answer
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"#
        + #""message":"no such method: calender, did you mean calendar?","#
        + #""data":{"method":"calender","expected":"one of \#(names)","nearest":["calendar"]}}}"# + "\n"
    )
    #expect(answer(to: #"{"jsonrpc":"2.0","id":2,"method":"no.such"}"#).answer.contains("-32601"))
  }
}

@Suite("JSON-RPC parameters")
struct RequestParameterTests {
  @Test("are read as what they are in JSON, and null means not given")
  func readsParameters() {
    let line = """
      {"jsonrpc":"2.0","id":1,"method":"calendar","params":{"origin":"BOM","destination":"JFK","month":"2023-11",\
      "max_stops":1,"detail":false,"carriers":["6E","AI"],"currency":null}}
      """
    #expect(
      answer(to: line).answer == """
        {"jsonrpc":"2.0","id":1,"result":{"origin":"BOM","destination":"JFK","month":"2023-11","max_stops":"1",\
        "carriers":"6E,AI","detail":"false","pad":""}}

        """
    )
  }

  @Test(
    "may be absent, null or an empty array",
    arguments: ["", #","params":null"#, #","params":[]"#, #","params":{}"#]
  )
  func takesNoParameters(parameters: String) {
    #expect(answer(to: #"{"jsonrpc":"2.0","id":1,"method":"ping"\#(parameters)}"#).answer.contains("pong"))
  }

  @Test("must be an object", arguments: [#""bar""#, "1", "true", #"["BOM","JFK"]"#])
  func wantsObject(parameters: String) {
    #expect(
      answer(to: #"{"jsonrpc":"2.0","id":7,"method":"ping","params":\#(parameters)}"#).answer
        == #"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"params: expected an object of named parameters","#
        + #""data":{"parameter":"params","value":\#(parameters),"expected":"an object of named parameters"}}}"# + "\n"
    )
  }

  @Test(
    "that are wrong are named with their value and what is expected",
    arguments: [
      (
        #""max_stops":9"#, "max_stops: 9 is too many, at most 8",
        #""max_stops","value":9,"expected":"an integer from 0 to 8""#
      ),
      (
        #""max_stops":"1""#, "max_stops: 1 is not an integer from 0 to 8",
        #""max_stops","value":"1","expected":"an integer from 0 to 8""#
      ),
      (
        #""max_stops":1.0"#, "max_stops: 1.0 is not an integer from 0 to 8",
        #""max_stops","value":1.0,"expected":"an integer from 0 to 8""#
      ),
      (#""detail":"yes""#, "detail: yes is not true or false", #""detail","value":"yes","expected":"true or false""#),
      (
        #""carriers":"6E""#, "carriers: 6E is not a list of two-character carrier codes",
        #""carriers","value":"6E","expected":"a list of two-character carrier codes""#
      ),
      (
        #""currency":["EUR"]"#, "currency: EUR is not a three-letter currency code",
        #""currency","value":["EUR"],"expected":"a three-letter currency code""#
      ),
      (
        #""curency":"EUR""#, "curency: no such parameter, did you mean currency?",
        #""curency","value":"EUR","expected":"one of "#
      ),
      (
        #""curency":null"#, "curency: no such parameter, did you mean currency?",
        #""curency","value":null,"expected":"one of "#
      ),
    ]
  )
  func namesParameter(parameter: String, message: String, data: String) {
    let line =
      #"{"jsonrpc":"2.0","id":1,"method":"calendar","params":{"origin":"BOM","destination":"JFK",\#(parameter)}}"#
    let start = #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"\#(message)","data":{"parameter":\#(data)"#
    #expect(answer(to: line).answer.hasPrefix(start))
  }

  @Test("that are missing are named")
  func namesMissing() {
    #expect(
      answer(to: #"{"jsonrpc":"2.0","id":1,"method":"places"}"#).answer
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"text: missing, expected a text","#
        + #""data":{"parameter":"text","value":null,"expected":"a text"}}}"# + "\n"
    )
  }

  @Test("that are wrong and long are not repeated at length")
  func boundsEcho() {
    let long = String(repeating: "é\\u0000", count: 100_000)
    let keys = #"{"jsonrpc":"2.0","id":1,"method":"\#(long)","params":{"\#(long)":"\#(long)"}}"#
    #expect(answer(to: keys).answer.utf8.count < 2000)
    let values = #"{"jsonrpc":"2.0","id":1,"method":"calendar","params":{"month":"\#(long)","\#(long)":1}}"#
    #expect(answer(to: values).answer.utf8.count < 2000)
  }
}

@Suite("JSON-RPC answers that fail")
struct RequestFaultTests {
  @Test("an unknown place has a code and a word of its own, and what half was written is taken back")
  func unknownPlace() {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"months","params":{"origin":"BOM","destination":"ZZZ"}}"#
    #expect(
      answer(to: line).answer == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"unknown_place","#
        + #""data":{"parameter":"destination","value":"ZZZ","expected":"a known place","nearest":["ZRZ"],"#
        + #""reason":"destination: no place has the code ZZZ, did you mean ZRZ?"}}}"# + "\n"
    )
  }

  @Test("a lost database is an answer, and only the operator learns its details, once")
  func databaseUnavailable() {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#
    let (batch, reports) = answer(to: "[\(request),\(request)]")
    let error =
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"database_unavailable","#
      + #""data":{"reason":"the database cannot be reached now; ask again later"}}}"#
    #expect(batch == "[\(error),\(error)]\n")
    #expect(reports == ["database unavailable: connection to host db.example refused"])
  }

  @Test("what should not fail tells the client nothing but that")
  func failed() {
    let (line, reports) = answer(to: #"{"jsonrpc":"2.0","id":1,"method":"nearby","params":{"place":"BOM"}}"#)
    #expect(line == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}"# + "\n")
    #expect(reports == ["nearby failed: index out of range"])
  }
}
