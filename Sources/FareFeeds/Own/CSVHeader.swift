import FareModel

/// The header of a CSV feed: the names of its columns, without spaces around them and in small letters.
struct CSVHeader {
  let names: [String]

  /// Reads the first record as a header, or says why the file cannot be read as CSV.
  init(_ scanner: inout CSVScanner) throws(FeedError) {
    guard try scanner.next() else { throw FeedError("the file is empty") }
    try Self.checkEncoding(scanner)
    var names: [String] = []
    for index in 0..<scanner.fieldCount { names.append(Self.name(scanner, index)) }
    self.names = names
    for (index, name) in names.enumerated() where !name.isEmpty && names[..<index].contains(name) {
      throw FeedError("the header names the column \(name) twice")
    }
  }

  /// The header of a layout whose files have none.
  init(names: [String]) {
    self.names = names
  }

  /// Whether the record that `scanner` stands at is this header again.
  func isRepeated(in scanner: borrowing CSVScanner) -> Bool {
    guard scanner.fieldCount == names.count else { return false }
    for index in names.indices where Self.name(scanner, index) != names[index] { return false }
    return true
  }

  // A mark before a name is that of a file that was glued behind another.
  private static func name(_ scanner: borrowing CSVScanner, _ index: Int) -> String {
    let name = FieldText.string(scanner.text.extracting(scanner.field(index))).lowercased()
    return name.hasPrefix("\u{FEFF}") ? String(name.unicodeScalars.dropFirst()) : name
  }

  private static func checkEncoding(_ scanner: borrowing CSVScanner) throws(FeedError) {
    let raw = scanner.raw
    let isMarked = raw.count >= 2 && (raw[0] == 0xFF && raw[1] == 0xFE || raw[0] == 0xFE && raw[1] == 0xFF)
    // The letters of a header have their zero byte before or behind them, all on one side.
    let isWide = raw.count >= 2 && (raw[0] == 0) != (raw[1] == 0)
    if isMarked || isWide { throw FeedError("the file is not UTF-8, it looks like UTF-16") }
    if FieldText.contains(raw, 0) { throw FeedError("the file is no text: its first line has a NUL byte") }
    if let fault = scanner.fault {
      throw FeedError("the header cannot be read: column \(fault.field + 1) \(fault.reason)")
    }
    if FieldText.contains(raw, UInt8(ascii: "\r")) {
      throw FeedError("the lines of the file end with CR alone: expected LF or CRLF")
    }
  }
}
