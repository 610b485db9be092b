import FareJSON
import FareModel

/// A JSON document that was read whole.
struct JSONDocument {
  let tree: JSONTree
  let root: JSONNode

  /// Reads all that is left of a feed as one document; `isAssigned` where a script assigns it and may end in a semicolon.
  init(_ input: consuming InputBuffer, isAssigned: Bool = false) throws(FeedError) {
    try input.fill(to: Limits.largestDocument + 1)
    guard input.count <= Limits.largestDocument else {
      throw FeedError("the JSON document is larger than \(Limits.largestDocument >> 20) MiB")
    }
    let length = isAssigned ? AssignedValue.valueLength(input.unread) : input.count
    var tree = JSONTree()
    do throws(JSONError) {
      root = try tree.parse(input.unread.extracting(0..<length))
    } catch {
      throw FeedError("the file is no JSON document: \(error)")
    }
    if tree.holdsNullCharacter { throw FeedError("the JSON document holds the character U+0000 in a text") }
    self.tree = tree
  }

  /// The member of a member and so on, from the outermost value.
  func member(_ path: String...) -> JSONNode? {
    member(path, of: root)
  }

  /// The member of a member and so on, from `node`; nil where one is missing.
  func member(_ path: String..., of node: JSONNode) -> JSONNode? {
    member(path, of: node)
  }

  /// The text of a string that is not empty, at the end of a path; nil where there is none.
  func text(_ path: String..., of node: JSONNode) -> String? {
    text(path, of: node)
  }

  /// The currency at the end of a path; nil where the document does not say it.
  ///
  /// What it says is never passed over for a flag: a text that is no currency code refuses the document.
  func currency(_ path: String..., of node: JSONNode) throws(FeedError) -> CurrencyCode? {
    guard let text = text(path, of: node) else { return nil }
    guard let code = CurrencyCode(text) else {
      throw FeedError("\(path.joined(separator: ".")) is no currency code: \(ShownText.bounded(text))")
    }
    return code
  }

  /// The text of a string that is not empty, at the end of a path; nil where there is none.
  func text(_ path: [String], of node: JSONNode) -> String? {
    let text = member(path, of: node).flatMap(tree.string)
    return text?.isEmpty == true ? nil : text
  }

  /// The integer at the end of a path; nil where there is none.
  func integer(_ path: String..., of node: JSONNode) -> Int? {
    member(path, of: node).flatMap(tree.integer)
  }

  /// A price as the document writes it, a number or a text; empty where it is null or missing.
  func price(_ name: String, of node: JSONNode) throws(Rejection) -> String {
    guard let price = tree.member(name, of: node) else { return "" }
    switch tree.kind(of: price) {
    case .null: return ""
    case .number: return tree.number(price) ?? ""
    case .string: return tree.string(price) ?? ""
    case .boolean, .array, .object: throw Rejection(name, "is no number")
    }
  }

  /// The place code of a member; `flag` where there is no such member.
  func place(_ name: String, of node: JSONNode, else flag: PlaceCode? = nil) throws(Rejection) -> PlaceCode {
    guard let text = text(name, of: node) else {
      if let flag { return flag }
      throw Rejection(name, "is missing")
    }
    guard let code = PlaceCode(text) else { throw Rejection(name, "is no code of three ASCII letters") }
    return code
  }

  /// The date of a member.
  func date(_ name: String, of node: JSONNode) throws(Rejection) -> Day {
    guard let day = text(name, of: node).flatMap(Day.init(_:)) else {
      throw Rejection(name, "is no date: expected YYYY-MM-DD")
    }
    return day
  }

  /// The local date and time of a member.
  func localTime(_ name: String, of node: JSONNode) throws(Rejection) -> LocalTime {
    guard let time = text(name, of: node).flatMap(LocalTime.init(_:)) else {
      throw Rejection(name, "is no local time: expected YYYY-MM-DDTHH:MM:SS")
    }
    return time
  }

  /// The elements of the array at the end of a path, none where it is missing.
  func elements(_ path: String..., of node: JSONNode) -> [JSONNode] {
    member(path, of: node).map { Array(tree.elements(of: $0)) } ?? []
  }

  /// The members of an object by name, for objects that are looked up often.
  func index(_ node: JSONNode?) -> [String: JSONNode] {
    var index: [String: JSONNode] = [:]
    guard let node else { return index }
    for (name, value) in tree.members(of: node) { index[tree.string(name) ?? ""] = value }
    return index
  }

  private func member(_ path: [String], of node: JSONNode) -> JSONNode? {
    var node = node
    for name in path {
      guard let next = tree.member(name, of: node) else { return nil }
      node = next
    }
    return node
  }
}
