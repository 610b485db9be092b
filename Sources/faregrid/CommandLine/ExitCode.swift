/// How the program ends. Scripts depend on these numbers.
enum ExitCode: Int32, CaseIterable {
  /// The work was done.
  case done = 0
  /// The work could not be done, or a check that was asked for failed.
  case failed = 1
  /// The command line was wrong.
  case usage = 64
  /// The data was wrong.
  case badData = 65
  /// There is no database.
  case noDatabase = 69
  /// Another ingest holds the lock.
  case busy = 75
}
