import FareJSON
import FareModel

@testable import FareServer

/// A client's side of the Model Context Protocol, a line at a time.
struct MCPSession: ~Copyable {
  private var handler: MCPHandler
  private(set) var reports: () -> [String]

  init(_ answerer: any Answering = EchoAnswerer(), input: FileDescriptor = FileDescriptor(-1)) {
    final class Reports { var all: [String] = [] }
    let said = Reports()
    reports = { said.all }
    handler = MCPHandler(
      answerer: answerer,
      version: "1.2.3",
      input: RequestInput(input),
      output: FileDescriptor(-1),
      report: { said.all.append($0) }
    )
  }

  /// A session of a revision.
  init(of revision: String, _ answerer: any Answering = EchoAnswerer()) {
    self.init(answerer)
    _ = answer(MCPSession.initialize(revision))
  }

  /// What lines that arrive together are answered with.
  mutating func answers(_ lines: [String]) -> [String] {
    var batch = AnswerBatch(JSONWriter())
    handler.beginBatch((lines.joined(separator: "\n") + "\n").utf8Span.span)
    for line in lines { handler.answer(line.utf8Span.span, within: &batch) }
    let text = String(decoding: batch.joined().bytes, as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// What a line is answered with, nothing when it is not.
  mutating func answer(_ line: String) -> String {
    answers([line]).joined(separator: "\n")
  }

  static func initialize(_ revision: String, id: Int = 0) -> String {
    request(
      "initialize",
      #"{"protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"#,
      id: id
    )
  }

  static func request(_ method: String, _ parameters: String? = nil, id: Int = 1) -> String {
    let parameters = parameters.map { #","params":"# + $0 } ?? ""
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(parameters)}"#
  }

  static func call(_ tool: String, _ arguments: String = "{}", id: Int = 1, meta: String? = nil) -> String {
    let meta = meta.map { #","_meta":"# + $0 } ?? ""
    return request("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)\#(meta)}"#, id: id)
  }

  /// A request that names its revision.
  static func stateless(_ method: String, _ more: String = "", version: String = "\"2026-07-28\"") -> String {
    let meta =
      #""_meta":{"io.modelcontextprotocol/protocolVersion":\#(version),"io.modelcontextprotocol/clientCapabilities":{}}"#
    return request(method, "{\(more)\(meta)}")
  }
}
