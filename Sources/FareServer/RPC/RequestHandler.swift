public import FareJSON
import FareModel

/// Turns lines of JSON-RPC 2.0 into lines of answers.
///
/// A line holds one request object or one batch. Ids are echoed byte for byte. A notification gets no answer, and since
/// every method only asks, nothing is done for it either.
public struct RequestHandler: ~Copyable, LineAnswering {
  let answerer: any Answering
  private let report: (String) -> Void
  var tree = JSONTree()
  private var asked: [UInt8] = []  // What the request in work asks.
  private var lastReport: String?  // What the operator was told last, until something is answered again.

  /// Creates a handler.
  ///
  /// `report` takes what the operator should know and no client may see, such as why the database cannot be reached. The
  /// same text is not reported twice in a row.
  public init(answerer: any Answering, report: @escaping (String) -> Void) {
    self.answerer = answerer
    self.report = report
  }

  /// Answers a line, given without its newline: appends one line to `output`, or nothing when nothing is to be said.
  ///
  /// The line is a batch of its own.
  public mutating func answer(_ line: Span<UInt8>, into output: inout JSONWriter) {
    beginBatch(line)
    var batch = AnswerBatch(output)
    answer(line, within: &batch)
    output = batch.joined()
  }

  /// Begins a batch of lines, which are answered as at one present.
  public func beginBatch(_ arrived: Span<UInt8>) {
    answerer.beginBatch()
  }

  /// Answers a line of the batch in work, as ``answer(_:into:)`` does.
  public mutating func answer(_ line: Span<UInt8>, within output: inout AnswerBatch) {
    guard line.count <= Limits.longestLine else { return refuseLongLine(into: &output.text) }
    guard !line.isBlank else { return }
    let start = output.byteCount
    do throws(JSONError) {
      let root = try tree.parse(line)
      if tree.kind(of: root) == .array {
        answer(batch: root, into: &output)
      } else {
        answer(request: root, into: &output)
      }
    } catch {
      write(.document(error), id: nil, into: &output.text)
    }
    if output.byteCount > start { output.text.raw("\n") }
  }

  /// Appends the answer to a line that is too long to be read.
  public func refuseLongLine(into output: inout JSONWriter) {
    write(.lineTooLong, id: nil, into: &output)
    output.raw("\n")
  }
}

extension RequestHandler {
  private mutating func answer(batch: JSONNode, into output: inout AnswerBatch) {
    let start = output.byteCount
    guard tree.count(of: batch) > 0 else {
      return write(.notRequest("the batch is empty"), id: nil, into: &output.text)
    }
    let opening = output.text.count
    output.text.raw("[")
    var isSilent = true
    for element in tree.elements(of: batch) {
      let mark = output.text.count
      let isFull = output.byteCount - start > Limits.largestBatchAnswer
      output.text.element()
      let opened = output.text.count
      answer(request: element, isRefused: isFull, into: &output)
      if output.text.count == opened { output.text.truncate(to: mark) } else { isSilent = false }
    }
    if isSilent { output.text.truncate(to: opening) } else { output.text.raw("]") }
  }

  /// Answers one request; `isRefused` when there is no room left for what it asks.
  private mutating func answer(request node: JSONNode, isRefused: Bool = false, into output: inout AnswerBatch) {
    do throws(Request.Refusal) {
      let request = try Request(node, in: tree)
      guard let id = request.id else { return }
      if isRefused {
        write(.batchTooLarge, id: id, into: &output.text)
      } else {
        answer(request, id: id, into: &output)
      }
    } catch {
      write(.notRequest(error.reason), id: error.id, into: &output.text)
    }
  }

  private mutating func answer(_ request: Request, id: JSONNode, into output: inout AnswerBatch) {
    note(request)
    if let result = answerer.kept(for: asked.span) {
      open(id: id, into: &output.text)
      output.text.key("result")
      output.append(result)
      output.text.raw("}")
    } else {
      answerAnew(request, id: id, into: &output.text)
    }
  }

  /// Notes what is asked, as the bytes of method and parameters as they were written.
  private mutating func note(_ request: Request) {
    asked.removeAll(keepingCapacity: true)
    asked.append(contentsOf: tree.bytes(of: request.method))
    asked.append(0)
    if let parameters = request.parameters { asked.append(contentsOf: tree.bytes(of: parameters)) }
  }

  private mutating func answerAnew(_ request: Request, id: JSONNode, into output: inout JSONWriter) {
    if let parameters = request.parameters, !Request.takes(parameters, in: tree) {
      return write(.parametersNotNamed(parameters), id: id, into: &output)
    }
    let name = tree.text(request.method)
    guard let method = Method.named(name) else {
      return write(.noSuchMethod(name), id: id, into: &output)
    }
    let mark = output.count
    do throws(AnswerFault) {
      let arguments = try checked(request.parameters, for: method)
      open(id: id, into: &output)
      output.key("result")
      try answerer.answer(method, arguments, for: asked.span, into: &output)
      output.raw("}")
      noteSuccess()
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
    self.fault(fault, in: method) { error, tree in parameters.flatMap { tree.member(error.parameter, of: $0) } }
  }

  /// The fault of a question; `value` finds the node of a wrong parameter's value.
  mutating func fault(
    _ fault: AnswerFault,
    in method: Method,
    value: (ArgumentError, borrowing JSONTree) -> JSONNode?
  ) -> RequestFault {
    switch fault {
    case .argument(let error): return .argument(error, of: method, value: value(error, tree))
    case .databaseUnavailable(let text):
      tell("database unavailable: \(text)")
      return .databaseUnavailable
    case .failed(let text):
      tell("\(method.name.rawValue) failed: \(text)")
      return .failed
    }
  }

  /// Takes notice that a question was answered: the next failure is news.
  mutating func noteSuccess() {
    lastReport = nil
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
