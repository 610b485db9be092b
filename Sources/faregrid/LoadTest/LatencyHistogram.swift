/// Counts durations in buckets whose width grows with the duration, so that each is known to a bounded relative error.
///
/// Durations under 512 ns are exact. Above, a bucket is at most a 256th of its durations wide.
struct LatencyHistogram {
  private static let precisionBits = 8
  private static let bucketsPerDoubling = 1 << precisionBits

  private var counts = [UInt64](repeating: 0, count: (UInt64.bitWidth - precisionBits + 1) * bucketsPerDoubling)

  /// How many durations were recorded.
  private(set) var count: UInt64 = 0
  /// The greatest of them, exactly; 0 of none.
  private(set) var greatest: UInt64 = 0

  /// Counts a duration.
  mutating func record(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] += 1
    count += 1
    greatest = max(greatest, nanoseconds)
  }

  /// The duration that a share of all durations, in thousandths, does not exceed; 0 of none.
  ///
  /// It is the duration at the nearest rank, or up to a 256th more.
  func percentile(perMille: UInt64) -> UInt64 {
    let rank = max(1, (count * perMille + 999) / 1000)
    var seen: UInt64 = 0
    for bucket in counts.indices {
      seen += counts[bucket]
      if seen >= rank { return min(Self.greatest(in: bucket), greatest) }
    }
    return greatest
  }

  /// How many durations lie in each doubling that holds any: from `lowest` up to, and without, twice as much.
  func doublings() -> [(lowest: UInt64, count: UInt64)] {
    var found: [(lowest: UInt64, count: UInt64)] = []
    for bucket in counts.indices where counts[bucket] > 0 {
      let value = max(1, Self.greatest(in: bucket))
      let lowest: UInt64 = 1 << UInt64(63 - value.leadingZeroBitCount)
      while let last = found.last, last.lowest < lowest / 2 { found.append((last.lowest * 2, 0)) }
      if found.last?.lowest != lowest { found.append((lowest, 0)) }
      found[found.count - 1].count += counts[bucket]
    }
    return found
  }

  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, UInt64.bitWidth - precisionBits - 1 - value.leadingZeroBitCount)
    return shift * bucketsPerDoubling + Int(value >> UInt64(shift))
  }

  private static func greatest(in bucket: Int) -> UInt64 {
    let shift = max(0, bucket / bucketsPerDoubling - 1)
    let leading = UInt64(bucket - shift * bucketsPerDoubling)
    return leading << UInt64(shift) | ((1 << UInt64(shift)) - 1)
  }
}
