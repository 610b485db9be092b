public import FareModel

/// What the current-fare rule must know of the world beyond the observations themselves.
public struct FareSurroundings {
  /// The local date at a place at an instant.
  public var localDay: (PlaceCode, Instant) -> Day
  /// The decimals of a currency.
  public var exponent: (CurrencyCode) -> Int

  /// Creates surroundings.
  public init(localDay: @escaping (PlaceCode, Instant) -> Day, exponent: @escaping (CurrencyCode) -> Int) {
    self.localDay = localDay
    self.exponent = exponent
  }
}

extension ObservationTable {
  /// The places of the current fares among the rows at `candidates`, in the order in which those are given.
  ///
  /// This asks the world what ``currentFares(in:observedOn:flightNumbers:asOf:precedes:)`` must be told, and holds no
  /// part of the rule.
  public func current(among candidates: [Int], asOf: Instant? = nil, in surroundings: FareSurroundings) -> [Int] {
    let gathered = candidates.map { rows[$0] }
    var last: (origin: PlaceCode, observedAt: Instant, day: Day)?
    let localDays = gathered.map { row in
      // Only of looks without a price does the rule ask on which day they were made.
      if row.priceMinor != nil { return row.departureDate }
      if let last, last.origin == row.origin, last.observedAt == row.observedAt { return last.day }
      let day = surroundings.localDay(row.origin, row.observedAt)
      last = (row.origin, row.observedAt, day)
      return day
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
