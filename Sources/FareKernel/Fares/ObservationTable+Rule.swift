public import FareModel

/// The observation that took another one's place.
public struct Successor: Hashable, Sendable {
  /// Where it stands.
  public var place: Int
  /// The rule by which it did.
  public var rule: FareRule
}

extension ObservationTable {
  /// For each row the one that took its place; nil for current rows.
  ///
  /// That is the current row of its fare or, where the fare has none, the last complete look that lacks the fare.
  ///
  /// - Parameters:
  ///   - current: The places of the current rows among all of the table.
  ///   - surroundings: What the rules must know of the world.
  /// - Returns: The successors, parallel to ``rows``.
  /// - Complexity: O(``count``) on average.
  public func successors(toAllBut current: [Int], in surroundings: FareSurroundings) -> [Successor?] {
    var isCurrent = [Bool](repeating: false, count: count)
    for place in current { isCurrent[place] = true }
    let numbers = rows.indices.map { self.numbers(rows[$0]) }
    var successors = [Successor?](repeating: nil, count: count)
    let looks = RowsByLook(rows.span, asOf: nil)
    var fares = HashIndex()
    for look in 1..<looks.starts.count {
      let places = looks.places[Int(looks.starts[look - 1])..<Int(looks.starts[look])].map { Int($0) }
      fares.removeAll(expecting: places.count)
      var firsts: [Int] = []
      let fareOfPlace = places.map { place in
        let found = fares.find(FareKeys.fareHash(rows[place], numbers[place])) {
          FareKeys.isSameFare(rows[place], numbers[place], rows[firsts[$0]], numbers[firsts[$0]])
        }
        if found == nil { firsts.append(place) }
        return found ?? firsts.count - 1
      }
      var winners = [Int?](repeating: nil, count: firsts.count)
      for (place, fare) in zip(places, fareOfPlace) where isCurrent[place] { winners[fare] = place }
      let lastLook = lastCompleteLook(places, isCurrent, surroundings)
      for (place, fare) in zip(places, fareOfPlace) where !isCurrent[place] {
        // A belated row may be all that a complete look left of a fare, and took no other's place.
        for winner in [winners[fare], lastLook].compactMap(\.self) where successors[place] == nil {
          successors[place] = rule(by: winner, over: place, in: surroundings).map { Successor(place: winner, rule: $0) }
        }
      }
    }
    return successors
  }

  /// A row of the last complete look among the rows of a look, a current one where there is any.
  private func lastCompleteLook(_ places: [Int], _ isCurrent: [Bool], _ surroundings: FareSurroundings) -> Int? {
    var last: Int?
    for place in places where rows[place].isCompleteLook && !isBelated(rows[place], surroundings) {
      guard let other = last else {
        last = place
        continue
      }
      let (observedAt, otherObservedAt) = (rows[place].observedAt, rows[other].observedAt)
      if observedAt > otherObservedAt || observedAt == otherObservedAt && isCurrent[place] && !isCurrent[other] {
        last = place
      }
    }
    return last
  }

  /// The rule of ``currentFares(in:observedOn:flightNumbers:asOf:precedes:)`` by which one row keeps another from being
  /// current; nil when it does not.
  func rule(by winner: Int, over loser: Int, in surroundings: FareSurroundings) -> FareRule? {
    let (row, other) = (rows[winner], rows[loser])
    guard winner != loser, FareKeys.isSameLook(row, other) else { return nil }
    let (isBelated, isOtherBelated) = (isBelated(row, surroundings), isBelated(other, surroundings))
    if FareKeys.isSameFare(row, numbers(row), other, numbers(other)) {
      if isBelated != isOtherBelated { return isOtherBelated ? .belated : nil }
      if row.observedAt != other.observedAt { return row.observedAt > other.observedAt ? .newestObservation : nil }
      return ruleOfTie(winner, loser, surroundings)
    }
    guard row.isCompleteLook, !isBelated else { return nil }
    let isHidden = row.observedAt > other.observedAt || row.observedAt == other.observedAt && isOtherBelated
    return isHidden ? .completeLook : nil
  }

  private func ruleOfTie(_ winner: Int, _ loser: Int, _ surroundings: FareSurroundings) -> FareRule? {
    switch (rows[winner].priceMinor, rows[loser].priceMinor) {
    case (.some, nil): return .pricedFirst
    case (nil, .some): return nil
    case (let price, let otherPrice) where price != otherPrice:
      return price ?? .max < otherPrice ?? .max ? .lowerPrice : nil
    default:
      // Of equal lines the first row counts.
      let isSmaller = precedes(winner, loser, surroundings)
      return isSmaller || winner < loser && !precedes(loser, winner, surroundings) ? .smallerLine : nil
    }
  }

  private func isBelated(_ row: Observation, _ surroundings: FareSurroundings) -> Bool {
    row.priceMinor == nil && surroundings.localDay(row.origin, row.observedAt) > row.departureDate
  }

  private func numbers(_ row: Observation) -> FlightNumberCounts {
    FlightNumberCounts(
      outbound: UInt8(clamping: texts.listLength(row.outbound.flightNumbers)),
      inbound: UInt8(clamping: texts.listLength(row.inbound.flightNumbers))
    )
  }
}
