/// When the requests of a load test start.
///
/// As fast as it goes, a request starts when there is room for it. At a rate, each has a planned start that does not wait
/// for the answers before it, and its latency counts from there, so that a stall shows in every request that it delayed.
struct Schedule {
  /// How fast requests follow each other.
  enum Pace {
    /// The next when there is room for it.
    case asFastAsItGoes
    /// So many a second, evenly.
    case perSecond(Int)
  }

  /// When there is no further request.
  enum Ending {
    /// After so many.
    case afterRequests(Int)
    /// When a start would come so many nanoseconds after the first, or later.
    case afterNanoseconds(UInt64)
  }

  private let pace: Pace
  private let ending: Ending
  private let beginning: UInt64

  /// How many requests have started.
  private(set) var started = 0

  /// Begins at an instant of a clock in nanoseconds.
  init(_ pace: Pace, ending: Ending, beginning: UInt64) {
    self.pace = pace
    self.ending = ending
    self.beginning = beginning
  }

  /// The start of the next request, which may still be to come; nil when there is none.
  func nextStart(at now: UInt64) -> UInt64? {
    let start =
      switch pace {
      case .asFastAsItGoes: now
      case .perSecond(let rate): beginning + Self.nanoseconds(of: started, rate)
      }
    switch ending {
    case .afterRequests(let count): return started < count ? start : nil
    case .afterNanoseconds(let length): return start - beginning < length ? start : nil
    }
  }

  /// Counts a request as started.
  mutating func start() {
    started += 1
  }

  // Whole seconds apart, so that days of a high rate do not overflow.
  private static func nanoseconds(of requests: Int, _ rate: Int) -> UInt64 {
    let (seconds, rest) = requests.quotientAndRemainder(dividingBy: rate)
    return UInt64(seconds) * 1_000_000_000 + UInt64(rest) * 1_000_000_000 / UInt64(rate)
  }
}
