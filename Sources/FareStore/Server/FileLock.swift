import Glibc

/// A lock on a file among processes, and among threads, that ends with the process at the latest.
enum FileLock {
  /// Waits for the lock at `path`, which is made if need be, and runs `body` under it.
  static func hold<Value>(
    _ path: String,
    _ body: () throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let descriptor = try acquire(path)
    defer { close(descriptor) }
    return try body()
  }

  private static func acquire(_ path: String) throws(PostgresError) -> Int32 {
    while true {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw PostgresError(system: "cannot open \(path)", errno) }
      while flock(descriptor, LOCK_EX) != 0 {
        if errno == EINTR { continue }
        let code = errno
        close(descriptor)
        throw PostgresError(system: "cannot lock \(path)", code)
      }
      // The one before may have removed the file: then the lock on it locks nobody out.
      var held = stat()
      unsafe fstat(descriptor, &held)
      if let present = Files.information(path), present.st_ino == held.st_ino, present.st_dev == held.st_dev {
        return descriptor
      }
      close(descriptor)
    }
  }
}
