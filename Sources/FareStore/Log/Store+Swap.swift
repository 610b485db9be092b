import FareModel
import Glibc

/// Putting tables in the place of others that questions are read from.
extension Store {
  /// Runs `prepare` and then `swap` in one transaction, in which the tables that `swap` replaces are locked against
  /// readers.
  ///
  /// `tables` are in the order in which questions read them: one that has begun holds the first and gets the others, too,
  /// and one that has not waits at the first, before anything that it could miss. Before them comes the table of cuts,
  /// which whoever reads the edition begins with. What is put in their place was committed before: a question that
  /// waits has its snapshot already.
  ///
  /// A lock that is waited for keeps out all that come after it. So each try waits for milliseconds, and is made again
  /// while long questions, such as an export, hold a table.
  func swapping(
    _ tables: [String],
    prepare: () throws(PostgresError) -> Void,
    swap: () throws(PostgresError) -> Void
  ) throws(PostgresError) {
    let deadline = ContinuousClock.now.advanced(by: .seconds(Limits.secondsToSwap))
    while true {
      do {
        return try connection.transaction { () throws(PostgresError) in
          try prepare()
          try connection.execute("set local lock_timeout = '\(Limits.swapLockMilliseconds)ms'")
          for table in ["pruning"] + tables { try connection.execute("lock table \(table) in access exclusive mode") }
          try swap()
        }
      } catch let error where error.sqlState == "55P03" && ContinuousClock.now < deadline {
        usleep(200_000)
      }
    }
  }
}
