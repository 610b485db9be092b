import FareJSON
import FareModel
import FareSearch
import Synchronization

/// Where all threads ask their questions: one at a time, for there is one answerer.
///
/// What was answered before and still holds is handed out ready to be sent, without being written or copied again.
final class AnswerDesk: Sendable {
  private struct State: ~Copyable {
    let answerer: any Answering
    var handler: RequestHandler
    var ready = ReadyResponses()
    var answer = JSONWriter(capacity: 1 << 16)
  }

  private let state: Mutex<State>
  private let isWorking = Atomic(false)  // Whether somebody works out an answer, which may take long.
  private let site: SiteHeaders

  /// Answers with `answerer`. `report` takes what the operator should know and no client may see.
  init(answerer: sending any Answering, site: SiteHeaders, report: @escaping @Sendable (String) -> Void) {
    self.site = site
    state = Mutex(State(answerer: answerer, handler: RequestHandler(answerer: answerer, report: report)))
  }

  /// The response to an address that was answered before; nil when there is none, and while an answer is worked out.
  func ready(_ address: [UInt8], _ wishes: Wishes) -> Response? {
    if isWorking.load(ordering: .acquiring) {
      return state.withLockIfAvailable { ready(address, wishes, &$0) } ?? nil
    }
    // Whoever has the lock gives it back in a microsecond or so, which is less than a way through the worker.
    return state.withLock { ready(address, wishes, &$0) }
  }

  private func ready(_ address: [UInt8], _ wishes: Wishes, _ state: inout State) -> Response? {
    state.answerer.beginBatch()
    guard let kept = state.answerer.kept(for: address.span) else { return nil }
    return state.ready.response(with: kept, at: address, wishes, site)
  }

  private func work(_ body: (inout State) -> Reply) -> Reply {
    isWorking.store(true, ordering: .releasing)
    defer { isWorking.store(false, ordering: .releasing) }
    return state.withLock { body(&$0) }
  }

  /// Answers a question that came as an address.
  func answer(_ method: Method, _ target: HTTPTarget, at address: [UInt8]) -> Reply {
    work { state in
      state.answerer.beginBatch()
      state.answer.removeAll()
      // Others may have asked the same while this waited.
      if let kept = state.answerer.kept(for: address.span) {
        state.answer.raw(kept.bytes)
        return .result(state.answer.bytes)
      }
      switch state.handler.answer(method, target, for: address.span, into: &state.answer) {
      case .result: return .result(state.answer.bytes)
      case .badQuestion(let reason): return .problem(.badRequest, reason, error: state.answer.span)
      case .databaseUnavailable:
        var reply = Reply.problem(.serviceUnavailable, "database_unavailable", error: state.answer.span)
        reply.headers.append(Reply.Header(name: "Retry-After", value: "5"))
        return reply
      case .failed: return .problem(.internalError, "internal error", error: state.answer.span)
      }
    }
  }

  /// Answers a body of JSON-RPC as a line on stdio is answered.
  func answer(body: [UInt8]) -> Reply {
    work { state in
      state.answer.removeAll()
      state.handler.answer(body.span, into: &state.answer)
      guard state.answer.count > 0 else { return Reply(status: .noContent) }
      return Reply(status: .ok, type: .json, body: state.answer.bytes)
    }
  }
}
