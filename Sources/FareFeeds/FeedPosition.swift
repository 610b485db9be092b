/// A place in a feed between two records.
public struct FeedPosition: Hashable, Sendable {
  /// How many bytes of the file lie before it.
  public var bytes: Int
  /// How many records.
  public var record: Int32

  /// Names a place.
  public init(bytes: Int, record: Int32) {
    self.bytes = bytes
    self.record = record
  }

  /// The end of a feed that was read, where whatever is added to the file begins a record of its own.
  init?(_ input: borrowing InputBuffer, endsWithNewline: Bool, record: Int32) {
    guard input.isPlain, endsWithNewline else { return nil }
    self.init(bytes: input.position, record: record)
  }
}
