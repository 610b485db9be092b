public import FareModel

/// A parser for JSON and the document that it read last.
///
/// A tree is made once and parses one document after another: the copy of the bytes, the tape of its values and what
/// the scan needs beside them keep their memory. It takes RFC 8259 and nothing else: no comments, trailing commas, lone
/// surrogates, `NaN`, nor invalid UTF-8; and no object that names a member twice, because readers differ in what such
/// an object means.
///
/// A value is a ``JSONNode`` of the last document. Numbers stay text, so that no price passes through floating point.
public struct JSONTree: Sendable {
  /// The most bytes that a document may have.
  public static let longestDocument = Limits.largestDocument

  private let depthLimit: Int
  private var bytes: [UInt8] = []
  private var tape = JSONTape()
  private var scratch = JSONScanner.Scratch()

  /// Whether a string of the document holds U+0000, which JSON allows as an escape and databases cannot store.
  public private(set) var holdsNullCharacter = false

  /// Creates a parser that refuses arrays and objects nested deeper than `depthLimit`.
  public init(depthLimit: Int = Limits.deepestNesting) {
    precondition(Self.longestDocument <= JSONTape.mostBytes, "the tape holds no document of such a length")
    self.depthLimit = depthLimit
  }

  /// Parses a document, which replaces the one before, and returns its outermost value.
  ///
  /// After an error the tree holds no document.
  ///
  /// - Complexity: O(*n*) for *n* bytes, except that objects with many members cost O(*m* log *m*). Memory is the
  ///   document's length and eight bytes a value.
  public mutating func parse(_ document: Span<UInt8>) throws(JSONError) -> JSONNode {
    bytes.removeAll(keepingCapacity: true)
    tape.removeAll()
    guard document.count <= Self.longestDocument else {
      throw JSONError(
        kind: .tooLarge,
        offset: Self.longestDocument,
        reason: "the document is longer than \(Self.longestDocument) bytes"
      )
    }
    try Self.validate(document)
    var scanner = JSONScanner(document)
    try scanner.scan(depthLimit: depthLimit, tape: &tape, scratch: &scratch)
    holdsNullCharacter = scanner.holdsNullCharacter
    unsafe document.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    return JSONNode(0)
  }

  private static func validate(_ document: Span<UInt8>) throws(JSONError) {
    do {
      _ = try UTF8Span(validating: document)
    } catch {
      throw JSONError(kind: .notJSON, offset: error.byteOffsets.lowerBound, reason: "the document is not UTF-8")
    }
  }
}

extension JSONTree {
  /// What a value is.
  public func kind(of node: JSONNode) -> JSONKind {
    switch JSONTape.tag(entry(node)) {
    case .null: .null
    case .true, .false: .boolean
    case .number, .integer: .number
    case .string, .escapedString: .string
    case .array: .array
    case .object, .end: .object
    }
  }

  /// The bytes that a value takes in the document, with its quotes or brackets.
  public func rawRange(of node: JSONNode) -> Range<Int> {
    let entry = entry(node)
    let begin = JSONTape.begin(entry)
    switch JSONTape.tag(entry) {
    case .array, .object: return begin..<JSONTape.begin(tape.entries[JSONTape.second(entry) - 1]) + 1
    case .string, .escapedString: return begin - 1..<begin + JSONTape.second(entry) + 1
    default: return begin..<begin + JSONTape.second(entry)
    }
  }

  /// A value as the document writes it, with its quotes or brackets.
  @_lifetime(borrow self)
  public func raw(_ node: JSONNode) -> Span<UInt8> {
    bytes.span.extracting(rawRange(of: node))
  }

  /// A value as the document writes it, as ``raw(_:)`` gives it, to be copied.
  public func bytes(of node: JSONNode) -> ArraySlice<UInt8> {
    bytes[rawRange(of: node)]
  }

  /// The text of a string, or nil for any other value.
  public func string(_ node: JSONNode) -> String? {
    let entry = entry(node)
    switch JSONTape.tag(entry) {
    case .string:
      return String(decoding: bytes[content(entry)], as: UTF8.self)
    case .escapedString:
      var text: [UInt8] = []
      JSONText.append(bytes.span.extracting(content(entry)), to: &text)
      return String(decoding: text, as: UTF8.self)
    default:
      return nil
    }
  }

  /// Appends the text of a string in UTF-8, or any other value as the document writes it.
  ///
  /// For callers that read many small documents: nothing is allocated once `text` has grown.
  public func appendText(of node: JSONNode, to text: inout [UInt8]) {
    let entry = entry(node)
    switch JSONTape.tag(entry) {
    case .escapedString: JSONText.append(bytes.span.extracting(content(entry)), to: &text)
    case .string: text.append(contentsOf: bytes[content(entry)])
    default: text.append(contentsOf: bytes[rawRange(of: node)])
    }
  }

