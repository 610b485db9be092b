/// Puts itineraries in order.
///
/// With p the price in minor units, d the duration of all legs in minutes, s 11/10 for a self transfer and else 1, and t
/// the trade-off, the order is that of p^(6−t) · d^(6+t) · s^(6−|t|), the least first, compared exactly. At −6, 0 and 6 this
/// is the order that Skyscanner's own replies have as Cheapest, Best and Fastest, from which p · d · s was worked out.
///
/// Equals go by price, duration, stops, departure and identifier, what is unknown after what is known. Where the duration
/// counts, itineraries that lack it come after the others, by price and identifier. Unpriced itineraries come last of all,
/// by identifier.
///
/// The order is total, so it does not depend on the order of `merits`, and of two itineraries it says the same whatever
/// else is there.
///
/// - Parameters:
///   - merits: What is known of each itinerary.
///   - tradeOff: How much the duration weighs.
/// - Returns: The places of the itineraries, the first first.
/// - Complexity: O(n log n).
public func ranking(of merits: Span<Merits>, by tradeOff: TradeOff) -> [Int] {
  let weights = Weights(tradeOff)
  return weights.areOne ? ranking(of: merits, weights, UInt128.self) : ranking(of: merits, weights, WideProduct.self)
}

private func ranking<Cost: ExactProduct>(of merits: Span<Merits>, _ weights: Weights, _: Cost.Type) -> [Int] {
  let keys = merits.indices.map { RankKey<Cost>(merits[$0], weights) }
  // Sorting moves and compares small values, and looks at whole keys only where those are equal.
  let leading = keys.indices.map { LeadingKey(leading: keys[$0].leading, place: $0) }
  return leading.sorted {
    $0.leading == $1.leading ? keys[$0.place] < keys[$1.place] : $0.leading < $1.leading
  }.map(\.place)
}

/// Finds where an order goes on after an itinerary, which need not be in it.
///
/// - Parameters:
///   - ranked: The places of the itineraries in the order, the first first.
///   - merits: What is known of each itinerary.
///   - last: What is known of the other one.
///   - tradeOff: The order.
/// - Returns: How many itineraries come before the other one, or are ranked as it is.
/// - Complexity: O(log n).
public func countRanked(
  _ ranked: Span<Int>,
  of merits: Span<Merits>,
  upTo last: Merits,
  by tradeOff: TradeOff
) -> Int {
  let weights = Weights(tradeOff)
  let key = RankKey<WideProduct>(last, weights)
  var counts = 0...ranked.count
  while counts.count > 1 {
    let middle = counts.lowerBound + (counts.count - 1) / 2
    if key < RankKey(merits[ranked[middle]], weights) {
      counts = counts.lowerBound...middle
    } else {
      counts = middle + 1...counts.upperBound
    }
  }
  return counts.lowerBound
}

/// The place of the itinerary that comes first in an order; nil when there is none.
///
/// - Complexity: O(n).
public func first(of merits: Span<Merits>, by tradeOff: TradeOff) -> Int? {
  let weights = Weights(tradeOff)
  return weights.areOne ? first(of: merits, weights, UInt128.self) : first(of: merits, weights, WideProduct.self)
}

private func first<Cost: ExactProduct>(of merits: Span<Merits>, _ weights: Weights, _: Cost.Type) -> Int? {
  var first: (key: RankKey<Cost>, leading: UInt64, place: Int)?
  for place in merits.indices {
    let key = RankKey<Cost>(merits[place], weights)
    let leading = key.leading
    if let least = first, leading > least.leading || leading == least.leading && least.key < key { continue }
    first = (key, leading, place)
  }
  return first?.place
}

/// The beginning of the key of an itinerary.
private struct LeadingKey {
  var leading: UInt64
  var place: Int
}

/// What an itinerary is ordered by.
private struct RankKey<Cost: ExactProduct>: Comparable {
  private enum Group: Int {
    case whole, withoutDuration, unpriced
  }

  private var group: Group
  private var cost: Cost
  private var merits: Merits

  init(_ merits: Merits, _ weights: Weights) {
    self.merits = merits
    guard let price = merits.priceMinor else {
      (group, cost) = (.unpriced, .one)
      return
    }
    guard merits.durationMinutes != nil || weights.duration == 0 else {
      (group, cost) = (.withoutDuration, .one)
      return
    }
    group = .whole
    cost = Cost.one
      .multiplied(by: UInt64(price), times: weights.price)
      .multiplied(by: UInt64(merits.durationMinutes ?? 1), times: weights.duration)
      .multiplied(by: merits.isSelfTransfer ? 11 : 10, times: weights.transfer)
  }

  /// A number that no greater key has a lesser one of.
  var leading: UInt64 {
    UInt64(group.rawValue) << 62 | cost.leading
  }

  static func == (left: Self, right: Self) -> Bool {
    !(left < right) && !(right < left)
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.group != right.group { return left.group.rawValue < right.group.rawValue }
    if left.group == .whole, left.cost != right.cost { return left.cost < right.cost }
    return (left.price, left.duration, left.stops, left.departure, left.merits.idPlace)
      < (right.price, right.duration, right.stops, right.departure, right.merits.idPlace)
  }

  private var price: Int64 { merits.priceMinor ?? 0 }
  // What is unknown sorts after what is known; outside the group of whole itineraries it does not count.
  private var duration: Int32 { group == .whole ? merits.durationMinutes ?? .max : 0 }
  private var stops: Int16 { group == .whole ? merits.stops.map(Int16.init) ?? .max : 0 }
  private var departure: Int64 { group == .whole ? merits.departure ?? .max : 0 }
}

/// The exponents of a trade-off, without what they have in common, which does not change the order.
private struct Weights {
  var price: Int
  var duration: Int
  var transfer: Int

  init(_ tradeOff: TradeOff) {
    let (greatest, rawValue) = (TradeOff.greatest, tradeOff.rawValue)
    (price, duration, transfer) = (greatest - rawValue, greatest + rawValue, greatest - abs(rawValue))
    let common = Self.greatestCommonDivisor(Self.greatestCommonDivisor(price, duration), transfer)
    (price, duration, transfer) = (price / common, duration / common, transfer / common)
  }

  /// Whether no factor comes twice, as in the three named orders.
  var areOne: Bool { max(price, duration, transfer) == 1 }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }
}
