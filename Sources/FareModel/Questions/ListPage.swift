/// Which part of a list a question wants to see. The list is made whole, so that its total is known and pages agree.
public struct ListPage: Hashable, Sendable {
  /// How many entries to pass over first.
  public var offset = 0
  /// How many to show; nil for all that follow.
  public var limit: Int?

  /// The whole list.
  public init() {}

  /// Where the part stands in a list of so many entries.
  public func range(of count: Int) -> Range<Int> {
    let start = min(offset, count)
    return start..<min(start + (limit ?? count), count)
  }
}

extension ListPage {
  /// Reads a page from checked arguments.
  init(_ arguments: Arguments) {
    offset = arguments.integer("offset") ?? 0
    limit = arguments.integer("limit")
  }
}
