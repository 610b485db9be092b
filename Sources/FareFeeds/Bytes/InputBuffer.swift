import FareModel

/// The bytes of a feed that are at hand, with the unread ones kept together while more come in.
///
/// A byte-order mark at the very start is dropped; one anywhere else is part of what the feed says.
struct InputBuffer: ~Copyable {
  private var source: ByteSource
  private(set) var bytes: [UInt8] = []
  /// Where the unread bytes begin.
  var start = 0
  /// How many bytes of the feed came before ``bytes``.
  private var dropped = 0
  /// Whether ``bytes`` reach to the end of the feed.
  private(set) var isAtEnd = false

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ source: consuming ByteSource) throws(FeedError) {
    self.source = source
    try fill(to: Self.mark.count)
    if bytes.starts(with: Self.mark) { start = Self.mark.count }
  }

  /// How many unread bytes are at hand.
  var count: Int { bytes.count - start }

  /// How many bytes of the feed have been read.
  var position: Int { dropped + start }

  /// Whether positions are those in the file, which is not compressed.
  var isPlain: Bool { source.isPlain }

  /// The unread bytes that are at hand.
  var unread: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(start..<bytes.count) }
  }

  /// Fetches more bytes behind the unread ones, which may move. Returns false when there are no more.
  mutating func fill() throws(FeedError) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      bytes.removeFirst(start)
      dropped += start
      start = 0
    }
    isAtEnd = try !source.read(into: &bytes)
    return !isAtEnd
  }

  /// Fetches bytes until `count` unread ones are at hand, or all that are left.
  mutating func fill(to count: Int) throws(FeedError) {
    while self.count < count, try fill() {}
  }

  /// Passes over what lies before a position, which may lie behind the bytes at hand.
  mutating func skip(to position: Int) throws(FeedError) {
    while self.position < position {
      start = min(bytes.count, position - dropped)
      if self.position == position { return }
      guard try fill() else { return }
    }
  }

  /// Fetches bytes until there are more than spaces and line ends at hand. Returns false when no others are left.
  mutating func skipBlank() throws(FeedError) -> Bool {
    while true {
      while start < bytes.count, bytes[start] <= UInt8(ascii: " ") { start += 1 }
      if start < bytes.count { return true }
      guard try fill() else { return false }
    }
  }
}
