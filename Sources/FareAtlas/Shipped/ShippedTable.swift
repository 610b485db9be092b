/// A carried CSV file whose lines are sorted by their first field, a code of fixed width.
///
/// Making a table costs nothing: a look-up halves the bytes until it finds the line, and only that line is taken apart.
struct ShippedTable: Sendable {
  private let file: EmbeddedFile
  private let codeWidth: Int

  /// The table of a carried file whose codes have `codeWidth` ASCII characters.
  init(_ name: String, codeWidth: Int = 3) {
    file = EmbeddedFile(name)
    self.codeWidth = codeWidth
  }

  /// The fields of the first line with a code, or nil. The code's first character is in the highest byte, as in
  /// ``PlaceCode``.
  ///
  /// - Complexity: O(log lines).
  func first(_ code: UInt32) -> [String]? {
    let start = start(of: code)
    return self.code(at: start) == code ? fields(at: start).fields : nil
  }

  /// The fields of every line with a code, in the order of the file.
  func all(_ code: UInt32) -> [[String]] {
    var start = start(of: code)
    var lines: [[String]] = []
    while self.code(at: start) == code {
      let line = fields(at: start)
      lines.append(line.fields)
      start = line.next
    }
    return lines
  }

  /// Whether a line has the code.
  func contains(_ code: UInt32) -> Bool {
    self.code(at: start(of: code)) == code
  }

  /// Calls `body` with the fields of every line, in the order of the file.
  func forEach(_ body: ([String]) -> Void) {
    var start = firstLine
    while start < file.bytes.count {
      let line = fields(at: start)
      body(line.fields)
      start = line.next
    }
  }

  /// The names of the columns.
  var header: [String] { fields(at: 0).fields }

  private var firstLine: Int { lineEnd(from: 0) + 1 }

  /// Where the first line begins whose code is not below `code`; the size of the file when there is none.
  private func start(of code: UInt32) -> Int {
    var (low, high) = (firstLine, file.bytes.count)  // Both are beginnings of lines.
    while low < high {
      let middle = lineStart(from: low + (high - low) / 2, notBefore: low)
      if let found = self.code(at: middle), found < code {
        low = lineEnd(from: middle) + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func code(at start: Int) -> UInt32? {
    guard start + codeWidth <= file.bytes.count else { return nil }
    var packed: UInt32 = 0
    for i in start..<start + codeWidth { packed = packed << 8 | UInt32(file.bytes[i]) }
    return packed
  }

  private func lineStart(from position: Int, notBefore least: Int) -> Int {
    var position = position
    while position > least, file.bytes[position - 1] != UInt8(ascii: "\n") { position -= 1 }
    return position
  }

  private func lineEnd(from position: Int) -> Int {
    var position = position
    while file.bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return position
  }

  /// The fields of the line at `start`, without the quotes of quoted ones, and where the next line begins.
  private func fields(at start: Int) -> (fields: [String], next: Int) {
    var fields: [String] = []
    var field: [UInt8] = []
    var position = start
    var isQuoted = false
    while true {
      let byte = file.bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        // A doubled quote closes and opens at once, and stands for one.
        if !isQuoted, position - 2 >= start, file.bytes[position - 2] == byte { field.append(byte) }
        isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
      case UInt8(ascii: "\n"):
        fields.append(String(decoding: field, as: UTF8.self))
        return (fields, position)
      default:
        field.append(byte)
      }
    }
  }
}
