import FareJSON
import FareModel

/// Why a request gets an error instead of a result.
///
/// Codes of JSON-RPC (−32700 to −32600) carry a sentence as their message. The product's own (−32001 to −32003) carry a
/// word that programs can rely on, and the sentence as `data.reason`. Everything that concerns a parameter has
/// `data.parameter`, `data.value` (as it came, when short) and `data.expected`; `data.nearest` lists what was probably
/// meant.
enum RequestFault {
  /// The line is no JSON, or JSON that means nothing certain.
  case document(JSONError)
  /// The line has more than ``Limits/longestLine`` bytes.
  case lineTooLong
  /// A JSON value that is no request; the text says why.
  case notRequest(String)
  /// There is no method of this name.
  case noSuchMethod(String)
  /// `params` is no object.
  case parametersNotNamed(JSONNode)
  /// A parameter is wrong; the node is its value as it came in.
  case argument(ArgumentError, of: Method, value: JSONNode?)
  /// The batch has used up what its answers may come to.
  case batchTooLarge
  /// The database cannot be reached.
  case databaseUnavailable
  /// Something failed that should not.
  case failed
}

extension RequestFault {
  /// Writes the value of the `error` member. `tree` holds the document that the fault's nodes belong to.
  func write(to json: inout JSONWriter, tree: borrowing JSONTree) {
    switch self {
    case .document(let error): Self.write(error, to: &json)
    case .lineTooLong:
      Self.limit(expected: "a line of at most \(Limits.longestLine) bytes", to: &json)
    case .batchTooLarge:
      Self.limit(expected: "a batch whose answers fit into \(Limits.largestBatchAnswer) bytes", to: &json)
    case .notRequest(let reason): Self.open(-32600, "not a request: \(reason)", &json)
    case .noSuchMethod(let name): Self.write(noSuchMethod: name, to: &json)
    case .parametersNotNamed(let node):
      let expected = "an object of named parameters"
      Self.open(-32602, "params: expected \(expected)", &json)
      Self.data(parameter: "params", value: node, expected: expected, tree, &json)
      json.raw("}")
    case .argument(let error, let method, let value):
      Self.write(error, complaint: error.complaint(among: method.parameters), value, to: &json, tree)
    case .databaseUnavailable:
      Self.open(-32002, "database_unavailable", &json)
      json.raw(#","data":{"reason":"the database cannot be reached now; ask again later"}"#)
    case .failed: Self.open(-32603, "internal error", &json)
    }
    json.raw("}")
  }

  private static func open(_ code: Int, _ message: String, _ json: inout JSONWriter) {
    json.raw(#"{"code":"#)
    json.integer(code)
    json.key("message")
    json.string(message)
  }

  private static func write(_ error: JSONError, to json: inout JSONWriter) {
    switch error.kind {
    case .notJSON: open(-32700, "not JSON: \(error); expected one JSON object or array on each line", &json)
    case .duplicateKey: open(-32600, "not a request: \(error)", &json)
    case .tooDeep: limit(expected: "nesting of at most \(Limits.deepestNesting)", to: &json)
    case .tooLarge: limit(expected: "a line of at most \(Limits.longestLine) bytes", to: &json)
    }
  }

  private static func limit(expected: String, to json: inout JSONWriter) {
    open(-32003, "limit_exceeded", &json)
    json.raw(#","data":{"reason":"#)
    json.string("the request is too large, expected \(expected)")
    json.key("expected")
    json.string(expected)
    json.raw("}")
  }

  private static func write(noSuchMethod name: String, to json: inout JSONWriter) {
    let names = Method.Name.allCases.map(\.rawValue)
    let nearest = NearestNames.of(name, among: names)
    let hint = nearest.isEmpty ? "" : ", did you mean \(Parameter.alternatives(nearest))?"
    open(-32601, "no such method: \(ShownText.bounded(name))\(hint)", &json)
    json.raw(#","data":{"method":"#)
    json.string(ShownText.bounded(name))
    json.key("expected")
    json.string("one of " + names.joined(separator: ", "))
    write(nearest: nearest, to: &json)
    json.raw("}")
  }

  private static func write(
    _ error: ArgumentError,
    complaint: String,
    _ value: JSONNode?,
    to json: inout JSONWriter,
    _ tree: borrowing JSONTree
  ) {
    let sentence = "\(ShownText.bounded(error.parameter)): \(complaint)"
    switch error.kind {
    case .badParameter: open(-32602, sentence, &json)
    case .unknownPlace: open(-32001, "unknown_place", &json)
    case .limitExceeded: open(-32003, "limit_exceeded", &json)
    }
    data(parameter: ShownText.bounded(error.parameter), value: value, expected: error.expected, tree, &json)
    write(nearest: error.nearest, to: &json)
    if error.kind != .badParameter {
      json.key("reason")
      json.string(sentence)
    }
    json.raw("}")
  }

  /// Writes the members that every fault of a parameter has, and leaves `data` open for more.
  private static func data(
    parameter: String,
    value: JSONNode?,
    expected: String,
    _ tree: borrowing JSONTree,
    _ json: inout JSONWriter
  ) {
    json.raw(#","data":{"parameter":"#)
    json.string(parameter)
    json.key("value")
    if let value { echo(value, tree, &json) } else { json.null() }
    json.key("expected")
    json.string(expected)
  }

  private static func write(nearest: [String], to json: inout JSONWriter) {
    guard !nearest.isEmpty else { return }
    json.key("nearest")
    json.raw("[")
    for name in nearest {
      json.element()
      json.string(name)
    }
    json.raw("]")
  }

  /// A short value is echoed as it came, the beginning of a long one as a string.
  private static func echo(_ value: JSONNode, _ tree: borrowing JSONTree, _ json: inout JSONWriter) {
    if tree.rawRange(of: value).count <= Limits.longestEchoedValue {
      json.raw(tree.raw(value))
    } else {
      json.string(ShownText.bounded(tree.text(value)))
    }
  }
}

extension JSONTree {
  /// The text of a string, any other value as the document writes it.
  func text(_ node: JSONNode) -> String {
    var text: [UInt8] = []
    appendText(of: node, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
