public import FareModel

/// The offsets from UTC that a time zone had and will have.
public final class TimeZoneRules: Sendable {
  /// The instants at which the offset changes, ascending.
  private let transitions: [Int64]
  /// The offset from each transition on, in seconds east of UTC; parallel to ``transitions``.
  private let offsets: [Int32]
  /// The offset before the first transition.
  private let firstOffset: Int32
  /// The rule for the time behind the last transition; nil when the last offset stays.
  private let rule: PosixZone?

  init(transitions: [Int64], offsets: [Int32], firstOffset: Int32, rule: PosixZone?) {
    precondition(transitions.count == offsets.count, "\(transitions.count) transitions but \(offsets.count) offsets")
    self.transitions = transitions
    self.offsets = offsets
    self.firstOffset = firstOffset
    self.rule = rule
  }

  /// The offset in force at an instant, in seconds east of UTC.
  ///
  /// - Complexity: O(log transitions).
  public func offsetSeconds(at instant: Instant) -> Int {
    let count = transitionCount(through: instant.rawValue)
    if count == transitions.count, let rule { return rule.offsetSeconds(at: instant) }
    return Int(count == 0 ? firstOffset : offsets[count - 1])
  }

  /// The local date at an instant.
  public func day(at instant: Instant) -> Day {
    instant.day(atOffsetSeconds: offsetSeconds(at: instant))
  }

  /// The local date and time at an instant, to the minute.
  public func localTime(at instant: Instant) -> (day: Day, time: TimeOfDay) {
    let offset = offsetSeconds(at: instant)
    let day = instant.day(atOffsetSeconds: offset)
    let second = instant.rawValue + Int64(offset) - Int64(day.rawValue) * 86_400
    return (day, TimeOfDay(rawValue: Int16(second / 60)))
  }

  /// The instant of a local date and time.
  ///
  /// A time that a clock change skips is taken as if the clock had not changed, which moves it forward by the gap; of a
  /// time that occurs twice the earlier counts.
  public func instant(day: Day, time: TimeOfDay) -> Instant {
    let local = Instant(day: day, secondOfDay: Int(time.rawValue) * 60)
    // No offset reaches a day, so these two are in force before and after every instant that could be meant.
    let before = offsetSeconds(at: local.advanced(bySeconds: -86_400))
    let after = offsetSeconds(at: local.advanced(bySeconds: 86_400))
    let first = local.advanced(bySeconds: -Int64(before))
    if before == after { return first }
    let second = local.advanced(bySeconds: -Int64(after))
    let isReal = { (instant: Instant) in instant.advanced(bySeconds: Int64(self.offsetSeconds(at: instant))) == local }
    switch (isReal(first), isReal(second)) {
    case (true, true): return min(first, second)
    case (false, true): return second
    default: return first
    }
  }

  /// How many transitions lie at or before a second.
  private func transitionCount(through second: Int64) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
