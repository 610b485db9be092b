import FareAtlas
import FareJSON
import FareModel
import FareSearch
import FareServer
import FareStore

/// Answers lines of JSON-RPC in this process, as the loop on stdio does.
final class InProcessServer {
  private var handler: RequestHandler
  private var request = JSONWriter(capacity: 256)
  private var answer = JSONWriter(capacity: 1 << 16)

  /// Answers with `answerer`. What is not for clients goes to `report`.
  init(_ answerer: any Answering, report: @escaping (String) -> Void) {
    handler = RequestHandler(answerer: answerer, report: report)
  }

  /// Asks a question and hands its answer on, without its newline.
  func ask(_ question: LoadQuestion, of workload: Workload, id: Int, _ answered: (Span<UInt8>) -> Void) {
    request.removeAll()
    answer.removeAll()
    workload.write(question, id: id, into: &request)
    Self.answer(request, &handler, into: &answer)
    Self.handOn(answer, answered)
  }

  // The parts on their own, because the spans must not outlive a borrow.
  private static func answer(
    _ request: borrowing JSONWriter,
    _ handler: inout RequestHandler,
    into answer: inout JSONWriter
  ) {
    handler.answer(request.span.extracting(droppingLast: 1), into: &answer)
  }

  private static func handOn(_ answer: borrowing JSONWriter, _ answered: (Span<UInt8>) -> Void) {
    answered(answer.span.extracting(droppingLast: 1))
  }
}

/// Answers each question with nothing kept from the one before but the connection.
final class ColdAnswerer: Answering {
  private let source: any FareSource
  private let atlas: Atlas

  /// Answers from a source.
  init(source: any FareSource, atlas: Atlas) {
    self.source = source
    self.atlas = atlas
  }

  func answer(_ method: Method, _ arguments: Arguments, into json: inout JSONWriter) throws(AnswerFault) {
    try Answerer(source: source, atlas: atlas, clock: Session.now).answer(method, arguments, into: &json)
  }
}
