public import FareModel

extension ObservationTable {
  /// The places of the current fares among the rows at `candidates`, in the order in which those are given.
  ///
  /// This asks the world what ``currentFares(in:observedOn:flightNumbers:asOf:precedes:)`` must be told, and holds no
  /// part of the rule.
  public func current(among candidates: [Int], asOf: Instant? = nil, in surroundings: FareSurroundings) -> [Int] {
    let gathered = candidates.map { rows[$0] }
    let localDays = gathered.map { row in
      // Only of looks without a price does it matter on which day they were made.
      row.priceMinor == nil ? surroundings.localDay(row.origin, row.observedAt) : row.departureDate
    }
    let flightNumbers = gathered.map { row in
      FlightNumberCounts(
        outbound: UInt8(clamping: texts.listLength(row.outbound.flightNumbers)),
        inbound: UInt8(clamping: texts.listLength(row.inbound.flightNumbers))
      )
    }
    let current = currentFares(
      in: gathered.span,
      observedOn: localDays.span,
      flightNumbers: flightNumbers.span,
      asOf: asOf
    ) { precedes(candidates[$0], candidates[$1], surroundings) }
    return current.map { candidates[$0] }
  }

  /// Whether the canonical line of the row at the first place is smaller in byte order than that of the second.
  public func precedes(_ left: Int, _ right: Int, _ surroundings: FareSurroundings) -> Bool {
    func line(_ row: Int) -> [UInt8] {
      OwnFormat.line(of: rows[row], texts: texts, exponent: surroundings.exponent(rows[row].currency))
    }
    return line(left).lexicographicallyPrecedes(line(right))
  }
}
