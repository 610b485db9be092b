import FareJSON
import FareModel

/// Why a profile cannot be used: where in its JSON, and what is wrong there.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place as a JSON path, such as `$.fields.price.numbers`.
  public var path: String
  /// What is wrong and what is allowed: lower case, for people.
  public var reason: String

  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// A value of a profile's JSON together with its place, so that whatever is wrong with it can be said with its path.
struct ProfileNode {
  let tree: JSONTree
  let node: JSONNode
  let path: String

  /// The outermost value of a document.
  init(_ document: Span<UInt8>) throws(ProfileError) {
    var tree = JSONTree()
    do throws(JSONError) {
      node = try tree.parse(document)
    } catch {
      throw ProfileError(path: "$", reason: "is no JSON: \(error)")
    }
    self.tree = tree
    path = "$"
    if tree.holdsNullCharacter { throw error("holds the character U+0000") }
  }

  private init(tree: JSONTree, node: JSONNode, path: String) {
    self.tree = tree
    self.node = node
    self.path = path
  }

  var isText: Bool { tree.kind(of: node) == .string }
  var isNull: Bool { tree.kind(of: node) == .null }

  func error(_ reason: String) -> ProfileError {
    ProfileError(path: path, reason: reason)
  }

  /// The error of a word that is none of `words`.
  func unknown(_ what: String, _ word: String, among words: [String]) -> ProfileError {
    let nearest = NearestNames.of(word, among: words)
    let hint = nearest.isEmpty ? "" : ", did you mean \(Parameter.alternatives(nearest))?"
    let expected = words.isEmpty ? "there is none" : "expected \(Parameter.alternatives(words))"
    return error("no such \(what) as \(word)\(hint.isEmpty ? "; " + expected : hint)")
  }

  /// The members of an object in their order.
  func members() throws(ProfileError) -> [(name: String, value: ProfileNode)] {
    guard tree.kind(of: node) == .object else { throw error("is no object") }
    return tree.members(of: node).map { name, value in
      let name = tree.string(name) ?? ""
      return (name, ProfileNode(tree: tree, node: value, path: "\(path).\(name)"))
    }
  }

  /// The members of an object by name, all of which must be among `names`.
  func members(among names: [String]) throws(ProfileError) -> [String: ProfileNode] {
    var members: [String: ProfileNode] = [:]
    for (name, value) in try self.members() {
      guard names.contains(name) else { throw value.unknown("member", name, among: names) }
      members[name] = value
    }
    return members
  }

  /// The elements of an array.
  func elements() throws(ProfileError) -> [ProfileNode] {
    guard tree.kind(of: node) == .array else { throw error("is no list") }
    return tree.elements(of: node).enumerated().map { index, element in
      ProfileNode(tree: tree, node: element, path: "\(path)[\(index)]")
    }
  }

  /// A text that is not empty.
  func text() throws(ProfileError) -> String {
    guard let text = tree.string(node), !text.isEmpty else { throw error("is no text, or an empty one") }
    return text
  }

  /// One text, or a list of them.
  func texts() throws(ProfileError) -> [String] {
    if isText { return [try text()] }
    var texts: [String] = []
    for element in try elements() { texts.append(try element.text()) }
    guard !texts.isEmpty else { throw error("is an empty list") }
    return texts
  }

  /// One of the words of a choice.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ what: String,
    _: Choice.Type
  ) throws(ProfileError) -> Choice {
    let word = try text()
    guard let choice = Choice(rawValue: word) else {
      throw unknown(what, word, among: Choice.allCases.map(\.rawValue))
    }
    return choice
  }
}
