import FareModel
import Glibc

/// Where requests come from, with a look at those that arrive while one is in work.
///
/// What was looked at is read afterwards as if nobody had. It is used by one thread.
public final class RequestInput {
  private let descriptor: FileDescriptor
  private var ahead: [UInt8] = []
  private var hasEnded = false

  /// Reads from a descriptor.
  public init(_ descriptor: FileDescriptor = .input) {
    self.descriptor = descriptor
  }

  /// Reads what is there into `buffer` from `position` on, waiting only when nothing is.
  ///
  /// Returns how many bytes came, 0 at the end of the stream.
  func read(into buffer: inout [UInt8], at position: Int) throws(SystemError) -> Int {
    guard !ahead.isEmpty else {
      return hasEnded ? 0 : try descriptor.read(into: &buffer, at: position)
    }
    let count = min(ahead.count, buffer.count - position)
    for i in 0..<count { buffer[position + i] = ahead[i] }
    ahead.removeFirst(count)
    return count
  }

  /// What has arrived and was not read, up to the length of the longest line; nil when nothing came since the last look.
  func newlyArrived() -> [UInt8]? {
    let known = ahead.count
    while !hasEnded, ahead.count < Limits.longestLine, descriptor.isReadable {
      var piece = [UInt8](repeating: 0, count: 1 << 14)
      // An error is found again, and told, when the next line is read.
      guard let count = try? descriptor.read(into: &piece) else { break }
      hasEnded = count == 0
      ahead += piece.prefix(count)
    }
    return ahead.count > known ? ahead : nil
  }
}
