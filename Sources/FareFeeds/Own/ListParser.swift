import FareModel

/// Lists of the own format: items joined by `+`, brought into one form and interned.
struct ListParser {
  private var canonical: [UInt8] = []  // Never longer than the list that it is made from.

  /// Two-character carrier codes, in capitals.
  mutating func carriers(
    _ text: Span<UInt8>,
    _ column: OwnFormat.Column,
    into texts: inout TextPool
  ) throws(Rejection) -> TextID {
    try list(text, column, "is no list of two-character carrier codes, such as BA+QR", Self.appendCarrier, &texts)
  }

  /// Flight numbers as their carrier, the number without zeros in front, and a letter where they have one: `BA248`.
  mutating func flightNumbers(
    _ text: Span<UInt8>,
    _ column: OwnFormat.Column,
    into texts: inout TextPool
  ) throws(Rejection) -> TextID {
    try list(
      text,
      column,
      "is no list of flight numbers with their carriers, such as BA248+QR5",
      Self.appendFlight,
      &texts
    )
  }

  /// Place codes, in capitals.
  mutating func places(
    _ text: Span<UInt8>,
    _ column: OwnFormat.Column,
    into texts: inout TextPool
  ) throws(Rejection) -> TextID {
    try list(text, column, "is no list of three-letter codes, such as DOH+KUL", Self.appendPlace, &texts)
  }

  private mutating func list(
    _ text: Span<UInt8>,
    _ column: OwnFormat.Column,
    _ reason: StaticString,
    _ append: (Span<UInt8>, inout ListWriter) -> Bool,
    _ texts: inout TextPool
  ) throws(Rejection) -> TextID {
    guard text.count <= Limits.longestText else {
      throw Rejection(column, "is longer than \(Limits.longestText) bytes")
    }
    if canonical.count < text.count { canonical = Array(repeating: 0, count: Limits.longestText) }
    var writer = ListWriter(canonical.mutableSpan)
    var begin = 0
    var end = 0
    while end <= text.count {
      if end == text.count || text[end] == UInt8(ascii: "+") {
        if begin > 0 { writer.append(UInt8(ascii: "+")) }
        let item = text.extracting(FieldText.trimmed(text, begin..<end))
        guard append(item, &writer) else { throw Rejection(column, "\(reason)") }
        begin = end + 1
      }
      end += 1
    }
    let count = writer.count
    return texts.intern(canonical.span.extracting(0..<count))
  }

  /// The code of a carrier in capitals, or nil when the text is none.
  static func carrierCode(_ text: Span<UInt8>) -> String? {
    var code: [UInt8] = [0, 0]
    var writer = ListWriter(code.mutableSpan)
    guard text.count == 2, appendCarrier(text, to: &writer) else { return nil }
    return String(decoding: code, as: UTF8.self)
  }

  /// A carrier code has two letters or digits, one letter at least.
  private static func appendCarrier(_ item: Span<UInt8>, to list: inout ListWriter) -> Bool {
    guard item.count >= 2 else { return false }
    let isCode =
      (FieldText.isLetter(item[0]) || FieldText.isDigit(item[0]))
      && (FieldText.isLetter(item[1]) || FieldText.isDigit(item[1]))
      && (FieldText.isLetter(item[0]) || FieldText.isLetter(item[1]))
    guard isCode else { return false }
    list.append(FieldText.raised(item[0]))
    list.append(FieldText.raised(item[1]))
    return item.count == 2
  }

  private static func appendFlight(_ item: Span<UInt8>, to list: inout ListWriter) -> Bool {
    guard item.count >= 3 else { return false }
    guard appendCarrier(item.extracting(0..<2), to: &list) else { return false }
    var position = item[2] == UInt8(ascii: " ") || item[2] == UInt8(ascii: "-") ? 3 : 2
    let first = position
    while position < item.count, FieldText.isDigit(item[position]) { position += 1 }
    guard 1...4 ~= position - first else { return false }
    var number = first
    while number + 1 < position, item[number] == UInt8(ascii: "0") { number += 1 }
    while number < position {
      list.append(item[number])
      number += 1
    }
    if position == item.count { return true }
    list.append(FieldText.raised(item[position]))
    return position + 1 == item.count && FieldText.isLetter(item[position])
  }

  private static func appendPlace(_ item: Span<UInt8>, to list: inout ListWriter) -> Bool {
    guard let (first, second, third) = PlaceCode(ascii: item)?.letters else { return false }
    list.append(first)
    list.append(second)
    list.append(third)
    return true
  }
}

/// Writes into memory that is large enough already.
private struct ListWriter: ~Copyable, ~Escapable {
  private var memory: MutableSpan<UInt8>
  private(set) var count = 0

  @_lifetime(copy memory)
  init(_ memory: consuming MutableSpan<UInt8>) {
    self.memory = memory
  }

  mutating func append(_ byte: UInt8) {
    memory[count] = byte
    count &+= 1
  }
}
