import Glibc

/// An open file, closed when it is dropped; or standard input, which is left open.
struct FileDescriptor: ~Copyable {
  private let number: Int32
  private let isOwned: Bool

  static var standardInput: FileDescriptor { FileDescriptor(number: STDIN_FILENO, isOwned: false) }

  init(path: String) throws(FeedError) {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Self.error("cannot be opened") }
    self.init(number: number, isOwned: true)
  }

  private init(number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Appends up to `count` bytes, fewer only at the end of the file; none when it has ended.
  func read(into buffer: inout [UInt8], atMost count: Int) throws(FeedError) {
    var wanted = count
    while wanted > 0 {
      let got = Self.readOnce(number, into: &buffer, atMost: wanted)
      if got == 0 { return }
      if got < 0, errno != EINTR { throw Self.error("cannot be read") }
      wanted -= max(0, got)
    }
  }

  private static func readOnce(_ number: Int32, into buffer: inout [UInt8], atMost count: Int) -> Int {
    var got = 0
    buffer.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        // The array may have reserved more than was asked for; no more than `count` bytes of it are written.
        got = unsafe Glibc.read(number, memory.baseAddress, min(count, memory.count))
        initialized = max(0, got)
      }
    }
    return got
  }

  private static func error(_ what: String) -> FeedError {
    let reason = unsafe String(cString: strerror(errno))
    return FeedError("the file \(what): \(reason)")
  }
}
