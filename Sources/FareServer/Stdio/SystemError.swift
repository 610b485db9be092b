import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call, as its manual page names it.
  public var operation: String
  /// The value of `errno`.
  public var code: Int32

  /// Whether the reader of what was written has gone.
  public var isClosedReader: Bool { code == EPIPE }

  /// The call and the system's words for the error.
  public var description: String {
    unsafe "\(operation): \(String(cString: strerror(code)))"
  }
}
