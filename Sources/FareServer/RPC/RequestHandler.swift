public import FareJSON
import FareModel

/// Turns lines of JSON-RPC 2.0 into lines of answers.
///
/// A line holds one request object or one batch. Ids are echoed byte for byte. A notification gets no answer, and since
/// every method only asks, nothing is done for it either.
public struct RequestHandler: ~Copyable {
  private let answerer: any Answering
  private let report: (String) -> Void
  private var tree = JSONTree()
  private var lastReport: String?

  /// Creates a handler.
  ///
  /// `report` takes what the operator should know and no client may see, such as why the database cannot be reached. The
  /// same text is not reported twice in a row.
  public init(answerer: any Answering, report: @escaping (String) -> Void) {
    self.answerer = answerer
    self.report = report
  }

  /// Answers a line, given without its newline: appends one line to `output`, or nothing when nothing is to be said.
  public mutating func answer(_ line: Span<UInt8>, into output: inout JSONWriter) {
    guard line.count <= Limits.longestLine else { return refuseLongLine(into: &output) }
    guard !Self.isBlank(line) else { return }
    let start = output.count
    do throws(JSONError) {
      let root = try tree.parse(line)
      if tree.kind(of: root) == .array {
        answer(batch: root, into: &output)
      } else {
        answer(request: root, into: &output)
      }
    } catch {
      write(.document(error), id: nil, into: &output)
    }
    if output.count > start { output.raw("\n") }
  }

  /// Appends the answer to a line that is too long to be read.
  public func refuseLongLine(into output: inout JSONWriter) {
    write(.lineTooLong, id: nil, into: &output)
    output.raw("\n")
  }

  private static func isBlank(_ line: Span<UInt8>) -> Bool {
    for i in line.indices {
      switch line[i] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
      default: return false
      }
    }
    return true
  }
}

extension RequestHandler {
  private mutating func answer(batch: JSONNode, into output: inout JSONWriter) {
    let start = output.count
    guard tree.count(of: batch) > 0 else {
      return write(.notRequest("the batch is empty"), id: nil, into: &output)
    }
    output.raw("[")
    var isSilent = true
    for element in tree.elements(of: batch) {
      let mark = output.count
      output.element()
      let opened = output.count
      answer(request: element, isRefused: mark - start > Limits.largestBatchAnswer, into: &output)
      if output.count == opened { output.truncate(to: mark) } else { isSilent = false }
    }
    if isSilent { output.truncate(to: start) } else { output.raw("]") }
  }

  /// Answers one request; `isRefused` when there is no room left for what it asks.
  private mutating func answer(request node: JSONNode, isRefused: Bool = false, into output: inout JSONWriter) {
    do throws(Request.Refusal) {
      let request = try Request(node, in: tree)
      guard let id = request.id else { return }
      if isRefused {
        write(.batchTooLarge, id: id, into: &output)
      } else {
        answer(request, id: id, into: &output)
      }
    } catch {
      write(.notRequest(error.reason), id: error.id, into: &output)
    }
  }

  private mutating func answer(_ request: Request, id: JSONNode, into output: inout JSONWriter) {
    if let parameters = request.parameters, !Request.takes(parameters, in: tree) {
      return write(.parametersNotNamed(parameters), id: id, into: &output)
    }
    guard let method = Method.named(request.method) else {
      return write(.noSuchMethod(request.method), id: id, into: &output)
    }
    let mark = output.count
    do throws(AnswerFault) {
      let arguments = try checked(request.parameters, for: method)
      open(id: id, into: &output)
      output.key("result")
      try answerer.answer(method, arguments, into: &output)
      output.raw("}")
      lastReport = nil
    } catch {
      output.truncate(to: mark)
      write(fault(error, in: method, request.parameters), id: id, into: &output)
    }
  }

  private func checked(_ parameters: JSONNode?, for method: Method) throws(AnswerFault) -> Arguments {
    do throws(ArgumentError) {
      return try Arguments(Request.arguments(parameters, for: method, in: tree), for: method)
    } catch {
      throw .argument(error)
    }
  }

  private mutating func fault(_ fault: AnswerFault, in method: Method, _ parameters: JSONNode?) -> RequestFault {
    switch fault {
    case .argument(let error):
      let value = parameters.flatMap { tree.member(error.parameter, of: $0) }
      return .argument(error, of: method, value: value)
    case .databaseUnavailable(let text):
      tell("database unavailable: \(text)")
      return .databaseUnavailable
    case .failed(let text):
      tell("\(method.name.rawValue) failed: \(text)")
      return .failed
    }
  }

  private mutating func tell(_ text: String) {
    guard text != lastReport else { return }
    lastReport = text
    report(text)
  }

  private func open(id: JSONNode?, into output: inout JSONWriter) {
    output.raw(#"{"jsonrpc":"2.0","id":"#)
    if let id { output.raw(tree.raw(id)) } else { output.null() }
  }

  private func write(_ fault: RequestFault, id: JSONNode?, into output: inout JSONWriter) {
    open(id: id, into: &output)
    output.key("error")
    fault.write(to: &output, tree: tree)
    output.raw("}")
  }
}
