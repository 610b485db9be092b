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
  /// Shorter waits are spent awake. They are few: who is awake takes the processor from whoever is to answer, for as long as
  /// the scheduler lets it.
  static let awakeNanoseconds: UInt64 = 5_000

  /// Has the kernel wake this process when it is to, rather than within 50 microseconds of it.
  init() {
    let slack = unsafe open("/proc/self/timerslack_ns", O_WRONLY | O_CLOEXEC)
    guard slack >= 0 else { return }
    _ = unsafe write(slack, "1", 1)
    close(slack)
  }

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
