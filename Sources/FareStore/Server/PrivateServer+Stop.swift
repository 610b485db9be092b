import FareModel
import Glibc

extension PrivateServer {
  /// Stops the server: transactions that run are rolled back, and clients disconnected. Returns whether it ran.
  @discardableResult
  public func stop() throws(PostgresError) -> Bool {
    guard Files.information(folder) != nil else { return false }
    return try FileLock.hold(lock) { () throws(PostgresError) in try end(by: SIGINT) }
  }

  /// Stops the server and removes everything that Faregrid made for it, with all fares.
  ///
  /// The home itself goes when nothing else is in it.
  public func destroy() throws(PostgresError) {
    guard Files.information(folder) != nil else { return }
    try FileLock.hold(lock) { () throws(PostgresError) in
      // Nothing has to be written out that is removed at once.
      try end(by: SIGQUIT)
      try Files.remove(folder)
      try removeShortFolder()
      try Files.remove(lock)
    }
    unsafe rmdir(home)
  }

  /// Sends the server the signal for a kind of shutdown, and waits until it is gone. Returns whether it ran.
  @discardableResult
  func end(by signal: Int32) throws(PostgresError) -> Bool {
    guard let postmaster = Postmaster(of: data) else { return false }
    guard kill(postmaster.processID, signal) == 0 || errno == ESRCH else {
      throw PostgresError(system: "cannot stop process \(postmaster.processID)", errno)
    }
    guard Waiting.until(seconds: Limits.secondsToStopServer, { Postmaster(of: data) == nil }) else {
      let message = "the server in \(home) has not stopped for \(Limits.secondsToStopServer) seconds"
      throw PostgresError(.serverUnavailable, message: message)
    }
    return true
  }

  private func removeShortFolder() throws(PostgresError) {
    guard let information = Files.information(shortFolder) else { return }
    // /tmp is everybody's, and the name is no secret.
    guard information.st_uid == (try ServerAccount(servingFrom: folder).userID) else { return }
    try Files.remove(shortFolder)
  }
}
