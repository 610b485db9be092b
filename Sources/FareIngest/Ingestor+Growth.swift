import FareStore
import Glibc

/// Files that grow: what a batch has read of one before is not read again.
extension Ingestor {
  /// The lengths that a file had when it was loaded before, from which it may have grown.
  func loadedLengths(of file: InputFile, _ options: IngestOptions) throws(IngestFailure) -> [Int] {
    guard options.subject == .fares, file != .standardInput, let byteCount = file.byteCount else { return [] }
    do { return try store.loadedLengths(ofFile: file.path, below: byteCount) } catch { throw .database(error) }
  }

  /// The longest beginning of some bytes that is loaded, from the same context and with nothing of it retracted.
  func loadedBeginning(
    of bytes: borrowing FileBytes,
    in context: [String]
  ) throws(PostgresError) -> BatchRecord? {
    for beginning in bytes.beginnings {
      let identity = FileBytes.identity(of: beginning.digest, in: context)
      if let batch = try store.loadedBatch(digest: identity), batch.lastRecord != nil { return batch }
    }
    return nil
  }
}

extension InputFile {
  /// How long a regular file is now; nil where it is none.
  fileprivate var byteCount: Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
