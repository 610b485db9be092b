import FareJSON
import FareModel

/// Answers calls of tools by asking methods.
struct ToolCaller: ~Copyable {
  private let answerer: any Answering
  private let report: (String) -> Void
  private var result = JSONWriter(capacity: 1 << 14)

  /// Asks `answerer`. `report` takes what the operator should know and no client may see.
  init(_ answerer: any Answering, report: @escaping (String) -> Void) {
    self.answerer = answerer
    self.report = report
  }

  /// Why a question has no result.
  enum Refusal: Error {
    /// Something is wrong with the question; the text says what, and what to try next.
    case question(String)
    /// The server cannot answer now; the text may be shown to the client.
    case server(String)

    /// What is wrong and what to try next.
    var text: String {
      switch self {
      case .question(let text), .server(let text): text
      }
    }
  }

  /// Calls a tool with arguments as they came, and writes the members of the result of `tools/call`.
  ///
  /// A refusal is a result too, marked as an error, because models read results and mend their next call.
  mutating func call(
    _ tool: Tool,
    _ given: [(name: String, value: ArgumentValue)],
    in revision: ProtocolRevision,
    into json: inout JSONWriter
  ) {
    json.raw(#""content":[{"type":"text","text":"#)
    do throws(Refusal) {
      json.string(try answer(tool, given))
      json.raw("}")
      if revision.hasStructuredContent {
        json.raw("]")
        json.key("structuredContent")
        json.raw(result.span)
      } else {
        // Clients of these revisions see nothing but content.
        json.raw(#",{"type":"text","text":"#)
        json.string(utf8: result.span)
        json.raw("}]")
      }
      json.raw(#","isError":false"#)
    } catch {
      json.string(error.text)
      json.raw(#"}],"isError":true"#)
    }
  }

  /// Asks what a tool asks, and writes the result object as a string.
  mutating func writeText(
    of tool: Tool,
    _ given: [(name: String, value: ArgumentValue)],
    into json: inout JSONWriter
  ) throws(Refusal) {
    _ = try answer(tool, given)
    json.string(utf8: result.span)
  }

  /// Makes the result object as the tool gives it, and returns the text about it.
  private mutating func answer(
    _ tool: Tool,
    _ given: [(name: String, value: ArgumentValue)]
  ) throws(Refusal) -> String {
    let answerer = answerer
    let ask: ToolCall.Asking = { Self.ask($0, $1, of: answerer) }
    result.removeAll()
    do throws(AnswerFault) {
      let arguments = try Self.checked(tool.completed(given), for: tool.method)
      try answerer.answer(tool.method, Self.checked(tool.asked(given), for: tool.method), into: &result)
      guard let whole = ResultValue(result.span) else { throw .failed("the result is no JSON") }
      if tool.isSlim(arguments) {
        result.removeAll()
        SlimCalendar.write(whole, into: &result)
      }
      return tool.text(whole, ToolCall(arguments: arguments, ask: ask))
    } catch {
      throw refusal(error, tool, ask)
    }
  }

  private func refusal(_ fault: AnswerFault, _ tool: Tool, _ ask: ToolCall.Asking) -> Refusal {
    switch fault {
    case .argument(let error):
      return .question(Advice.on(error, of: tool, ask))
    case .databaseUnavailable(let text):
      report("database unavailable: \(text)")
      return .server("The database cannot be reached now. Ask again in a moment; nothing is wrong with the question.")
    case .failed(let text):
      report("\(tool.name) failed: \(text)")
      return .server("Something failed that should not. Another question may be answered.")
    }
  }

  private static func checked(
    _ given: [(name: String, value: ArgumentValue)],
    for method: Method
  ) throws(AnswerFault) -> Arguments {
    do throws(ArgumentError) {
      return try Arguments(given, for: method)
    } catch {
      throw .argument(error)
    }
  }

  private static func ask(
    _ name: Method.Name,
    _ given: [(name: String, value: ArgumentValue)],
    of answerer: any Answering
  ) -> ResultValue? {
    let method = Method.of(name)
    var json = JSONWriter()
    do throws(AnswerFault) {
      try answerer.answer(method, checked(given, for: method), into: &json)
    } catch {
      return nil
    }
    return ResultValue(json.span)
  }
}

extension Tool {
  /// The arguments of a call with the defaults that they leave out.
  fileprivate func completed(
    _ given: [(name: String, value: ArgumentValue)]
  ) -> [(name: String, value: ArgumentValue)] {
    given
      + adjustments.filter { adjustment in !given.contains { $0.name == adjustment.name } }.map { ($0.name, $0.value) }
  }

  /// What the method is asked. Details are always asked for, since the text tells of them.
  fileprivate func asked(_ given: [(name: String, value: ArgumentValue)]) -> [(name: String, value: ArgumentValue)] {
    completed(given).map { name, value in name == Self.detail ? (name, .boolean(true)) : (name, value) }
  }

  /// Whether the result object leaves the details out.
  fileprivate func isSlim(_ arguments: Arguments) -> Bool {
    arguments.boolean(Self.detail) == false
  }

  private static let detail = "detail"
}
