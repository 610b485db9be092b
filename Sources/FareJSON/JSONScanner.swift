/// One pass over a document, strictly by RFC 8259, that leaves its values on a tape.
///
/// Containers that are open stand on a stack of their own, so nesting costs memory and never the program's stack.
struct JSONScanner: ~Copyable, ~Escapable {
  private let source: Span<UInt8>
  private var position = 0
  private var repeated: Int?  // The first name that its object has already.
  /// Whether a string of the document holds U+0000, which JSON allows and databases do not.
  private(set) var holdsNullCharacter = false

  @_lifetime(copy source)
  init(_ source: Span<UInt8>) {
    self.source = source
  }

  /// Scans the whole document onto `tape`. `scratch` is kept by the caller for its memory.
  mutating func scan(depthLimit: Int, tape: inout JSONTape, scratch: inout Scratch) throws(JSONError) {
    scratch.open.removeAll(keepingCapacity: true)
    skipSpace()
    try value(depthLimit, &tape, &scratch)
    while let top = scratch.open.last {
      try member(of: top, depthLimit, &tape, &scratch)
    }
    skipSpace()
    if position < source.count { throw fault("there is more after the end of the value") }
    if let repeated {
      throw JSONError(kind: .duplicateKey, offset: repeated, reason: "a name is repeated in its object")
    }
  }

  /// What a scan needs beside the tape, kept from document to document.
  struct Scratch {
    /// The containers that are open, the innermost last.
    var open: [Container] = []
    /// The names of an object that has just ended.
    var names: [UInt32] = []
  }

  /// A container that has been opened and not yet closed.
  struct Container {
    /// Its entry on the tape.
    var opening: Int
    /// Its elements or members so far.
    var count: Int
    var isObject: Bool
  }
}

extension JSONScanner {
  /// Reads what may stand next in the innermost container: an element, a member, or its end.
  private mutating func member(
    of top: Container,
    _ depthLimit: Int,
    _ tape: inout JSONTape,
    _ scratch: inout Scratch
  ) throws(JSONError) {
    skipSpace()
    let bracket = top.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    if peek == bracket {
      tape.close(top.opening, count: top.count, bracket: position)
      position += 1
      scratch.open.removeLast()
      if top.isObject, repeated == nil {
        repeated = JSONNames.firstRepeated(in: top, of: tape, source: source, scratch: &scratch.names)
      }
      return
    }
    if top.count > 0 {
      guard peek == UInt8(ascii: ",") else { throw fault("a comma or the end of its container is missing") }
      position += 1
      skipSpace()
    }
    if top.isObject { try name(&tape) }
    scratch.open[scratch.open.count - 1].count += 1
    try value(depthLimit, &tape, &scratch)
  }

  private mutating func name(_ tape: inout JSONTape) throws(JSONError) {
    guard peek == UInt8(ascii: "\"") else { throw fault("the name of a member is missing") }
    try string(&tape)
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw fault("a colon is missing") }
    position += 1
    skipSpace()
  }

  private mutating func value(
    _ depthLimit: Int,
    _ tape: inout JSONTape,
    _ scratch: inout Scratch
  ) throws(JSONError) {
    switch peek {
    case UInt8(ascii: "\""): try string(&tape)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard scratch.open.count < depthLimit else {
        throw JSONError(kind: .tooDeep, offset: position, reason: "nesting is deeper than \(depthLimit)")
      }
      let isObject = peek == UInt8(ascii: "{")
      scratch.open.append(Container(opening: tape.entries.count, count: 0, isObject: isObject))
      tape.append(isObject ? .object : .array, position, 0)
      position += 1
    case UInt8(ascii: "t"): try literal("true", .true, &tape)
    case UInt8(ascii: "f"): try literal("false", .false, &tape)
    case UInt8(ascii: "n"): try literal("null", .null, &tape)
    default: try number(&tape)
    }
  }

  private mutating func literal(_ word: StaticString, _ tag: JSONTape.Tag, _ tape: inout JSONTape) throws(JSONError) {
    let length = word.utf8CodeUnitCount
    guard position + length <= source.count else { throw fault("there is no such value") }
    for i in 0..<length where unsafe source[position + i] != word.utf8Start[i] {
      throw fault("there is no such value")
    }
    tape.append(tag, position, length)
    position += length
  }

  private mutating func number(_ tape: inout JSONTape) throws(JSONError) {
    let begin = position
    var tag = JSONTape.Tag.integer
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits()
      tag = .number
    }
    if peek | 0x20 == UInt8(ascii: "e") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits()
      tag = .number
    }
    tape.append(tag, begin, position - begin)
  }

  private mutating func digits() throws(JSONError) {
    let begin = position
    while peek &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == begin { throw fault("there is no such value") }
  }

  private mutating func string(_ tape: inout JSONTape) throws(JSONError) {
    let begin = position + 1
    var tag = JSONTape.Tag.string
    position = begin
    while position < source.count {
      let byte = source[position]
      if byte == UInt8(ascii: "\"") {
        tape.append(tag, begin, position - begin)
        position += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        tag = .escapedString
        try escape()
      } else if byte < 0x20 {
        throw fault("a control character stands in a string")
      } else {
        position += 1
      }
    }
    throw fault("a string does not end")
  }

  private mutating func escape() throws(JSONError) {
    guard position + 1 < source.count else { throw fault("a string does not end") }
    switch source[position + 1] {
    case UInt8(ascii: "u"):
      position += try scalarLength()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    default:
      throw fault("there is no such escape")
    }
  }

  /// The length of the `\u` escape, or pair of them, at the current position.
  private mutating func scalarLength() throws(JSONError) -> Int {
    guard let unit = JSONText.codeUnit(source, at: position + 2) else { throw fault("there is no such escape") }
    switch unit {
    case 0:
      holdsNullCharacter = true
      return 6
    case 0xD800..<0xDC00:
      guard position + 12 <= source.count, source[position + 6] == UInt8(ascii: "\\"),
        source[position + 7] == UInt8(ascii: "u"), let low = JSONText.codeUnit(source, at: position + 8),
        0xDC00..<0xE000 ~= low
      else { throw fault("half of a surrogate pair stands alone") }
      return 12
    case 0xDC00..<0xE000:
      throw fault("half of a surrogate pair stands alone")
    default:
      return 6
    }
  }

  /// The byte at the current position, 0 at the end: no grammar rule takes a NUL.
  private var peek: UInt8 {
    position < source.count ? source[position] : 0
  }

  private mutating func skipSpace() {
    while true {
      switch peek {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }

  private func fault(_ reason: String) -> JSONError {
    let reason = position < source.count ? reason : "the document ends early"
    return JSONError(kind: .notJSON, offset: position, reason: reason)
  }
}
