public import FareModel

extension ObservationTable {
  /// The rule of ``currentFares(in:observedOn:flightNumbers:asOf:precedes:)`` by which one row keeps another from being
  /// current; nil when it does not.
  public func rule(by winner: Int, over loser: Int, in surroundings: FareSurroundings) -> FareRule? {
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
