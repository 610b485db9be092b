import Glibc

/// Descriptors to wait for.
///
/// Of the calls that wait for descriptors only `pselect` both waits for less than a millisecond and is shown to Swift.
struct DescriptorSet {
  private var bits = fd_set()
  private var end: Int32 = 0

  /// Adds a descriptor below 1024.
  mutating func insert(_ descriptor: Int32) {
    precondition((0..<1024).contains(descriptor), "descriptor \(descriptor)")
    // A bit for each descriptor, from the lowest of the first byte on.
    unsafe withUnsafeMutableBytes(of: &bits) { unsafe $0[Int(descriptor) / 8] |= 1 << (descriptor % 8) }
    end = max(end, descriptor + 1)
  }

  /// Waits until one of `reading` can be read or one of `writing` written, and returns how many; 0 when time is over.
  static func wait(
    _ reading: inout Self,
    _ writing: inout Self,
    nanoseconds: UInt64
  ) throws(CommandFailure) -> Int {
    var limit = SystemClock.interval(nanoseconds: nanoseconds)
    let end = max(reading.end, writing.end)
    let count = unsafe pselect(end, &reading.bits, &writing.bits, nil, &limit, nil)
    guard count >= 0 || errno == EINTR else { throw .failed(system: "cannot wait for answers") }
    // After a signal nobody knows, so look.
    return count < 0 ? 1 : Int(count)
  }
}
