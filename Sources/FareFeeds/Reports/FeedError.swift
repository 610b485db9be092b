/// Why a file is refused whole.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the file and, where a flag would help, which: lower case, for people.
  public var reason: String
  /// The flag that gives what the file lacks, such as `--observed-at`.
  public var flag: String?

  /// Creates an error.
  public init(_ reason: String, flag: String? = nil) {
    self.reason = reason
    self.flag = flag
  }

  /// The reason.
  public var description: String { reason }

  /// The error of a file that does not say `what`, which `flag` would give.
  static func missing(_ what: String, flag: String) -> Self {
    FeedError("the file does not say \(what): give \(flag)", flag: flag)
  }
}