  /// Appends a value as the document writes it, without the space between its tokens.
  public func appendCompact(_ node: JSONNode, to text: inout [UInt8]) {
    var isInString = false
    var isEscaped = false
    for byte in bytes[rawRange(of: node)] {
      if isInString || byte > UInt8(ascii: " ") { text.append(byte) }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
  }

  /// Whether a value is a string with exactly this text.
  public func isString(_ node: JSONNode, _ text: String) -> Bool {
    matches(node, text.utf8Span.span)
  }

  /// A number as the document writes it, or nil for any other value.
  public func number(_ node: JSONNode) -> String? {
    let entry = entry(node)
    let tag = JSONTape.tag(entry)
    return tag == .integer || tag == .number ? String(decoding: bytes[content(entry)], as: UTF8.self) : nil
  }

  /// The value of a number that is written without fraction and exponent; nil for any other value and beyond 64 bits.
  public func integer(_ node: JSONNode) -> Int? {
    let entry = entry(node)
    guard JSONTape.tag(entry) == .integer else { return nil }
    let range = content(entry)
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value = 0
    for i in isNegative ? range.dropFirst() : range {
      let digit = Int(bytes[i] - UInt8(ascii: "0"))
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, overflowed) = product.addingReportingOverflow(isNegative ? -digit : digit)
      if overflow || overflowed { return nil }
      value = next
    }
    return value
  }

  /// The value of `true` and `false`, or nil for any other value.
  public func boolean(_ node: JSONNode) -> Bool? {
    switch JSONTape.tag(entry(node)) {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// How many elements an array or members an object has, 0 for any other value.
  public func count(of node: JSONNode) -> Int {
    let entry = entry(node)
    return JSONTape.isContainer(entry) ? JSONTape.second(tape.entries[JSONTape.second(entry) - 1]) : 0
  }

  /// The value of an object's member, or nil when there is none of that name or `node` is no object.
  ///
  /// - Complexity: O(*m*) for *m* members.
  public func member(_ name: String, of node: JSONNode) -> JSONNode? {
    let name = name.utf8Span.span
    guard JSONTape.tag(entry(node)) == .object else { return nil }
    var index = Int(node.index) + 1
    while JSONTape.tag(tape.entries[index]) != .end {
      if matches(JSONNode(index), name) { return JSONNode(index + 1) }
      index = tape.next(after: index + 1)
    }
    return nil
  }

  /// The elements of an array in order, none for any other value.
  public func elements(of node: JSONNode) -> JSONElements {
    JSONElements(tape, in: node, when: .array)
  }

  /// The members of an object in order, none for any other value.
  public func members(of node: JSONNode) -> JSONMembers {
    JSONMembers(values: JSONElements(tape, in: node, when: .object))
  }

  private func entry(_ node: JSONNode) -> UInt64 {
    tape.entries[Int(node.index)]
  }

  private func content(_ entry: UInt64) -> Range<Int> {
    JSONTape.begin(entry)..<JSONTape.begin(entry) + JSONTape.second(entry)
  }

  private func matches(_ node: JSONNode, _ text: Span<UInt8>) -> Bool {
    let entry = entry(node)
    switch JSONTape.tag(entry) {
    case .string:
      return isEqual(bytes.span.extracting(content(entry)), text)
    case .escapedString:
      var unescaped: [UInt8] = []
      JSONText.append(bytes.span.extracting(content(entry)), to: &unescaped)
      return isEqual(unescaped.span, text)
    default:
      return false
    }
  }

  private func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for i in left.indices where left[i] != right[i] { return false }
    return true
  }
}

/// The elements of an array.
public struct JSONElements: Sequence, IteratorProtocol {
  private let tape: JSONTape
  private var index: Int

  init(_ tape: JSONTape, in node: JSONNode, when tag: JSONTape.Tag) {
    self.tape = tape
    let opening = Int(node.index)
    let entry = tape.entries[opening]
    // For any other value the iteration starts at its end.
    index = JSONTape.tag(entry) == tag ? opening + 1 : tape.entries.count
  }

  /// The next element.
  public mutating func next() -> JSONNode? {
    guard index < tape.entries.count, JSONTape.tag(tape.entries[index]) != .end else { return nil }
    defer { index = tape.next(after: index) }
    return JSONNode(index)
  }
}

/// The members of an object.
public struct JSONMembers: Sequence, IteratorProtocol {
  fileprivate var values: JSONElements

  /// The next member.
  public mutating func next() -> (name: JSONNode, value: JSONNode)? {
    guard let name = values.next(), let value = values.next() else { return nil }
    return (name, value)
  }
}
