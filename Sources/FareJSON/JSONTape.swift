/// What a value of a document is.
public enum JSONKind: Sendable {
  /// An object.
  case object
  /// An array.
  case array
  /// A string.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`.
  case null
}

/// A value of a ``JSONTree``: an index that is good until the tree parses its next document.
public struct JSONNode: Hashable, Sendable, BitwiseCopyable {
  let index: Int32

  init(_ index: Int) {
    self.index = Int32(truncatingIfNeeded: index)  // A document has at most one entry a byte, and a bounded length.
  }
}

/// The values of a document in its order, one word each.
///
/// An entry is a tag and two numbers of 30 bits, the first being where the value begins in the document:
///
///     null, true, false, number, integer, string, escaped string   begin, length (of a string: between its quotes)
///     array, object                                                begin, index of the entry after its end entry
///     end                                                          its bracket, number of elements or members
///
/// A member of an object is two values, its name and its value.
struct JSONTape {
  enum Tag: UInt64 {
    case null, `true`, `false`, number, integer, string, escapedString, array, object, end
  }

  private(set) var entries: [UInt64] = []

  private static let width: UInt64 = 30
  private static let mask: UInt64 = (1 << width) - 1

  /// The most bytes of a document whose places fit into an entry.
  static let mostBytes = Int(mask)

  static func entry(_ tag: Tag, _ begin: Int, _ second: Int) -> UInt64 {
    tag.rawValue << (2 * width) | UInt64(truncatingIfNeeded: begin) << width | UInt64(truncatingIfNeeded: second)
  }

  static func tag(_ entry: UInt64) -> Tag {
    Tag(rawValue: entry >> (2 * width)) ?? .end
  }

  static func begin(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry >> width & mask)
  }

  static func second(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry & mask)
  }

  static func isContainer(_ entry: UInt64) -> Bool {
    entry >> (2 * width) &- Tag.array.rawValue <= Tag.object.rawValue - Tag.array.rawValue
  }

  /// The index of the entry that follows a value and all that lies in it.
  func next(after index: Int) -> Int {
    let entry = entries[index]
    return Self.isContainer(entry) ? Self.second(entry) : index + 1
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  mutating func append(_ tag: Tag, _ begin: Int, _ second: Int) {
    entries.append(Self.entry(tag, begin, second))
  }

  /// Ends the container that begins at `opening`: `count` elements or members, its bracket at `bracket`.
  mutating func close(_ opening: Int, count: Int, bracket: Int) {
    append(.end, bracket, count)
    let entry = entries[opening]
    entries[opening] = Self.entry(Self.tag(entry), Self.begin(entry), entries.count)
  }
}
