import FareJSON
import FareModel

/// How a question that came as an address was answered.
enum AddressOutcome {
  /// With its result object.
  case result
  /// With an error object: the question is wrong. The text is one line for people.
  case badQuestion(String)
  /// With an error object: the database cannot be reached.
  case databaseUnavailable
  /// With an error object: something failed that should not.
  case failed
}

extension RequestHandler {
  /// Answers a question whose parameters stand in an address: appends the result object that a request gets, or the error
  /// object.
  ///
  /// `address` is what the result is kept for; no JSON-RPC request is written like it.
  mutating func answer(
    _ method: Method,
    _ target: HTTPTarget,
    for address: Span<UInt8>,
    into output: inout JSONWriter
  ) -> AddressOutcome {
    let mark = output.count
    do throws(AnswerFault) {
      try answerer.answer(method, Self.arguments(of: target, for: method), for: address, into: &output)
      noteSuccess()
      return .result
    } catch {
      output.truncate(to: mark)
      let given = Self.wrongValue(error)
      let node = given.flatMap { try? tree.parse($0.span) }
      let fault = fault(error, in: method) { _, _ in node }
      fault.write(to: &output, tree: tree)
      switch error {
      case .argument(let error):
        let complaint = error.complaint(among: method.parameters)
        return .badQuestion("\(ShownText.bounded(error.parameter)): \(complaint)")
      case .databaseUnavailable: return .databaseUnavailable
      case .failed: return .failed
      }
    }
  }

  private static func arguments(of target: HTTPTarget, for method: Method) throws(AnswerFault) -> Arguments {
    do throws(ArgumentError) {
      return try Arguments(target.arguments(), for: method)
    } catch {
      throw .argument(error)
    }
  }

  /// The wrong value as JSON, which the error object echoes.
  private static func wrongValue(_ fault: AnswerFault) -> [UInt8]? {
    guard case .argument(let error) = fault, let value = error.value else { return nil }
    var json = JSONWriter()
    json.string(value.shown)
    return json.bytes
  }
}
