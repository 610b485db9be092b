import FareJSON
import FareModel
import FareServer

/// Answers with the question, or with the fault that its parameters stand for.
final class EchoAnswerer: Answering {
  /// How often a question reached it.
  private(set) var questions = 0
  private let padding: String

  /// Pads every answer but that of `ping` with so many bytes.
  init(paddingBytes: Int = 0) {
    padding = String(repeating: "x", count: paddingBytes)
  }

  func answer(_ method: Method, _ arguments: Arguments, into json: inout JSONWriter) throws(AnswerFault) {
    questions += 1
    switch method.name {
    case .ping: json.string("pong")
    case .status: throw .databaseUnavailable("connection to host db.example refused")
    case .nearby: throw .failed("index out of range")
    default:
      json.raw("{")
      try write(arguments, of: method, into: &json)
      json.key("pad")
      json.string(padding)
      json.raw("}")
    }
  }

  private func write(
    _ arguments: Arguments,
    of method: Method,
    into json: inout JSONWriter
  ) throws(AnswerFault) {
    for parameter in method.parameters {
      guard let value = arguments.given(parameter.name) else { continue }
      if parameter.name == "destination", value.shown == "ZZZ" {
        throw .argument(
          ArgumentError(
            .unknownPlace,
            parameter: "destination",
            value: value,
            expected: "a known place",
            nearest: ["ZRZ"]
          )
        )
      }
      json.key(text: parameter.name)
      json.string(value.shown)
    }
  }
}

/// The answer to one line, with what the operator was told.
func answer(to line: String, _ answerer: EchoAnswerer = EchoAnswerer()) -> (answer: String, reports: [String]) {
  answer(toBytes: Array(line.utf8), answerer)
}

func answer(toBytes line: [UInt8], _ answerer: EchoAnswerer = EchoAnswerer()) -> (answer: String, reports: [String]) {
  var reports: [String] = []
  var output = JSONWriter()
  do {
    var handler = RequestHandler(answerer: answerer) { reports.append($0) }
    handler.answer(line.span, into: &output)
  }
  return (String(decoding: output.bytes, as: UTF8.self), reports)
}
