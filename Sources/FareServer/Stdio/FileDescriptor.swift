import Glibc

/// A file descriptor that this process was given and does not close.
///
/// It goes past stdio on purpose: stdio keeps short lines in its buffer when the reader is a pipe.
public struct FileDescriptor: Sendable {
  private let descriptor: Int32

  /// Where requests come from.
  public static let input = FileDescriptor(STDIN_FILENO)
  /// Where answers go, and nothing else.
  public static let output = FileDescriptor(STDOUT_FILENO)
  /// Where messages for people go.
  public static let error = FileDescriptor(STDERR_FILENO)

  /// Names a descriptor that is open.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Makes a write to a closed pipe fail instead of ending the process.
  public static func ignoreClosedReaders() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Writes all of `bytes`, waiting as often as the reader makes it wait.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBufferPointer { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.extracting(droppingFirst: written)
      } else {
        try recover("write", waitingFor: POLLOUT)
      }
    }
  }

  /// Writes all that `pieces` name, in their order, waiting as often as the reader makes it wait.
  func write(_ pieces: inout PieceList) throws(SystemError) {
    while !pieces.isEmpty {
      let written = pieces.write(to: descriptor)
      if written >= 0 {
        pieces.drop(written)
      } else {
        try recover("write", waitingFor: POLLOUT)
      }
    }
  }

  /// Writes `text`.
  public func write(_ text: String) throws(SystemError) {
    try write(text.utf8Span.span)
  }

  /// Reads what is there into `buffer` from `position` on, waiting only when nothing is.
  ///
  /// Returns how many bytes came, 0 at the end of the stream.
  public func read(into buffer: inout [UInt8], at position: Int = 0) throws(SystemError) -> Int {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[position...])
        return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return count }
      try recover("read", waitingFor: POLLIN)
    }
  }

  /// Whether a read would return at once: something is there, or the stream has ended.
  var isReadable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Makes a failed call worth repeating, or throws: a signal interrupted it, or somebody made the descriptor
  /// non-blocking, so that the waiting is ours.
  private func recover(_ operation: String, waitingFor event: Int32) throws(SystemError) {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    default: throw SystemError(operation: operation, code: errno)
    }
  }
}

/// Pieces of memory to be written one after the other, which their owner keeps in place until they are.
@safe
struct PieceList {
  private static let mostAtOnce = 1024  // What Linux takes in one call.

  private var pieces: [iovec] = unsafe []
  private var first = 0

  init(capacity: Int) {
    unsafe pieces.reserveCapacity(capacity)
  }

  /// Whether all is written.
  var isEmpty: Bool { unsafe first == pieces.count }

  /// Adds a piece.
  @unsafe mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
    guard !piece.isEmpty else { return }
    unsafe pieces.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count))
  }

  /// Writes what one call takes, and returns what it returned.
  func write(to descriptor: Int32) -> Int {
    let count = unsafe min(pieces.count - first, Self.mostAtOnce)
    return unsafe pieces.withUnsafeBufferPointer { pieces in
      let rest = unsafe UnsafeBufferPointer(rebasing: pieces[first...])
      return unsafe writev(descriptor, rest.baseAddress, Int32(count))
    }
  }

  /// Drops the first `count` bytes.
  mutating func drop(_ count: Int) {
    var count = count
    while count > 0 {
      let length = unsafe pieces[first].iov_len
      if count < length {
        unsafe pieces[first].iov_base += count
        unsafe pieces[first].iov_len -= count
        return
      }
      count -= length
      first += 1
    }
  }
}
