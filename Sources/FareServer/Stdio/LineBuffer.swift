import FareModel
import Glibc

/// Cuts a stream of bytes into lines, and holds no more than one line and one read of it.
struct LineBuffer: ~Copyable {
  /// What a stream gave next.
  enum Piece {
    /// A line, without its newline, as a range of ``bytes``; good until the next ``fill(from:)``.
    case line(Range<Int>)
    /// A line of more than ``Limits/longestLine`` bytes. It is told once, as soon as it is known, and then skipped.
    case longLine
  }

  private static let readSize = 1 << 16

  private(set) var bytes: [UInt8]
  private var start = 0  // Where the first line that was not given out begins.
  private var searched = 0  // Up to here there is no newline.
  private var end = 0  // Where what was read ends.
  private var isSkipping = false  // Whether a long line's end is still to come.

  init() {
    bytes = Array(repeating: 0, count: 2 * Self.readSize)
  }

  /// Reads once, waiting when nothing is there. Returns false at the end of the stream.
  mutating func fill(from input: RequestInput) throws(SystemError) -> Bool {
    makeRoom()
    let count = try input.read(into: &bytes, at: end)
    end += count
    return count > 0
  }

  /// Where in ``bytes`` stands what was read and not given out.
  var rest: Range<Int> { start..<end }

  /// The next whole line, or nil when more must be read first.
  mutating func next() -> Piece? {
    while let newline = newline() {
      let line = start..<newline
      start = newline + 1
      searched = start
      if isSkipping {
        isSkipping = false
      } else {
        return line.count > Limits.longestLine ? .longLine : .line(line)
      }
    }
    searched = end
    return droppedLongLine()
  }

  /// What stands after the last newline, once the stream has ended.
  mutating func last() -> Range<Int>? {
    guard start < end, !isSkipping else { return nil }
    defer { start = end }
    return start..<end
  }

  /// Drops the beginning of a line that has grown too long. Its end is skipped when it comes.
  private mutating func droppedLongLine() -> Piece? {
    guard isSkipping || end - start > Limits.longestLine else { return nil }
    defer { isSkipping = true }
    (start, searched, end) = (0, 0, 0)
    return isSkipping ? nil : .longLine
  }

  private mutating func makeRoom() {
    if start > 0 {
      for i in start..<end { bytes[i - start] = bytes[i] }
      (start, searched, end) = (0, searched - start, end - start)
    }
    if bytes.count - end < Self.readSize {
      bytes.append(contentsOf: repeatElement(0, count: bytes.count))
    }
  }

  private func newline() -> Int? {
    let unsearched = searched..<end
    return unsafe bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + unsearched.lowerBound, 0x0A, unsearched.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
