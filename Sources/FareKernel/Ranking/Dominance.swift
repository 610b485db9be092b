/// Tells which itineraries another one dominates: it is no worse in price, duration, stops and self transfer, and better in
/// one of them.
///
/// Of an itinerary that lacks a price, a duration or its stops nothing is said: it neither dominates nor is dominated,
/// since what is unknown may be better. In the order of ``TradeOff/best`` an itinerary never goes before one that dominates
/// it.
///
/// - Parameter merits: What is known of each itinerary.
/// - Returns: For each itinerary whether one of the others dominates it.
/// - Complexity: O(n log n).
public func dominated(among merits: Span<Merits>) -> [Bool] {
  let known = merits.indices.compactMap { KnownMerits(merits[$0], place: $0) }.sorted { $0.key < $1.key }
  var isDominated = [Bool](repeating: false, count: merits.count)
  var seen = LeastDurations()
  var next = 0
  while next < known.count {
    // Equals do not dominate one another, so they are looked up together before one of them is noted.
    let first = known[next]
    let isFirstDominated = seen.least(first) <= first.duration
    while next < known.count, known[next].key == first.key {
      isDominated[known[next].place] = isFirstDominated
      next += 1
    }
    seen.note(first)
  }
  return isDominated
}

/// An itinerary of which all is known that dominance looks at.
private struct KnownMerits {
  var price: Int64
  var duration: Int32
  var stops: Int
  var transfer: Int
  var place: Int

  init?(_ merits: Merits, place: Int) {
    guard let price = merits.priceMinor, let duration = merits.durationMinutes, let stops = merits.stops else {
      return nil
    }
    self.price = price
    self.duration = duration
    self.stops = Int(stops)
    self.transfer = merits.isSelfTransfer ? 1 : 0
    self.place = place
  }

  /// Whoever dominates another has a smaller key.
  var key: (Int64, Int32, Int, Int) { (price, duration, stops, transfer) }
}

/// The least duration seen so far for each number of stops and kind of transfer or a better one.
private struct LeastDurations {
  private static let stopCounts = Int(Int8.max) + 1

  private var least = [Int32](repeating: .max, count: 2 * stopCounts)

  /// The least duration with no more stops and no worse transfer.
  func least(_ merits: KnownMerits) -> Int32 {
    least[merits.transfer * Self.stopCounts + merits.stops]
  }

  /// Notes an itinerary for its own stops and transfer and all worse ones.
  mutating func note(_ merits: KnownMerits) {
    for transfer in merits.transfer...1 {
      var stops = merits.stops
      // Durations do not grow with the stops, so the first that is as short ends the change.
      while stops < Self.stopCounts, least[transfer * Self.stopCounts + stops] > merits.duration {
        least[transfer * Self.stopCounts + stops] = merits.duration
        stops += 1
      }
    }
  }
}
