/// Where the fields of one CSV record stand. The memory is kept from record to record.
struct CSVRecord {
  /// Where a field stands.
  struct Field {
    var begin: Int32
    var end: Int32

    /// Records are at most a mebibyte long and the bytes at hand little more, so that places fit.
    init(_ begin: Int, _ end: Int) {
      self.begin = Int32(truncatingIfNeeded: begin)
      self.end = Int32(truncatingIfNeeded: end)
    }

    var range: Range<Int> { Int(begin)..<Int(end) }
  }

  /// What a scan came to.
  enum Outcome {
    /// A record; the next one begins at the index.
    case found(next: Int)
    /// The bytes at hand do not hold the whole record.
    case needsMore
    /// The feed ends within a quoted field.
    case unclosedQuote
    /// There are no more records.
    case end
  }

  /// The places of the fields; those from ``fieldCount`` on are of no record.
  private(set) var fields: [Field] = []
  private(set) var fieldCount = 0
  /// The text of the fields where quotes made it differ from the bytes that were read.
  private(set) var copy: [UInt8] = []
  private(set) var isCopied = false
  /// The record in the bytes that were read, without its line end.
  private(set) var raw = 0..<0
  private(set) var endsWithNewline = true
  private(set) var hasNull = false
  /// Whether a byte is not ASCII.
  private(set) var hasHighBytes = false
  /// The field of a quote that is neither around it nor doubled, where there is one.
  private(set) var strayField = 0
  private(set) var hasStrayQuote = false

  /// Whether the record has no byte at all.
  var isBlank: Bool { raw.isEmpty }

  /// The text of a field of the record that was scanned from `input`.
  func field(_ index: Int, in input: borrowing InputBuffer) -> String {
    let range = fields[index].range
    return FieldText.string(isCopied ? copy.span.extracting(range) : input.bytes.span.extracting(range))
  }

  /// Scans the record with which the unread bytes of `input` begin.
  mutating func scan(_ input: borrowing InputBuffer, _ dialect: CSVDialect) -> Outcome {
    scan(input.bytes.span, from: input.start, isAtEnd: input.isAtEnd, dialect)
  }

  private mutating func scan(_ bytes: Span<UInt8>, from begin: Int, isAtEnd: Bool, _ dialect: CSVDialect) -> Outcome {
    isCopied = false
    hasStrayQuote = false
    if begin == bytes.count { return isAtEnd ? .end : .needsMore }
    var plain = PlainRecord(begin, separator: dialect.separator)
    plain.scan(bytes, into: &fields)
    if plain.hasQuote { return scanQuoted(bytes, from: begin, isAtEnd: isAtEnd, dialect) }
    if plain.position == bytes.count, !isAtEnd { return .needsMore }
    hasNull = plain.hasNull
    hasHighBytes = plain.seen >= 0x80
    let end = Self.withoutReturn(bytes, plain.fieldBegin, plain.position)
    fieldCount = plain.fieldCount
    add(plain.fieldBegin, end)
    return found(begin..<end, lineEnd: plain.position, in: bytes)
  }

  private mutating func add(_ begin: Int, _ end: Int) {
    if fieldCount == fields.count { Self.grow(&fields) }
    fields[fieldCount] = Field(begin, end)
    fieldCount += 1
  }

  fileprivate static func grow(_ fields: inout [Field]) {
    fields.append(contentsOf: repeatElement(Field(0, 0), count: max(32, fields.count)))
  }

  private mutating func found(_ raw: Range<Int>, lineEnd: Int, in bytes: Span<UInt8>) -> Outcome {
    self.raw = raw
    endsWithNewline = lineEnd < bytes.count
    return .found(next: endsWithNewline ? lineEnd + 1 : lineEnd)
  }

  private static func withoutReturn(_ bytes: Span<UInt8>, _ begin: Int, _ end: Int) -> Int {
    end > begin && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }
}

extension CSVRecord {
  private enum State {
    case fieldStart, unquoted, quoted, closed
  }

