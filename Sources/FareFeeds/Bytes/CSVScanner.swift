import FareModel

/// The records of a CSV feed, by RFC 4180: quoted fields may hold commas, newlines and doubled quotes.
///
/// Records end with LF or CRLF, the last one also with the end of the feed. Records without any byte are passed over.
/// A record without quotes is not copied: its fields are ranges of the bytes that were read.
struct CSVScanner: ~Copyable {
  private(set) var input: InputBuffer
  private let dialect: CSVDialect
  private var record = CSVRecord()

  init(_ input: consuming InputBuffer, dialect: CSVDialect = .standard) {
    self.input = input
    self.dialect = dialect
  }

  /// How many fields the record has.
  var fieldCount: Int { record.fieldCount }

  /// Whether the record ends with a newline, as all but a last one do.
  var endsWithNewline: Bool { record.endsWithNewline }

  /// Why the record cannot be used, and in which field; nil when it can.
  private(set) var fault: CSVFault?

  /// The text that the ranges of ``field(_:)`` refer to.
  var text: Span<UInt8> {
    @_lifetime(borrow self)
    get { record.isCopied ? record.copy.span : input.bytes.span }
  }

  /// Where a field stands in ``text``, without the spaces around it.
  func field(_ index: Int) -> Range<Int> {
    FieldText.trimmed(text, record.fields[index].range)
  }

  /// The record as it was read, without its line end.
  var raw: Span<UInt8> {
    @_lifetime(borrow self)
    get { input.bytes.span.extracting(record.raw) }
  }

  /// Passes over the records before a position, at which a record begins.
  mutating func skip(to position: Int) throws(FeedError) {
    try input.skip(to: position)
  }

  /// Goes on to the next record. Returns false when there are no more.
  mutating func next() throws(FeedError) -> Bool {
    repeat {
      guard try advance() else { return false }
    } while record.isBlank
    fault = findFault()
    return true
  }

  private mutating func advance() throws(FeedError) -> Bool {
    while true {
      switch record.scan(input, dialect) {
      case .found(let next):
        input.start = next
        return true
      case .needsMore:
        if input.count > Limits.longestRecord {
          throw FeedError("a record is longer than \(Limits.longestRecord) bytes: perhaps a quote is not closed")
        }
        _ = try input.fill()
      case .unclosedQuote:
        throw FeedError("the file ends within a quoted field: it is incomplete")
      case .end:
        return false
      }
    }
  }

  private func findFault() -> CSVFault? {
    if record.hasStrayQuote { return CSVFault(field: record.strayField, kind: .strayQuote) }
    guard record.hasNull || record.hasHighBytes else { return nil }
    for index in 0..<fieldCount {
      let field = text.extracting(record.fields[index].range)
      if record.hasNull, FieldText.contains(field, 0) { return CSVFault(field: index, kind: .null) }
      if (try? UTF8Span(validating: field)) == nil { return CSVFault(field: index, kind: .notUTF8) }
    }
    return nil
  }
}

/// Why a record of a CSV feed cannot be used.
struct CSVFault {
  enum Kind {
    case strayQuote, null, notUTF8
  }

  var field: Int
  var kind: Kind

  var reason: String {
    switch kind {
    case .strayQuote: "has a quote within a field that is not quoted"
    case .null: "holds a NUL byte"
    case .notUTF8: "is not UTF-8"
    }
  }
}

/// How a CSV feed is written.
struct CSVDialect {
  /// What stands between the fields of a record.
  var separator = UInt8(ascii: ",")
  /// Whether a quote within a quoted field may have a backslash before it, as OpenFlights writes it, and not only be
  /// doubled.
  var hasBackslashes = false

  /// RFC 4180.
  static let standard = CSVDialect()
  /// OpenFlights.
  static let backslash = CSVDialect(hasBackslashes: true)
}
