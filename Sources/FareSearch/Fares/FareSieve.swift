import FareModel

/// Decides of current fares, one after the other, whether a question counts them.
struct FareSieve {
  /// What becomes of a fare.
  enum Verdict {
    /// It counts.
    case counts
    /// It is a priced fare that does not, for this reason.
    case leftOut(FareSheet.LeftOutFare)
    /// It has nothing to do with the question.
    case ignored
  }

  private let trip: Trip
  private let filters: FareFilters
  private let asOf: Instant
  private let oldest: Instant
  private var carriers: CarrierLists?

  /// Creates a sieve for a question that is answered as at `asOf`.
  init(_ question: FareQuestion, asOf: Instant) {
    trip = question.trip
    filters = question.filters
    self.asOf = asOf
    oldest = filters.maxAgeHours.map { asOf.advanced(bySeconds: -3600 * Int64($0)) } ?? Instant(rawValue: .min)
    carriers = filters.carriers.map(CarrierLists.init)
  }

  /// What becomes of a fare whose texts stand in `texts`. All fares that a sieve is asked about share their texts.
  ///
  /// A fare that is both stale and filtered is stale. A look that found no price counts unless it is stale or was for
  /// another cabin: of stops and carriers it cannot say anything.
  mutating func verdict(_ fare: Observation, _ texts: TextPool) -> Verdict {
    guard fare.trip == trip else { return .ignored }
    guard let priceMinor = fare.priceMinor else {
      let isOfCabin = filters.cabin == nil || fare.cabin == nil || fare.cabin == filters.cabin
      return isOfCabin && fare.observedAt >= oldest ? .counts : .ignored
    }
    let isExpired = fare.expiresAt.map { $0 <= asOf } ?? false
    let isStale = fare.observedAt < oldest || isExpired
    if !isStale, passes(fare, texts) { return .counts }
    return .leftOut(
      FareSheet.LeftOutFare(
        departureDate: fare.departureDate,
        priceMinor: priceMinor,
        currency: fare.currency,
        reason: isStale ? .stale : .filtered
      )
    )
  }

  private mutating func passes(_ fare: Observation, _ texts: TextPool) -> Bool {
    if let most = filters.maxStops {
      guard let stops = fare.stops, Int(stops) <= most else { return false }
    }
    if let cabin = filters.cabin, fare.cabin != cabin { return false }
    guard carriers?.allows(fare.outbound.carriers, texts) ?? true else { return false }
    return fare.returnDate == nil || carriers?.allows(fare.inbound.carriers, texts) ?? true
  }
}

/// Whether lists of carriers name only allowed ones, found once for each list.
private struct CarrierLists {
  private let allowed: [[UInt8]]
  private var found: [Bool?] = []

  init(allowed: [String]) {
    self.allowed = allowed.map { Array($0.utf8) }
  }

  /// Whether a list joined by `+` names carriers, and allowed ones only.
  mutating func allows(_ list: TextID, _ texts: TextPool) -> Bool {
    if found.isEmpty { found = Array(repeating: nil, count: texts.count) }
    let place = Int(list.rawValue)
    if let verdict = found[place] { return verdict }
    let verdict = allowsEach(of: texts.utf8(list))
    found[place] = verdict
    return verdict
  }

  private func allowsEach(of list: Span<UInt8>) -> Bool {
    var start = 0
    for i in 0...list.count where i == list.count || list[i] == UInt8(ascii: "+") {
      let name = list.extracting(start..<i)
      guard allowed.contains(where: { $0.span.isEqual(to: name) }) else { return false }
      start = i + 1
    }
    return true
  }
}

extension Span<UInt8> {
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for i in indices where self[i] != other[i] { return false }
    return true
  }
}
