import FareModel

/// What a feed's path says: `{look}_{origin}_*.csv` matches the end of a path, name by name.
///
/// A name in braces stands for one or more characters other than `/`, up to what follows it in the pattern; `*` for any.
struct PathPattern: Hashable {
  private enum Piece: Hashable {
    case text(String)
    case capture(String)
  }

  private let folders: [[Piece]]

  init(_ node: ProfileNode) throws(ProfileError) {
    var folders: [[Piece]] = []
    for folder in try node.text().split(separator: "/") { folders.append(try Self.pieces(String(folder), node)) }
    guard !folders.isEmpty else { throw node.error("has no name of a file") }
    self.folders = folders
    let names = self.names
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw node.error("has {\(name)} twice")
    }
  }

  private static func pieces(_ text: String, _ node: ProfileNode) throws(ProfileError) -> [Piece] {
    var pieces: [Piece] = []
    for part in try BracedText.parts(text, node) {
      let next: [Piece]
      switch part {
      case .name(let name): next = [.capture(name)]
      case .text(let text):
        // A star is a capture that nobody asks for.
        let texts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        next = texts.enumerated().flatMap { index, text in
          (index > 0 ? [Piece.capture("")] : []) + (text.isEmpty ? [] : [.text(text)])
        }
      }
      if case .capture? = pieces.last, case .capture? = next.first {
        throw node.error("has nothing between two of its names, so nothing tells where the first ends")
      }
      pieces += next
    }
    return pieces
  }

  /// The names in braces.
  var names: [String] {
    folders.joined().compactMap { piece in
      if case .capture(let name) = piece, !name.isEmpty { name } else { nil }
    }
  }

  /// What the names stand for in a path; nil when the path does not match.
  func values(in path: String) -> [String: String]? {
    let parts = path.split(separator: "/").suffix(folders.count)
    guard parts.count == folders.count else { return nil }
    var values: [String: String] = [:]
    for (pieces, part) in zip(folders, parts) {
      guard Self.match(pieces[...], part, &values) else { return nil }
    }
    return values
  }

  private static func match(_ pieces: ArraySlice<Piece>, _ text: Substring, _ values: inout [String: String]) -> Bool {
    switch pieces.first {
    case nil:
      return text.isEmpty
    case .text(let expected):
      return text.hasPrefix(expected) && match(pieces.dropFirst(), text.dropFirst(expected.count), &values)
    case .capture(let name):
      // The shortest that lets the rest match.
      var end = text.startIndex
      while true {
        let isLongEnough = name.isEmpty || end > text.startIndex
        if isLongEnough, match(pieces.dropFirst(), text[end...], &values) {
          if !name.isEmpty { values[name] = String(text[..<end]) }
          return true
        }
        if end == text.endIndex { return false }
        end = text.index(after: end)
      }
    }
  }
}

/// Texts with names in braces: `{carrier}{number}`.
enum BracedText {
  enum Part {
    case text(String)
    case name(String)
  }

  static func parts(_ text: String, _ node: ProfileNode) throws(ProfileError) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { throw node.error("a brace is not closed") }
      let name = rest[rest.index(after: open)..<close]
      guard !name.isEmpty else { throw node.error("has braces without a name") }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.name(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }
}
