import FareJSON
import FareModel

/// A request object of JSON-RPC 2.0, as far as it could be read.
struct Request {
  /// The id to echo; nil when there is none, which makes the request a notification.
  var id: JSONNode?
  /// The name of the method, a string.
  var method: JSONNode
  /// The value of `params`; nil when there is none.
  var parameters: JSONNode?

  /// Why a value is no request, with the id if that at least could be read.
  struct Refusal: Error {
    var reason: String
    var id: JSONNode?
  }

  /// Reads a request from a value of `tree`.
  init(_ node: JSONNode, in tree: borrowing JSONTree) throws(Refusal) {
    guard tree.kind(of: node) == .object else {
      throw Refusal(reason: "expected an object with jsonrpc, method and params")
    }
    let id = tree.member("id", of: node)
    if let id {
      switch tree.kind(of: id) {
      case .string, .number, .null: break
      case .object, .array, .boolean: throw Refusal(reason: "id: expected a string, a number or null")
      }
    }
    guard let version = tree.member("jsonrpc", of: node), tree.isString(version, "2.0") else {
      throw Refusal(reason: "jsonrpc: expected \"2.0\"", id: id)
    }
    guard let method = tree.member("method", of: node), tree.kind(of: method) == .string else {
      throw Refusal(reason: "method: expected the name of a method", id: id)
    }
    self.id = id
    self.method = method
    parameters = tree.member("params", of: node)
  }
}

extension Request {
  /// Whether `params` is what it may be: absent, null, an object, or an array without elements.
  ///
  /// Parameters go by name, so an array can hold none.
  static func takes(_ parameters: JSONNode, in tree: borrowing JSONTree) -> Bool {
    switch tree.kind(of: parameters) {
    case .object, .null: true
    case .array: tree.count(of: parameters) == 0
    case .string, .number, .boolean: false
    }
  }

  /// The parameters as values to check against `method`. A parameter that is null was not given.
  static func arguments(
    _ parameters: JSONNode?,
    for method: Method,
    in tree: borrowing JSONTree
  ) -> [(name: String, value: ArgumentValue)] {
    guard let parameters else { return [] }
    var arguments: [(name: String, value: ArgumentValue)] = []
    for (name, value) in tree.members(of: parameters) {
      let name = tree.text(name)
      let isKnown = method.parameters.contains { $0.name == name }
      if isKnown, tree.kind(of: value) == .null { continue }
      arguments.append((name, self.value(value, in: tree)))
    }
    return arguments
  }

  private static func value(_ node: JSONNode, in tree: borrowing JSONTree) -> ArgumentValue {
    switch tree.kind(of: node) {
    case .string: .text(tree.text(node))
    case .boolean: .boolean(tree.boolean(node) == true)
    case .number: tree.integer(node).map(ArgumentValue.integer) ?? .other(tree.text(node))
    case .array: strings(node, in: tree).map(ArgumentValue.list) ?? .other(tree.text(node))
    case .object, .null: .other(tree.text(node))
    }
  }

  private static func strings(_ array: JSONNode, in tree: borrowing JSONTree) -> [String]? {
    var strings: [String] = []
    for element in tree.elements(of: array) {
      guard let text = tree.string(element) else { return nil }
      strings.append(text)
    }
    return strings
  }
}
