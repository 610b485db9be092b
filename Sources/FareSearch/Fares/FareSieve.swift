import FareAtlas
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
  let filters: FareFilters
  private let asOf: Instant
  private let oldest: Instant
  private var carriers: ListFilter?
  private var excludedCarriers: ListFilter?
  private var via: ListFilter?
  private var excludedVia: ListFilter?

  /// Creates a sieve for fares of a trip, as at an instant. A city to land at stands for all its airports.
  init(_ trip: Trip, _ filters: FareFilters, asOf: Instant, _ atlas: Atlas) {
    self.trip = trip
    self.filters = filters
    self.asOf = asOf
    oldest = filters.maxAgeHours.map { asOf.advanced(bySeconds: -3600 * Int64($0)) } ?? Instant(rawValue: .min)
    carriers = filters.carriers.map { ListFilter(.every, $0) }
    excludedCarriers = filters.excludedCarriers.map { ListFilter(.none, $0) }
    func codes(_ places: [PlaceCode]) -> [String] {
      places.flatMap { atlas.resolve(PlaceReference(code: $0))?.codes ?? [$0] }.map(\.description)
    }
    via = filters.via.map { ListFilter(.some, codes($0)) }
    excludedVia = filters.excludedVia.map { ListFilter(.none, codes($0)) }
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
    guard let filter = filter(removing: fare, texts) else { return .counts }
    return .leftOut(
      FareSheet.LeftOutFare(
        departureDate: fare.departureDate,
        returnDate: fare.returnDate,
        priceMinor: priceMinor,
        currency: fare.currency,
        reason: filter == .expired || filter == .maxAgeHours ? .stale : .filtered
      )
    )
  }

  /// The first filter that removes a fare, or nil when it passes all. Its price is not looked at.
  mutating func filter(removing fare: Observation, _ texts: TextPool) -> FareFilter? {
    if let filter = filterOfAge(fare) { return filter }
    if let cabin = filters.cabin, fare.cabin != cabin { return .cabin }
    if filters.isDirectOnly, fare.stops != 0 { return .directOnly }
    if let most = filters.maxStops, fare.stops.map({ Int($0) > most }) ?? true { return .maxStops }
    if carriers?.passesCarriers(of: fare, texts) == false { return .carriers }
    if excludedCarriers?.passesCarriers(of: fare, texts) == false { return .excludeCarriers }
    if let filter = filterOfTimes(fare) { return filter }
    if let most = filters.maxDurationMinutes, fare.durationMinutes.map({ Int($0) > most }) ?? true {
      return .maxDurationMinutes
    }
    if !filters.allowsSelfTransfer, fare.knownSelfTransfer != false { return .selfTransfer }
    return filterOfLandings(fare, texts)
  }

  /// Which filter removes a fare for its age, whatever it is a fare of.
  func filterOfAge(_ fare: Observation) -> FareFilter? {
    if let end = fare.expiresAt, end <= asOf { return .expired }
    return fare.observedAt < oldest ? .maxAgeHours : nil
  }

  private func filterOfTimes(_ fare: Observation) -> FareFilter? {
    guard filters.outbound != LegHours() || filters.inbound != LegHours() else { return nil }
    let (out, back) = (fare.outbound, fare.inbound)
    let checks: [(time: TimeOfDay?, from: TimeOfDay?, to: TimeOfDay?, early: FareFilter, late: FareFilter)] = [
      (
        out.departureTime, filters.outbound.departureAfter, filters.outbound.departureBefore, .departureAfter,
        .departureBefore
      ),
      (out.arrivalTime, filters.outbound.arrivalAfter, filters.outbound.arrivalBefore, .arrivalAfter, .arrivalBefore),
      (
        back.departureTime, filters.inbound.departureAfter, filters.inbound.departureBefore, .returnDepartureAfter,
        .returnDepartureBefore
      ),
      (
        back.arrivalTime, filters.inbound.arrivalAfter, filters.inbound.arrivalBefore, .returnArrivalAfter,
        .returnArrivalBefore
      ),
    ]
    for (time, from, to, early, late) in checks {
      let isEarly = from.map { from in time.map { $0 < from } ?? true } ?? false
      let isLate = to.map { to in time.map { $0 > to } ?? true } ?? false
      let isOverMidnight = from.map { from in to.map { from > $0 } ?? false } ?? false
      if isOverMidnight, !isEarly || !isLate { continue }
      if isEarly { return early }
      if isLate { return late }
    }
    return nil
  }

  /// Whether one of the legs of a trip lands where the question asks for.
  mutating func landsAsAsked(_ legs: [ObservedLeg], _ texts: TextPool) -> Bool {
    via == nil || legs.contains { via?.passes($0.via, texts) == true }
  }

  private mutating func filterOfLandings(_ fare: Observation, _ texts: TextPool) -> FareFilter? {
    guard via != nil || excludedVia != nil else { return nil }
    let legs = fare.returnDate == nil ? [fare.outbound] : [fare.outbound, fare.inbound]
    if !landsAsAsked(legs, texts) { return .via }
    for leg in legs where leg.stops != 0 {
      // Landings that nobody named might be at any place.
      let isKnown = leg.stops.map { texts.listLength(leg.via) >= Int($0) } ?? false
      if excludedVia != nil, !isKnown || excludedVia?.passes(leg.via, texts) == false { return .excludeVia }
    }
    return nil
  }
}

extension Observation {
  /// Whether the traveller transfers at their own risk; nil where unknown. Without a stop there is no transfer.
  var knownSelfTransfer: Bool? {
    isSelfTransfer ?? (stops == 0 ? false : nil)
  }
}

/// Whether lists have some items, found once for each list. An item of a list may go on after the code that it begins
/// with, as a flight number does after its carrier.
private struct ListFilter {
  /// What a list must be like.
  enum Rule {
    /// Every item is one of those named.
    case every
    /// Some item is.
    case some
    /// No item is.
    case none
  }

  private let rule: Rule
  private let named: [[UInt8]]
  private var found: [Bool?] = []

  init(_ rule: Rule, _ named: [String]) {
    self.rule = rule
    self.named = named.map { Array($0.utf8) }
  }

  /// Whether the marketing carriers of each leg pass.
  mutating func passesCarriers(of fare: Observation, _ texts: TextPool) -> Bool {
    passes(fare.outbound.carrierList, texts) && (fare.returnDate == nil || passes(fare.inbound.carrierList, texts))
  }

  /// Whether a list joined by `+` passes. An empty one says nothing and does not.
  mutating func passes(_ list: TextID, _ texts: TextPool) -> Bool {
    guard list != .none else { return false }
    if found.isEmpty { found = Array(repeating: nil, count: texts.count) }
    let place = Int(list.rawValue)
    if let verdict = found[place] { return verdict }
    let verdict = passes(texts.utf8(list))
    found[place] = verdict
    return verdict
  }

  private func passes(_ list: Span<UInt8>) -> Bool {
    var start = 0
    for i in 0...list.count where i == list.count || list[i] == UInt8(ascii: "+") {
      let item = list.extracting(start..<i)
      let isNamed = named.contains { $0.span.isPrefix(of: item) }
      switch rule {
      case .every where !isNamed: return false
      case .some where isNamed: return true
      case .none where isNamed: return false
      default: start = i + 1
      }
    }
    return rule != .some
  }
}

extension Span<UInt8> {
  fileprivate func isPrefix(of other: Span<UInt8>) -> Bool {
    guard count <= other.count else { return false }
    for i in indices where self[i] != other[i] { return false }
    return true
  }
}
