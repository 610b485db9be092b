import FareJSON
import FareModel
import FareServer
import Testing

@Suite("Tools of the Model Context Protocol")
struct MCPToolTests {
  private static func parsed<Value>(_ text: String, _ read: (JSONTree, JSONNode) throws -> Value) throws -> Value {
    var tree = JSONTree()
    let root = try tree.parse(text.utf8Span.span)
    return try read(tree, root)
  }

  /// The tools that a revision lists, by name.
  private static func tools<Value>(
    _ revision: String,
    _ read: (JSONTree, JSONNode) throws -> Value
  ) throws -> [String: Value] {
    var session = MCPSession(of: revision)
    return try parsed(session.answer(MCPSession.request("tools/list"))) { tree, root in
      let list = try #require(tree.member("result", of: root).flatMap { tree.member("tools", of: $0) })
      var tools: [String: Value] = [:]
      for tool in tree.elements(of: list) {
        let name = try #require(tree.member("name", of: tool).flatMap { tree.string($0) })
        tools[name] = try read(tree, tool)
      }
      return tools
    }
  }

  @Test("are the methods but ping, and take the parameters of the table of methods")
  func comeFromTable() throws {
    let parameters = try Self.tools("2025-11-25") { tree, tool in
      let schema = try #require(tree.member("inputSchema", of: tool))
      let properties = try #require(tree.member("properties", of: schema))
      let required =
        tree.member("required", of: schema).map { tree.elements(of: $0).compactMap { tree.string($0) } } ?? []
      return tree.members(of: properties).map { name, _ in
        let name = tree.string(name) ?? ""
        return required.contains(name) ? name + "!" : name
      }
    }
    let methods = Method.all.filter { $0.name != .ping }
    #expect(Set(parameters.keys) == Set(methods.map(\.name.rawValue)))
    for method in methods {
      #expect(parameters[method.name.rawValue] == method.parameters.map { $0.isRequired ? $0.name + "!" : $0.name })
    }
  }

  @Test(
    "have what their revision knows",
    arguments: [("2024-11-05", false, false), ("2025-03-26", true, false), ("2025-06-18", true, true)]
  )
  func fitRevision(revision: String, hasAnnotations: Bool, hasOutput: Bool) throws {
    let tools = try Self.tools(revision) { tree, tool in
      ["annotations", "outputSchema", "title"].map { tree.member($0, of: tool) != nil }
    }
    #expect(tools.values.allSatisfy { $0 == [hasAnnotations, hasOutput, hasOutput] })
  }

