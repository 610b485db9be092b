import FareModel

/// The lines of a feed.
struct LineReader: ~Copyable {
  private(set) var input: InputBuffer
  /// Where the line stands in the bytes of ``input``, without its line end.
  private(set) var line = 0..<0
  /// Whether the line ends with a newline, as all but a last one do.
  private(set) var endsWithNewline = true

  init(_ input: consuming InputBuffer) {
    self.input = input
  }

  /// The bytes of the line.
  var text: Span<UInt8> {
    @_lifetime(borrow self)
    get { input.bytes.span.extracting(line) }
  }

  /// Passes over the lines before a position, at which a line begins.
  mutating func skip(to position: Int) throws(FeedError) {
    try input.skip(to: position)
  }

  /// Goes on to the next line that is not blank. Returns false when there are no more.
  mutating func next() throws(FeedError) -> Bool {
    repeat {
      guard try advance() else { return false }
    } while isBlank
    return true
  }

  private mutating func advance() throws(FeedError) -> Bool {
    var searched = 0
    while true {
      let begin = input.start
      if let end = Self.newline(in: input.bytes.span, from: begin + searched) {
        take(begin..<end, next: end + 1)
        endsWithNewline = true
        return true
      }
      searched = input.count
      if searched > Limits.longestRecord { throw FeedError("a line is longer than \(Limits.longestRecord) bytes") }
      guard try input.fill() else { break }
    }
    guard input.count > 0 else { return false }
    take(input.start..<input.bytes.count, next: input.bytes.count)
    endsWithNewline = false
    return true
  }

  private mutating func take(_ range: Range<Int>, next: Int) {
    var end = range.upperBound
    if end > range.lowerBound, input.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    line = range.lowerBound..<end
    input.start = next
  }

  private var isBlank: Bool {
    input.bytes[line].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private static func newline(in bytes: Span<UInt8>, from begin: Int) -> Int? {
    var position = begin
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") { return position }
      position += 1
    }
    return nil
  }
}
