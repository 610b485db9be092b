public import FareModel

/// Finds the observations that are current fares.
///
/// The rule, which has its home here:
/// 1. Only rows observed at or before `asOf` count; nil counts all.
/// 2. Rows with the same source, origin, destination, departure date, return date and cabin share a *look*; a missing
///    return date or cabin is a value of its own. Day fares of a look are one fare. Itinerary fares of a look are one
///    fare when the flight numbers of both legs are equal, and, where a leg's numbers are missing or fewer than its
///    segments (its stops and one; one where the stops are missing), also its carriers, departure time, duration, stops
///    and via.
/// 3. A row is *belated* when it has no price and was made after the local departure day: a search for yesterday's
///    flight finds nothing, and that says nothing of the fare.
/// 4. A row that is a complete look, and not belated, was all there was of its look: every row of the look that is older
///    is not current, nor a belated one as old.
/// 5. Of what is left of a fare, the newest row is current, priced or not, belated ones only when there is no other. At
///    equal instants a priced row goes before an unpriced one, then the lower price, then the row whose canonical line is
///    smaller, as `precedes` tells of two places. It is asked of such ties only, and must order equal lines neither way;
///    of equal rows the first is taken.
///
/// The current fares of some rows stand for all of them, as long as no row comes that is older than the newest of them:
/// `current(current(A) ∪ B) == current(A ∪ B)` when no row of B is older than the newest of A. Nothing else need be kept.
/// A row that loses to a later one loses for good, and what a complete look hid stays hidden though the look itself is
/// superseded, since no row of B is older than the look. A belated row that lost to an older fare returns only if that
/// fare is hidden, and the complete look that hides it hides the belated row, too, being no older: that is why rule 4
/// takes belated rows of the same instant. When older rows come in, go back to all rows of their looks.
///
/// - Parameters:
///   - rows: The observations, in any order. Their texts are of one pool, so that equal identifiers are equal texts.
///     Rows that come grouped by look are fastest.
///   - localDays: For each row the local date at the origin when it was observed.
///   - flightNumbers: For each row how many flight numbers its legs name.
///   - asOf: The instant up to which rows count; nil for all.
///   - precedes: Whether the canonical line of the row at the first place is smaller than that of the second.
/// - Returns: The places of the current fares in `rows`, ascending.
/// - Precondition: The three columns are equally long.
/// - Complexity: O(`rows.count`) on average.
public func currentFares(
  in rows: Span<Observation>,
  observedOn localDays: Span<Day>,
  flightNumbers: Span<FlightNumberCounts>,
  asOf: Instant?,
  precedes: (Int, Int) -> Bool
) -> [Int] {
  precondition(localDays.count == rows.count, "\(rows.count) rows but \(localDays.count) local days")
  precondition(flightNumbers.count == rows.count, "\(rows.count) rows but \(flightNumbers.count) flight number counts")
  var picker = CurrentFarePicker()
  var isCurrent = [Bool](repeating: false, count: rows.count)
  let looks = RowsByLook(rows, asOf: asOf)
  for look in 1..<looks.starts.count {
    let places = looks.places.span.extracting(Int(looks.starts[look - 1])..<Int(looks.starts[look]))
    picker.pick(places, of: rows, localDays, flightNumbers, precedes)
    for row in picker.best { isCurrent[Int(row)] = true }
  }
  return isCurrent.indices.filter { isCurrent[$0] }
}

/// Picks the current fares of one look after another, in memory that it keeps.
private struct CurrentFarePicker {
  /// The row that is current of each fare of the look picked last.
  private(set) var best: [Int32] = []

  private var fares = HashIndex()

  mutating func pick(
    _ places: Span<Int32>,
    of rows: Span<Observation>,
    _ localDays: Span<Day>,
    _ flightNumbers: Span<FlightNumberCounts>,
    _ precedes: (Int, Int) -> Bool
  ) {
    fares.removeAll(expecting: places.count)
    best.removeAll(keepingCapacity: true)
    let completeAt = lastCompleteLook(places, of: rows, localDays)
    for i in places.indices {
      let row = Int(places[i])
      let isBelated = isBelated(rows, localDays, row)
      guard rows[row].observedAt > completeAt || rows[row].observedAt == completeAt && !isBelated else { continue }
      let fare = fares.find(FareKeys.fareHash(rows[row], flightNumbers[row])) {
        FareKeys.isSameFare(rows[row], flightNumbers[row], rows[Int(best[$0])], flightNumbers[Int(best[$0])])
      }
      if let fare {
        if goesBefore(row, isBelated, Int(best[fare]), rows, localDays, precedes) { best[fare] = Int32(row) }
      } else {
        best.append(Int32(row))
      }
    }
  }
}

/// When the look was last seen completely; before all instants when never.
private func lastCompleteLook(_ places: Span<Int32>, of rows: Span<Observation>, _ localDays: Span<Day>) -> Instant {
  var last = Instant(rawValue: .min)
  for i in places.indices {
    let row = Int(places[i])
    if rows[row].isCompleteLook, !isBelated(rows, localDays, row) { last = max(last, rows[row].observedAt) }
  }
  return last
}

private func isBelated(_ rows: Span<Observation>, _ localDays: Span<Day>, _ row: Int) -> Bool {
  rows[row].priceMinor == nil && localDays[row] > rows[row].departureDate
}

/// Whether a row, rather than another of its fare, is current.
private func goesBefore(
  _ row: Int,
  _ isRowBelated: Bool,
  _ other: Int,
  _ rows: Span<Observation>,
  _ localDays: Span<Day>,
  _ precedes: (Int, Int) -> Bool
) -> Bool {
  if isRowBelated != isBelated(rows, localDays, other) { return !isRowBelated }
  if rows[row].observedAt != rows[other].observedAt { return rows[row].observedAt > rows[other].observedAt }
  let (price, otherPrice) = (rows[row].priceMinor ?? .max, rows[other].priceMinor ?? .max)
  return price == otherPrice ? precedes(row, other) : price < otherPrice
}
