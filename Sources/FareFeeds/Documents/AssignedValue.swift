/// A script that does nothing but assign a JSON value to a variable: `var s = [ … ];`.
enum AssignedValue {
  /// No such assignment is longer up to its value.
  private static let longest = 256

  /// Moves a feed on from the assignment at its beginning to the value. Returns false where it begins with none.
  static func skipAssignment(_ input: inout InputBuffer) throws(FeedError) -> Bool {
    try input.fill(to: longest)
    guard let length = assignmentLength(input.unread) else { return false }
    input.start += length
    return true
  }

  /// The length of the value without the semicolon behind it.
  static func valueLength(_ text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    return end > 0 && text[end - 1] == UInt8(ascii: ";") ? end - 1 : text.count
  }

  private static func assignmentLength(_ text: Span<UInt8>) -> Int? {
    let head = String(FieldText.string(text.extracting(0..<min(longest, text.count))).prefix { $0 != "[" && $0 != "{" })
    let words = head.split(whereSeparator: \.isWhitespace)
    guard words.count == 3, ["var", "let", "const"].contains(words[0]), words[2] == "=",
      head.utf8.count < min(longest, text.count)
    else { return nil }
    return head.utf8.count
  }
}