  /// Scans a record that has quotes: its fields are copied without them.
  private mutating func scanQuoted(
    _ bytes: Span<UInt8>,
    from begin: Int,
    isAtEnd: Bool,
    _ dialect: CSVDialect
  ) -> Outcome {
    fieldCount = 0
    copy.removeAll(keepingCapacity: true)
    isCopied = true
    hasNull = false
    hasHighBytes = false
    var state = State.fieldStart
    var fieldBegin = 0
    var position = begin
    scan: while position < bytes.count {
      let byte = bytes[position]
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")):
        guard position + 1 < bytes.count || isAtEnd else { return .needsMore }
        if position + 1 < bytes.count, bytes[position + 1] == byte {
          copy.append(byte)
          position += 1
        } else {
          state = .closed
        }
      case (.quoted, UInt8(ascii: "\\")) where dialect.hasBackslashes:
        guard position + 1 < bytes.count || isAtEnd else { return .needsMore }
        if position + 1 < bytes.count, Self.isEscaped(bytes[position + 1]) { position += 1 }
        take(bytes[position])
      case (.quoted, _):
        take(byte)
      case (.fieldStart, UInt8(ascii: "\"")):
        state = .quoted
      case (_, dialect.separator):
        add(fieldBegin, copy.count)
        fieldBegin = copy.count
        state = .fieldStart
      case (_, UInt8(ascii: "\n")):
        break scan
      case (.closed, UInt8(ascii: "\r")):
        guard position + 1 < bytes.count || isAtEnd else { return .needsMore }
        if position + 1 < bytes.count, bytes[position + 1] != UInt8(ascii: "\n") { markStray() }
      case (.closed, _), (.unquoted, UInt8(ascii: "\"")):
        markStray()
        take(byte)
        state = .unquoted
      default:
        take(byte)
        state = .unquoted
      }
      position += 1
    }
    if position == bytes.count {
      guard isAtEnd else { return .needsMore }
      if state == .quoted { return .unclosedQuote }
    }
    let end = state == .unquoted ? Self.withoutReturn(copy.span, fieldBegin, copy.count) : copy.count
    add(fieldBegin, end)
    return found(begin..<Self.withoutReturn(bytes, begin, position), lineEnd: position, in: bytes)
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func take(_ byte: UInt8) {
    copy.append(byte)
    if byte == 0 { hasNull = true }
    if byte >= 0x80 { hasHighBytes = true }
  }

  private mutating func markStray() {
    if !hasStrayQuote { strayField = fieldCount }
    hasStrayQuote = true
  }
}

/// The scan of a record up to its end or its first quote, over all of which the reader of a feed spends its time.
private struct PlainRecord {
  private let separator: UInt8
  private let lastMark: UInt8  // No byte beyond it means anything.
  private(set) var position: Int
  private(set) var fieldBegin: Int
  private(set) var fieldCount = 0
  private(set) var seen: UInt8 = 0  // The bits of all bytes beyond the last mark.
  private(set) var hasNull = false
  private(set) var hasQuote = false

  init(_ begin: Int, separator: UInt8) {
    self.separator = separator
    lastMark = max(separator, UInt8(ascii: ","))
    position = begin
    fieldBegin = begin
  }

  /// Scans to the line end, the first quote or the end of the bytes. The last field is left to the caller.
  mutating func scan(_ bytes: Span<UInt8>, into fields: inout [CSVRecord.Field]) {
    while scan(bytes, into: fields.mutableSpan) { CSVRecord.grow(&fields) }
  }

  /// As above, but returns true where `fields` has no room for the next one.
  private mutating func scan(_ bytes: Span<UInt8>, into fields: consuming MutableSpan<CSVRecord.Field>) -> Bool {
    while true {
      skipPlain(bytes)
      if position == bytes.count { return false }
      switch bytes[position] {
      case separator:
        if fieldCount == fields.count { return true }
        fields[fieldCount] = CSVRecord.Field(fieldBegin, position)
        fieldCount &+= 1
        fieldBegin = position + 1
      case UInt8(ascii: "\n"):
        return false
      case UInt8(ascii: "\""):
        hasQuote = true
        return false
      case 0:
        hasNull = true
      default:
        break
      }
      position &+= 1
    }
  }

  /// Goes on to the next byte that may mean something: all that do stand at or before the comma in ASCII, or the separator
  /// of the feed.
  private mutating func skipPlain(_ bytes: Span<UInt8>) {
    var next = position
    var bits: UInt8 = 0
    while next < bytes.count {
      let byte = bytes[next]
      if byte <= lastMark { break }
      bits |= byte
      next &+= 1
    }
    position = next
    seen |= bits
  }
}
