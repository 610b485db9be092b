import FareFeeds
import FareModel

/// Reads a feed by blocks, and ahead of whoever takes them: while they wait for something else, piece by piece.
final class FeedAhead {
  private var feed: FeedReader
  private let rowsAtATime: Int
  private var table = ObservationTable()
  private var report = FeedReport()
  private var error: FeedError?
  private var hasMore = true
  private var left: Int

  /// How many records are read in one piece: they take a tenth of a millisecond.
  private static let pieceRows = 256

  /// Reads blocks of `rowsAtATime` records.
  init(_ feed: consuming FeedReader, rowsAtATime: Int) {
    self.feed = feed
    self.rowsAtATime = rowsAtATime
    left = rowsAtATime
  }

  /// Reads a piece of the next block; false when there is none to read.
  func readPiece() -> Bool {
    guard left > 0, hasMore else { return false }
    let count = min(left, Self.pieceRows)
    do {
      hasMore = try feed.read(into: &table, &report, limit: count)
    } catch {
      (self.error, hasMore) = (error, false)
    }
    left -= count
    return left > 0 && hasMore
  }

  /// Gives the next block in the place of `block`, and what was read of the feed until its end. Returns whether more may
  /// follow.
  ///
  /// Each rejected record is in the report of its own block alone.
  func next(_ block: inout ObservationTable, _ report: inout FeedReport) throws(FeedError) -> Bool {
    while readPiece() {}
    report = self.report
    _ = self.report.takeRejected()
    if let error { throw error }
    swap(&block, &table)
    table.removeAll()
    left = rowsAtATime
    return hasMore
  }
}
