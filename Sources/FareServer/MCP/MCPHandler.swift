public import FareJSON
import FareModel

/// Turns lines of the Model Context Protocol into lines of answers.
///
/// It speaks both eras: sessions that begin with `initialize`, and requests that each name their revision. A request belongs
/// to the era that it shows, so that a client may look which one is spoken and then choose.
public struct MCPHandler: ~Copyable {
  let server: ServerIdentity
  let work: QuestionInWork
  var tools: ToolCaller
  var tree = JSONTree()
  private let answerer: any Answering
  private var session: ProtocolRevision?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - answerer: Answers the methods that tools and resources ask.
  ///   - version: The version of the program.
  ///   - input: Where requests come from, to see whether one in work is cancelled.
  ///   - output: Where answers go, to tell of the progress of one in work.
  ///   - report: Takes what the operator should know and no client may see.
  public init(
    answerer: any Answering,
    version: String,
    input: RequestInput,
    output: FileDescriptor,
    report: @escaping (String) -> Void
  ) {
    let work = QuestionInWork(input: input, output: output)
    self.work = work
    self.answerer = answerer
    server = ServerIdentity(version: version)
    // That a question failed which was given up is no trouble.
    tools = ToolCaller(answerer) { if !work.isGivenUp { report($0) } }
    answerer.watch { work.look() }
  }
}

extension MCPHandler: LineAnswering {
  /// Begins a batch, which is answered as at one present. What it cancels of itself is not answered.
  public func beginBatch(_ arrived: Span<UInt8>) {
    work.note(arrived)
    answerer.beginBatch()
  }

  /// Appends the answer to a line that is too long to be read.
  public func refuseLongLine(into output: inout JSONWriter) {
    write(.lineTooLong, into: &output)
    output.raw("\n")
  }

  /// Answers a line, given without its newline: appends one line to `output`, or nothing when nothing is to be said.
  public mutating func answer(_ line: Span<UInt8>, within output: inout AnswerBatch) {
    guard line.count <= Limits.longestLine else { return refuseLongLine(into: &output.text) }
    guard !line.isBlank else { return }
    let start = output.text.count
    do throws(JSONError) {
      let root = try tree.parse(line)
      if tree.kind(of: root) == .array {
        answer(batch: root, into: &output.text)
      } else {
        answer(message: root, isAlone: true, into: &output.text)
      }
    } catch {
      write(.document(error), into: &output.text)
    }
    if output.text.count > start { output.text.raw("\n") }
  }

  private mutating func answer(batch: JSONNode, into output: inout JSONWriter) {
    guard session?.allowsBatches == true else {
      return write(
        .notRequest("several messages on a line belong to sessions of revision 2025-03-26 and before; send one a line"),
        into: &output
      )
    }
    guard tree.count(of: batch) > 0 else { return write(.notRequest("the batch is empty"), into: &output) }
    let opening = output.count
    output.raw("[")
    var isSilent = true
    for message in tree.elements(of: batch) {
      let mark = output.count
      output.element()
      let opened = output.count
      if opened - opening > Limits.largestBatchAnswer {
        if let id = tree.member("id", of: message) { write(.batchTooLarge, id: id, into: &output) }
      } else {
        answer(message: message, isAlone: false, into: &output)
      }
      if output.count == opened { output.truncate(to: mark) } else { isSilent = false }
    }
    if isSilent { output.truncate(to: opening) } else { output.raw("]") }
  }

  private mutating func answer(message: JSONNode, isAlone: Bool, into output: inout JSONWriter) {
    // This server asks nothing, so it has no use for answers.
    let isAnswer = ["result", "error"].contains { tree.member($0, of: message) != nil }
    if isAnswer, tree.member("method", of: message) == nil { return }
    do throws(Request.Refusal) {
      let request = try Request(message, in: tree)
      guard let id = request.id else { return take(notification: message) }
      guard tree.kind(of: id) != .null else {
        throw Request.Refusal(reason: "id: expected a string or a number, not null")
      }
      answer(request, id: id, isAlone: isAlone, into: &output)
    } catch {
      write(.notRequest(error.reason), id: error.id, into: &output)
    }
  }

  private func take(notification: JSONNode) {
    if let id = QuestionInWork.cancelledID(notification, in: tree) { work.forget(cancelled: tree.bytes(of: id)) }
  }

  private mutating func answer(_ request: Request, id: JSONNode, isAlone: Bool, into output: inout JSONWriter) {
    let mark = output.count
    do throws(ProtocolFault) {
      let call = try self.call(request, isAlone: isAlone)
      guard call.method.isQuestion else { return try answer(call, id: id, into: &output) }
      guard work.begin(id: Array(tree.bytes(of: id)), progressToken: call.progressToken) else { return }
      do throws(ProtocolFault) {
        try answer(call, id: id, into: &output)
        if !work.end() { output.truncate(to: mark) }
      } catch {
        guard work.end() else { return output.truncate(to: mark) }
        throw error
      }
    } catch {
      output.truncate(to: mark)
      open(id: id, into: &output)
      output.key("error")
      error.write(into: &output)
      output.raw("}")
    }
  }

  /// Reads what is called, and in which revision.
  private mutating func call(_ request: Request, isAlone: Bool) throws(ProtocolFault) -> ProtocolCall {
    let name = tree.text(request.method)
    if let parameters = request.parameters, !Request.takes(parameters, in: tree) {
      throw .badParameters("params: expected an object")
    }
    let method = ProtocolMethod(rawValue: name)
    if method == .initialize {
      guard isAlone else { throw ProtocolFault(code: -32600, message: "initialize cannot be part of a batch") }
      session = try revision(in: request.parameters)
    }
    let meta = method == .initialize ? nil : try RequestMeta(request.parameters, in: tree)
    let revision = meta?.revision ?? session
    guard let method, method.isPart(of: revision ?? (method == .discover ? .july2026 : .november2025)) else {
      let names = ProtocolMethod.allCases.filter { $0.isPart(of: revision ?? .november2025) }.map(\.rawValue)
      throw .noSuchMethod(name, among: names)
    }
    guard let revision = revision ?? (method == .ping ? .november2025 : nil) else { throw .notInitialized(name) }
    return ProtocolCall(
      method: method,
      parameters: request.parameters,
      revision: revision,
      progressToken: meta?.progressToken
    )
  }

  /// The revision that a handshake settles on: the one that the client proposes, else the newest that there is.
  private func revision(in parameters: JSONNode?) throws(ProtocolFault) -> ProtocolRevision {
    guard let version = parameters.flatMap({ tree.member("protocolVersion", of: $0) }),
      let proposed = tree.string(version)
    else { throw .badParameters("protocolVersion: missing, expected a string") }
    return ProtocolRevision.ofHandshake.first { $0.rawValue == proposed } ?? .november2025
  }

  func open(id: JSONNode?, into output: inout JSONWriter) {
    output.raw(#"{"jsonrpc":"2.0","id":"#)
    if let id { output.raw(tree.raw(id)) } else { output.null() }
  }

  private func write(_ fault: RequestFault, id: JSONNode? = nil, into output: inout JSONWriter) {
    open(id: id, into: &output)
    output.key("error")
    fault.write(to: &output, tree: tree)
    output.raw("}")
  }
}
