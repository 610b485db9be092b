import FareModel
import Glibc

/// Tells the time of a load test, and lets it pass.
protocol LoadClock {
  /// Nanoseconds since some moment, never set back.
  func nanoseconds() -> UInt64
  /// Returns when the clock has come to `nanoseconds`.
  func wait(until nanoseconds: UInt64)
  /// What time it is, as the product is told it.
  func instant() -> Instant
}

/// The clock of the system.
struct SystemClock: LoadClock {
  /// Shorter waits are spent awake, because the kernel may be so late to wake a sleeper.
  static let awakeNanoseconds: UInt64 = 100_000

  func nanoseconds() -> UInt64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  func wait(until end: UInt64) {
    while true {
      let now = nanoseconds()
      guard now < end else { return }
      guard end - now > Self.awakeNanoseconds else { continue }
      var length = Self.interval(nanoseconds: end - now - Self.awakeNanoseconds)
      _ = unsafe nanosleep(&length, nil)
    }
  }

  func instant() -> Instant {
    Session.now()
  }

  /// A length of time as system calls take it.
  static func interval(nanoseconds: UInt64) -> timespec {
    timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