  @Test("say by their schemas what a parameter may be, and what is meant by default")
  func describeParameters() throws {
    let schemas = try Self.tools("2025-11-25") { tree, tool in
      String(decoding: tree.bytes(of: try #require(tree.member("inputSchema", of: tool))), as: UTF8.self)
    }
    let calendar = try #require(schemas["calendar"])
    #expect(calendar.contains(#""band_reference":{"description":"What a day is compared with"#))
    #expect(calendar.contains(#""enum":["horizon","month"]"#))
    #expect(
      calendar.contains(
        #""max_stops":{"description":"Only fares known to have at most so many stops.","type":"integer","minimum":0,"maximum":8}"#
      )
    )
    #expect(calendar.contains(#"(false by default).","type":"boolean","default":false}"#))
    #expect(calendar.contains(#""required":["origin","destination"],"additionalProperties":false"#))
    #expect(schemas["search"]?.contains(#""default":5"#) == true)
  }

  @Test("give structured content where the revision has it, else the object as a second text")
  func structure() throws {
    var new = MCPSession(of: "2025-06-18")
    let text =
      #""content":[{"type":"text","text":"No place found. Try the beginning of a city's name in English, without its country."}"#
    #expect(
      new.answer(MCPSession.call("places", #"{"text":"zur"}"#))
        == #"{"jsonrpc":"2.0","id":1,"result":{\#(text)],"structuredContent":{"text":"zur","limit":"10","pad":""},"isError":false}}"#
    )
    var old = MCPSession(of: "2025-03-26")
    #expect(
      old.answer(MCPSession.call("places", #"{"text":"zur"}"#))
        == #"{"jsonrpc":"2.0","id":1,"result":{\#(text),{"type":"text","text":"{\"text\":\"zur\",\"limit\":\"10\",\"pad\":\"\"}"}],"isError":false}}"#
    )
  }

  @Test("pass their own defaults on, and what was given instead")
  func defaults() {
    var session = MCPSession(of: "2025-11-25")
    let day = #""origin":"LHR","destination":"BCN","departure_date":"2027-01-01""#
    #expect(session.answer(MCPSession.call("search", "{\(day)}")).contains(#""limit":"5""#))
    #expect(session.answer(MCPSession.call("search", "{\(day),\"limit\":7}")).contains(#""limit":"7""#))
    #expect(session.answer(MCPSession.call("search", "{\(day),\"limit\":null}")).contains(#""limit":"5""#))
  }

  @Test(
    "answer wrong arguments with a result that says what to try",
    arguments: [
      ("calendar", #"{"origin":"LHR"}"#, "destination: missing, expected a three-letter place code"),
      (
        "calendar", #"{"origin":"LHR","destination":"BCN","mont":"2027-01"}"#,
        "mont: no such parameter, did you mean month?"
      ),
      (
        "calendar", #"{"origin":"LHR","destination":"BCN","max_stops":"1"}"#,
        "max_stops: 1 is not an integer from 0 to 8."
      ),
      (
        "calendar", #"{"origin":"LHR","destination":"ZZZ","month":"2027-01"}"#,
        "no place has the code ZZZ, did you mean ZRZ?"
      ),
      ("calendar", #"{"origin":"London","destination":"ZZZ"}"#, "London is not a three-letter place code"),
      ("places", "{}", "text: missing, expected a text"),
    ]
  )
  func refusesArguments(tool: String, arguments: String, text: String) {
    var session = MCPSession(of: "2025-11-25")
    let answer = session.answer(MCPSession.call(tool, arguments))
    #expect(answer.contains(text))
    #expect(answer.hasSuffix(#"],"isError":true}}"#))
    #expect(!answer.contains("structuredContent"))
  }

  @Test("keep what the operator should know from the client")
  func hidesTrouble() {
    var session = MCPSession(of: "2025-11-25")
    let unreachable = session.answer(MCPSession.call("status"))
    #expect(unreachable.contains("The database cannot be reached now."))
    #expect(!unreachable.contains("db.example"))
    let broken = session.answer(MCPSession.call("nearby", #"{"place":"LHR"}"#))
    #expect(broken.contains(#""isError":true"#))
    #expect(
      session.answer(MCPSession.request("resources/read", #"{"uri":"faregrid://status"}"#)).contains(#""code":-32603"#)
    )
    #expect(
      session.reports() == [
        "database unavailable: connection to host db.example refused", "nearby failed: index out of range",
        "database unavailable: connection to host db.example refused",
      ]
    )
  }

  @Test("resources answer by their addresses, with percent encoding or without")
  func resources() {
    var session = MCPSession(of: "2025-11-25")
    for address in ["faregrid://calendar/city:LON/BCN/2027-02", "faregrid://calendar/city%3ALON/BCN/2027-02"] {
      let answer = session.answer(MCPSession.request("resources/read", #"{"uri":"\#(address)"}"#))
      #expect(
        answer.hasPrefix(
          #"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"\#(address)","mimeType":"application/json","#
        )
      )
      #expect(answer.contains(#"\"origin\":\"city:LON\",\"destination\":\"BCN\",\"month\":\"2027-02\""#))
    }
    for address in [
      "faregrid://calendar/LHR/BCN", "faregrid://calendar/LHR/B%4/2027-02", "faregrid://routes/%+1", "http://status",
      "",
    ] {
      let answer = session.answer(MCPSession.request("resources/read", #"{"uri":"\#(address)"}"#))
      #expect(answer.contains(#""code":-32002"#))
    }
  }
}
