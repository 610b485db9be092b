/// Where the fields of one CSV record stand. The memory is kept from record to record.
struct CSVRecord {
  /// Where a field stands.
  struct Field {
    var begin: Int32
    var end: Int32

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

  private(set) var fields: [Field] = []
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
    fields.removeAll(keepingCapacity: true)
    isCopied = false
    hasNull = false
    hasStrayQuote = false
    if begin == bytes.count { return isAtEnd ? .end : .needsMore }
    var position = begin
    var fieldBegin = begin
    var seen: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte > UInt8(ascii: ",") {
        seen |= byte
      } else if byte == UInt8(ascii: ",") {
        add(fieldBegin, position)
        fieldBegin = position + 1
      } else if byte == UInt8(ascii: "\n") {
        break
      } else if byte == UInt8(ascii: "\"") {
        return scanQuoted(bytes, from: begin, isAtEnd: isAtEnd, dialect)
      } else if byte == 0 {
        hasNull = true
      }
      position += 1
    }
    if position == bytes.count, !isAtEnd { return .needsMore }
    hasHighBytes = seen >= 0x80
    let end = Self.withoutReturn(bytes, fieldBegin, position)
    add(fieldBegin, end)
    return found(begin..<end, lineEnd: position, in: bytes)
  }

  private mutating func add(_ begin: Int, _ end: Int) {
    // Records are at most a mebibyte long, and the bytes at hand little more.
    fields.append(Field(begin: Int32(truncatingIfNeeded: begin), end: Int32(truncatingIfNeeded: end)))
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
    fields.removeAll(keepingCapacity: true)
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
      case (.quoted, UInt8(ascii: "\\")) where dialect == .backslash:
        guard position + 1 < bytes.count || isAtEnd else { return .needsMore }
        if position + 1 < bytes.count, Self.isEscaped(bytes[position + 1]) { position += 1 }
        take(bytes[position])
      case (.quoted, _):
        take(byte)
      case (.fieldStart, UInt8(ascii: "\"")):
        state = .quoted
      case (_, UInt8(ascii: ",")):
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
    if !hasStrayQuote { strayField = fields.count }
    hasStrayQuote = true
  }
}
