public import FareAtlas
import FareFeeds
public import FareModel
public import FareStore
import Glibc

/// Takes files into the store, one batch a file: all of it becomes visible, or nothing.
public final class Ingestor {
  private let store: Store
  private let atlas: Atlas
  private let now: () -> Instant

  /// Creates an ingestor. `now` is asked for the present of each batch.
  public init(store: Store, atlas: Atlas, now: @escaping () -> Instant) {
    self.store = store
    self.atlas = atlas
    self.now = now
  }

  /// Takes the lock that one ingest at a time holds; tried for `waitSeconds`, for ever with `.max`, or once with nil.
  ///
  /// The lock lives as long as the connection: a killed ingest lets it go.
  public func takeLock(waitSeconds: Int?) throws(IngestFailure) {
    let deadline = waitSeconds.map { ContinuousClock.now.advanced(by: .seconds(min($0, Limits.longestWaitSeconds))) }
    do {
      while true {
        if try store.takeIngestLock() { return }
        guard let deadline, ContinuousClock.now < deadline else { break }
        usleep(200_000)
      }
    } catch {
      throw .database(error)
    }
    throw .busy
  }

  /// Lets the lock go.
  public func releaseLock() throws(IngestFailure) {
    do {
      try store.releaseIngestLock()
    } catch {
      throw .database(error)
    }
  }

  /// Ingests a file. The caller holds the lock.
  ///
  /// A transaction that another one or a lost connection broke is tried again as a whole, after the lock was taken again.
  public func ingest(
    _ file: InputFile,
    _ options: IngestOptions,
    progress: @escaping (IngestProgress) -> Void
  ) throws(IngestFailure) -> IngestReport {
    let bytes = try FileBytes(file, digesting: options.identity)
    for attempt in 1... {
      do {
        return try run(bytes, options, progress)
      } catch {
        guard attempt < Limits.mostRetries, try recover(from: error) else { throw error }
      }
    }
  }

  /// Whether the batch may be tried again after `failure`.
  private func recover(from failure: IngestFailure) throws(IngestFailure) -> Bool {
    guard case .database(let error) = failure else { return false }
    do {
      if error.isConnectionFailure {
        try store.reconnect()
        guard try store.takeIngestLock() else { throw IngestFailure.busy }
        return true
      }
    } catch let busy as IngestFailure {
      throw busy
    } catch {
      throw .database(error as? PostgresError ?? PostgresError(.connectFailed, message: "\(error)"))
    }
    return ["40001", "40P01", "55P03"].contains(error.sqlState)
  }
}
