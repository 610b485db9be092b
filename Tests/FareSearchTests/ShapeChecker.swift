import FareJSON

/// Holds the values of a document to shapes, as a reader of JSON Schema does.
final class ShapeChecker {
  private let tree: JSONTree
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  init(_ tree: JSONTree) {
    self.tree = tree
  }

  /// Where a value does not have a shape.
  func misfits(_ shape: JSONShape, _ node: JSONNode, at place: String = "$") -> [String] {
    if shape.isNullable, tree.kind(of: node) == .null { return [] }
    let isFit: Bool
    switch shape.kind {
    case .null: isFit = tree.kind(of: node) == .null
    case .boolean: isFit = tree.kind(of: node) == .boolean
    case .number: isFit = tree.kind(of: node) == .number
    case .integer(let range): isFit = tree.integer(node).map { range?.contains($0) ?? true } ?? false
    case .choice(let words): isFit = tree.string(node).map(words.contains) ?? false
    case .string(let pattern): isFit = tree.string(node).map { matches($0, pattern) } ?? false
    case .list(let element, _):
      guard tree.kind(of: node) == .array else { return [place] }
      return tree.elements(of: node).enumerated().flatMap { misfits(element, $1, at: "\(place)[\($0)]") }
    case .object(let members): return misfits(members, node, at: place)
    case .either(let shapes): isFit = shapes.contains { misfits($0, node, at: place).isEmpty }
    }
    return isFit ? [] : [place]
  }

  private func misfits(_ members: [JSONShape.Member], _ node: JSONNode, at place: String) -> [String] {
    guard tree.kind(of: node) == .object else { return [place] }
    let missing = members.filter { !$0.isOptional && tree.member($0.name, of: node) == nil }
    let wrong = tree.members(of: node).flatMap { name, value -> [String] in
      let name = tree.string(name) ?? ""
      guard let member = members.first(where: { $0.name == name }) else { return ["\(place).\(name) is unknown"] }
      return misfits(member.shape, value, at: "\(place).\(name)")
    }
    return missing.map { "\(place).\($0.name) is missing" } + wrong
  }

  private func matches(_ text: String, _ pattern: String?) -> Bool {
    guard let pattern else { return true }
    if patterns[pattern] == nil { patterns[pattern] = try? Regex(pattern) }
    return patterns[pattern].map { text.firstMatch(of: $0) != nil } ?? false
  }
}
