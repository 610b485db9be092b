import FareJSON
import FareModel
import FareServer
import Testing

@Suite("The Model Context Protocol at its edges")
struct MCPHandlerTests {
  @Test(
    "a handshake settles on the revision that the client proposes, and on the newest for any other",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
      ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ]
  )
  func settles(proposed: String, settled: String) {
    var session = MCPSession()
    let answer = session.answer(MCPSession.initialize(proposed))
    #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"\#(settled)","capabilities":"#))
    #expect(answer.contains(#""serverInfo":{"name":"faregrid","#))
  }

  @Test(
    "what needs a session is refused before there is one, and served after",
    arguments: [
      "tools/list", "resources/list", "resources/templates/list", "prompts/list",
    ]
  )
  func needsSession(method: String) {
    var session = MCPSession()
    let line = MCPSession.request(method)
    #expect(
      session.answer(line)
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"\#(method) before initialize: "#
        + #"begin with initialize, or name the protocol version in params._meta"}}"#
    )
    _ = session.answer(MCPSession.initialize("2025-11-25"))
    #expect(session.answer(line).hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"#))
  }

  @Test("a ping is answered before a session too, but a stateless revision has none")
  func pings() {
    var session = MCPSession()
    #expect(session.answer(MCPSession.request("ping")) == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    #expect(session.answer(MCPSession.stateless("ping")).contains(#""code":-32601"#))
  }

  @Test("a request that names its revision needs no session, and its result says that it is complete, and for how long")
  func stateless() {
    var session = MCPSession()
    let discovery = session.answer(MCPSession.stateless("server/discover"))
    #expect(
      discovery.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"#)
    )
    let end =
      #""resultType":"complete","ttlMs":3600000,"cacheScope":"public","_meta":{"#
      + #""io.modelcontextprotocol/serverInfo":{"name":"faregrid","title":"Faregrid","version":"1.2.3"}}}}"#
    #expect(discovery.hasSuffix(end))
    #expect(session.answer(MCPSession.stateless("tools/list")).hasSuffix(end))
    let read = session.answer(MCPSession.stateless("resources/read", #""uri":"faregrid://routes","#))
    #expect(read.contains(#""resultType":"complete","ttlMs":60000,"cacheScope":"private","#))
    #expect(
      session.answer(MCPSession.stateless("tools/call", #""name":"routes","#)).contains(
        #""isError":false,"resultType""#
      )
    )
    #expect(!session.answer(MCPSession.stateless("tools/call", #""name":"routes","#)).contains("ttlMs"))
  }

  @Test("a client may look which era is spoken and then open a session")
  func mixesEras() {
    var session = MCPSession()
    _ = session.answer(MCPSession.stateless("server/discover"))
    #expect(session.answer(MCPSession.initialize("2025-06-18")).contains(#""protocolVersion":"2025-06-18""#))
    #expect(!session.answer(MCPSession.request("tools/list")).contains("resultType"))
    #expect(session.answer(MCPSession.stateless("tools/list")).contains("resultType"))
    #expect(session.answer(MCPSession.request("server/discover")).contains(#""code":-32601"#))
  }

  @Test("a revision that requests cannot name is refused with those that they can")
  func refusesRevision() {
    var session = MCPSession()
    for version in ["2025-11-25", "2099-01-01"] {
      let answer = session.answer(MCPSession.stateless("tools/list", version: "\"\(version)\""))
      #expect(answer.contains(#""code":-32022,"#))
      #expect(answer.hasSuffix(#""data":{"supported":["2026-07-28"],"requested":"\#(version)"}}}"#))
    }
    #expect(session.answer(MCPSession.stateless("tools/list", version: "7")).contains(#""code":-32602,"#))
    let half = #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#
    #expect(session.answer(MCPSession.request("tools/list", half)).contains("clientCapabilities is missing"))
  }

  @Test("an unknown method is -32601, an unknown tool, prompt or argument -32602 with the nearest name")
  func offersNames() {
    var session = MCPSession(of: "2025-11-25")
    #expect(
      session.answer(MCPSession.request("tools/cal")).contains("no such method: tools/cal, did you mean tools/call?")
    )
    #expect(
      session.answer(MCPSession.call("calender")) == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#
        + #""message":"no such tool: calender, did you mean calendar?"}}"#
    )
    #expect(session.answer(MCPSession.request("prompts/get", #"{"name":"when_to_go"}"#)).contains("did you mean"))
    let prompt = #"{"name":"when_to_fly","arguments":{"origin":"LHR"}}"#
    #expect(session.answer(MCPSession.request("prompts/get", prompt)).contains("destination: missing"))
    #expect(
      session.answer(MCPSession.request("tools/list", #"{"cursor":"x"}"#)).contains("cursor: no list has a next page")
    )
    #expect(session.answer(MCPSession.request("tools/call", #"{"arguments":{}}"#)).contains("name: missing"))
    #expect(session.answer(MCPSession.request("initialize", "{}")).contains("protocolVersion: missing"))
  }

  @Test("a resource that is not there has the code that the revision gives it")
  func refusesResources() {
    var session = MCPSession(of: "2025-11-25")
    let address = #""uri":"faregrid://prices/LHR""#
    let old = session.answer(MCPSession.request("resources/read", "{\(address)}"))
    #expect(old.contains(#""code":-32002,"message":"no such resource: faregrid://prices/LHR: expected "#))
    #expect(old.contains(#""data":{"uri":"faregrid://prices/LHR"}"#))
    #expect(session.answer(MCPSession.stateless("resources/read", address + ",")).contains(#""code":-32602"#))
  }

  @Test("several messages on a line are served where the revision knows them, and refused where it forbids them")
  func batches() {
    let line = "[\(MCPSession.request("ping")),\(MCPSession.request("tools/list", id: 2))]"
    for revision in ["2024-11-05", "2025-03-26"] {
      var session = MCPSession(of: revision)
      #expect(
        session.answer(line).hasPrefix(#"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{"#)
      )
      #expect(
        session.answer("[\(MCPSession.initialize("2025-03-26"))]").contains("initialize cannot be part of a batch")
      )
      #expect(session.answer("[]").contains(#""code":-32600"#))
      #expect(session.answer(#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#) == "")
    }
    for revision in ["2025-06-18", "2025-11-25"] {
      var session = MCPSession(of: revision)
      #expect(session.answer(line).hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
    }
    var session = MCPSession()
    #expect(session.answer("[\(MCPSession.stateless("tools/list"))]").contains(#""code":-32600"#))
  }

  @Test("an id that is null is refused, and a text is echoed as it came")
  func identifiers() {
    var session = MCPSession()
    #expect(
      session.answer(#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#)
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        + #""message":"not a request: id: expected a string or a number, not null"}}"#
    )
    #expect(
      session.answer(#"{"jsonrpc":"2.0","id":"a\u0062","method":"ping"}"#)
        == #"{"jsonrpc":"2.0","id":"a\u0062","result":{}}"#
    )
  }

  @Test(
    "notifications and answers from the client are not answered",
    arguments: [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/no_such"}"#,
      #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"routes"}}"#,
      #"{"jsonrpc":"2.0","id":5,"result":{}}"#, #"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"no"}}"#, "  ",
    ]
  )
  func isSilent(line: String) {
    var session = MCPSession(of: "2025-11-25")
    #expect(session.answer(line) == "")
  }

  @Test("what is no JSON, too deep or no request gets one error with id null")
  func refusesOthers() {
    var session = MCPSession(of: "2025-11-25")
    #expect(session.answer("hello").hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
    #expect(session.answer(String(repeating: "[", count: 100)).contains(#""id":null,"error":{"code":-32003,"#))
    #expect(session.answer(#""text""#).contains(#""id":null,"error":{"code":-32600,"#))
  }

  @Test("a request whose cancellation has arrived is not answered, those around it are, and its id may be used again")
  func cancels() {
    let answerer = EchoAnswerer()
    var session = MCPSession(of: "2025-11-25", answerer)
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"late"}}"#
    let answers = session.answers([
      MCPSession.call("routes", id: 1), MCPSession.call("routes", id: 2), cancel, MCPSession.call("routes", id: 3),
    ])
    #expect(
      answers.map { $0.prefix(25) }
        == [#"{"jsonrpc":"2.0","id":1,"r"#, #"{"jsonrpc":"2.0","id":3,"r"#].map { $0.prefix(25) }
    )
    #expect(answerer.questions == 2)
    #expect(session.answers([MCPSession.call("routes", id: 2)]).count == 1)
    // A cancellation that comes too late, or before its request, cancels nothing.
    #expect(session.answers([cancel, MCPSession.call("routes", id: 2)]).count == 1)
  }

  @Test("initialize is never cancelled")
  func cancelsNoHandshake() {
    var session = MCPSession()
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#
    #expect(session.answers([MCPSession.initialize("2025-11-25"), cancel]).count == 1)
  }
}
