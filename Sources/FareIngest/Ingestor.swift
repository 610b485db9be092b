public import FareAtlas
import FareFeeds
public import FareModel
public import FareStore
import Glibc

/// Takes files into the store, one batch a file: all of it becomes visible, or nothing; hides batches again, and
/// drops what is old.
public final class Ingestor {
  let store: Store
  let rowsAtATime: Int
  let now: () -> Instant
  private var known: Atlas?
  private var holdsLock = false
  /// How long the lock was waited for: as long as it is when it was lost.
  private var secondsToWait: Int?

  /// Creates an ingestor. `now` is asked for the present of each batch.
  ///
  /// A file is taken in blocks of `rowsAtATime` records. Their size bounds the memory and changes nothing in the store.
  public init(store: Store, rowsAtATime: Int = Limits.rowsAtATime, now: @escaping () -> Instant) {
    self.store = store
    self.rowsAtATime = rowsAtATime
    self.now = now
  }

  deinit {
    // A connection that broke has let it go.
    if holdsLock { try? store.releaseIngestLock() }
  }

  /// What is known of places and currencies, with what users loaded. The caller holds the lock: before it was taken,
  /// another ingest might have been loading places.
  public func atlas() throws(PostgresError) -> Atlas {
    if let known { return known }
    let atlas = Atlas(overlay: try store.reference())
    known = atlas
    return atlas
  }

  /// Forgets what was known of the world, because something was loaded.
  func forgetAtlas() {
    known = nil
  }

  /// Takes the lock that one ingest at a time holds; tried for `waitSeconds`, for ever with `.max`, or once with nil.
  ///
  /// The lock lives as long as the connection: a killed ingest lets it go.
  public func takeLock(waitSeconds: Int?) throws(IngestFailure) {
    secondsToWait = waitSeconds
    let deadline = waitSeconds.map { ContinuousClock.now.advanced(by: .seconds(min($0, Limits.longestWaitSeconds))) }
    do {
      while true {
        if try store.takeIngestLock() {
          holdsLock = true
          return
        }
        guard let deadline, ContinuousClock.now < deadline else { break }
        usleep(200_000)
      }
    } catch {
      throw .database(error)
    }
    throw .busy
  }

  /// Ingests a file. The caller holds the lock.
  ///
  /// A transaction that another one or a lost connection broke is tried again as a whole, after the lock was taken again.
  public func ingest(
    _ file: InputFile,
    _ options: IngestOptions,
    progress: @escaping (IngestProgress) -> Void
  ) throws(IngestFailure) -> IngestReport {
    let lengths = try persistently { () throws(IngestFailure) in try loadedLengths(of: file, options) }
    let bytes = try FileBytes(file, beginnings: lengths)
    return try persistently { () throws(IngestFailure) in try run(bytes, options, progress) }
  }

  /// Does what ends in one transaction, and does it again when another one or a lost connection broke that.
  func persistently<Value>(_ work: () throws(IngestFailure) -> Value) throws(IngestFailure) -> Value {
    var attempt = 1
    while true {
      do {
        return try work()
      } catch {
        guard attempt < Limits.mostRetries, try recover(from: error) else { throw error }
        attempt += 1
      }
    }
  }

  /// Whether the work may be tried again after `failure`.
  private func recover(from failure: IngestFailure) throws(IngestFailure) -> Bool {
    guard case .database(let error) = failure else { return false }
    guard error.isConnectionFailure else { return ["40001", "40P01", "55P03"].contains(error.sqlState) }
    try returnToServer()
    return true
  }

  /// Connects again and takes the lock again.
  ///
  /// A server that is not there is given up soon. One that says it is on its way is waited for as long as it says so, since
  /// recovery from a crash takes what it takes; and the first new connections may fall to the same crash, before the server
  /// has noticed it.
  private func returnToServer() throws(IngestFailure) {
    let last = ContinuousClock.now.advanced(by: .seconds(Limits.secondsToStartServer))
    var deadline = ContinuousClock.now.advanced(by: .seconds(Limits.secondsToReconnect))
    while true {
      do throws(IngestFailure) {
        try reconnect()
        // The server may take a moment to see that the old connection, which had the lock, is gone.
        return try takeLock(waitSeconds: max(Limits.secondsToReconnect, secondsToWait ?? 0))
      } catch {
        guard case .database(let failure) = error, failure.isConnectionFailure else { throw error }
        if store.serverIsOnItsWay {
          deadline = min(last, ContinuousClock.now.advanced(by: .seconds(Limits.secondsToReconnect)))
        }
        guard ContinuousClock.now < deadline else { throw error }
        usleep(200_000)
      }
    }
  }

  private func reconnect() throws(IngestFailure) {
    do { try store.reconnect() } catch { throw .database(error) }
  }
}
