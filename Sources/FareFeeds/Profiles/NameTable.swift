import FareModel

/// What the names of a feed mean, looked up by their bytes.
struct NameTable {
  /// The table's own name in the profile.
  let name: String
  private var names = TextPool()
  private var meanings: [[UInt8]?] = [nil]  // By the place of the name in the pool; nil is a name that says nothing.

  init(name: String) {
    self.name = name
  }

  mutating func add(_ name: String, _ meaning: String?) {
    _ = names.intern(name)
    meanings.append(meaning.map { Array($0.utf8) })
  }

  /// What a name means: nil where the table does not have it, and within that nil where it says nothing.
  func meaning(of name: Span<UInt8>) -> [UInt8]?? {
    names.find(name).map { meanings[Int($0.rawValue)] }
  }
}

/// Words that mean something as they stand, such as that there is no value.
struct WordSet {
  private var words = TextPool()

  init(_ words: [String] = []) {
    for word in words { _ = self.words.intern(word) }
  }

  func contains(_ word: Span<UInt8>) -> Bool {
    !word.isEmpty && words.find(word) != nil
  }
}
