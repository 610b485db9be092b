import Glibc

/// Waiting for what only looking can find out.
enum Waiting {
  /// Looks every few milliseconds, for so many seconds, whether `condition` holds, and returns whether it came to.
  static func until(seconds: Int, _ condition: () -> Bool) -> Bool {
    let milliseconds = 10
    for _ in 0..<(seconds * 1000 / milliseconds) {
      if condition() { return true }
      usleep(UInt32(milliseconds * 1000))
    }
    return condition()
  }
}
