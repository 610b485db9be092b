import FareJSON

/// A value of a result object, read back to be told in words. What is absent and what is null are both nil.
struct ResultValue {
  private let tree: JSONTree
  private let node: JSONNode

  /// Reads a result object; nil when it is not JSON.
  init?(_ result: Span<UInt8>) {
    var tree = JSONTree()
    guard let root = try? tree.parse(result) else { return nil }
    self.init(tree, root)
  }

  private init(_ tree: JSONTree, _ node: JSONNode) {
    self.tree = tree
    self.node = node
  }

  /// A member.
  subscript(name: String) -> ResultValue? {
    guard let member = tree.member(name, of: node), tree.kind(of: member) != .null else { return nil }
    return ResultValue(tree, member)
  }

  /// The elements of an array, nulls too; none of any other value.
  var elements: [ResultValue] {
    tree.elements(of: node).map { ResultValue(tree, $0) }
  }

  /// The elements of an array and of the arrays in it, but for nulls.
  var items: [ResultValue] {
    elements.flatMap { $0.isList ? $0.items : $0.tree.kind(of: $0.node) == .null ? [] : [$0] }
  }

  /// The members of an object; none of any other value.
  var members: [(name: String, value: ResultValue)] {
    tree.members(of: node).map { (tree.string($0.name) ?? "", ResultValue(tree, $0.value)) }
  }

  /// Whether it is an array.
  var isList: Bool { tree.kind(of: node) == .array }

  /// Whether it is an object.
  var isObject: Bool { tree.kind(of: node) == .object }

  /// A string's text, any other value as the result writes it.
  var text: String { tree.text(node) }

  /// A whole number.
  var integer: Int? { tree.integer(node) }

  /// Whether it is `true`.
  var isTrue: Bool { tree.boolean(node) == true }

  /// Writes the value as it stands.
  func write(into json: inout JSONWriter) {
    json.raw(tree.raw(node))
  }
}
