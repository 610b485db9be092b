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
  var looks = Looks()
  var fares = Fares()
  for i in rows.indices where asOf.map({ rows[i].observedAt <= $0 }) ?? true {
    let look = looks.number(of: i, in: rows)
    let isBelated = rows[i].priceMinor == nil && localDays[i] > rows[i].departureDate
    if rows[i].isCompleteLook, !isBelated { looks.complete(look, at: rows[i].observedAt) }
    let fare = fares.number(of: i, in: rows, flightNumbers, look: look)
    fares.offer(i, of: fare, in: rows, isBelated: isBelated, precedes: precedes)
  }
  return fares.current(in: rows, looks)
}

/// The looks met so far, and until when each was completely seen.
private struct Looks {
  private var index = HashIndex()
  private var firstRows: [Int32] = []
  private var completeAt: [Instant] = []
  private var latest = 0

  /// The number of the look of a row.
  mutating func number(of row: Int, in rows: Span<Observation>) -> Int {
    // Feeds and segments of the log hold the rows of a look together.
    if latest < firstRows.count, FareKeys.isSameLook(rows[row], rows[Int(firstRows[latest])]) { return latest }
    let found = index.find(FareKeys.lookHash(rows[row])) {
      FareKeys.isSameLook(rows[row], rows[Int(firstRows[$0])])
    }
    if let found {
      latest = found
    } else {
      latest = firstRows.count
      firstRows.append(Int32(row))
      completeAt.append(Instant(rawValue: .min))
    }
    return latest
  }

  /// Notes that a row was all there was of a look.
  mutating func complete(_ look: Int, at instant: Instant) {
    completeAt[look] = max(completeAt[look], instant)
  }

  /// When the look was last seen completely; before all instants when never.
  func lastComplete(_ look: Int) -> Instant {
    completeAt[look]
  }
}

/// The fares met so far, each with the best of its rows and the best of those made after the departure day.
private struct Fares {
  private struct Fare {
    var look: Int32
    var best: Int32 = none
    var bestBelated: Int32 = none

    static let none: Int32 = -1
  }

  private var index = HashIndex()
  private var fares: [Fare] = []

  /// The number of the fare of a row whose look is known.
  mutating func number(
    of row: Int,
    in rows: Span<Observation>,
    _ flightNumbers: Span<FlightNumberCounts>,
    look: Int
  ) -> Int {
    let found = index.find(FareKeys.fareHash(rows[row], flightNumbers[row], look: look)) {
      guard Int(fares[$0].look) == look else { return false }
      let other = Int(max(fares[$0].best, fares[$0].bestBelated))
      return FareKeys.isSameFare(rows[row], flightNumbers[row], rows[other], flightNumbers[other])
    }
    if let found { return found }
    fares.append(Fare(look: Int32(look)))
    return fares.count - 1
  }

  /// Keeps a row if it is the best of its fare so far.
  mutating func offer(
    _ row: Int,
    of fare: Int,
    in rows: Span<Observation>,
    isBelated: Bool,
    precedes: (Int, Int) -> Bool
  ) {
    let best = isBelated ? fares[fare].bestBelated : fares[fare].best
    guard best == Fare.none || isCurrent(row, over: Int(best), in: rows, precedes) else { return }
    if isBelated {
      fares[fare].bestBelated = Int32(row)
    } else {
      fares[fare].best = Int32(row)
    }
  }

  /// The places of the rows that are current, ascending.
  func current(in rows: Span<Observation>, _ looks: Looks) -> [Int] {
    var isCurrent = [Bool](repeating: false, count: rows.count)
    for fare in fares {
      let completeAt = looks.lastComplete(Int(fare.look))
      if fare.best != Fare.none, rows[Int(fare.best)].observedAt >= completeAt {
        isCurrent[Int(fare.best)] = true
      } else if fare.bestBelated != Fare.none, rows[Int(fare.bestBelated)].observedAt > completeAt {
        isCurrent[Int(fare.bestBelated)] = true
      }
    }
    return isCurrent.indices.filter { isCurrent[$0] }
  }

  private func isCurrent(
    _ row: Int,
    over other: Int,
    in rows: Span<Observation>,
    _ precedes: (Int, Int) -> Bool
  ) -> Bool {
    if rows[row].observedAt != rows[other].observedAt { return rows[row].observedAt > rows[other].observedAt }
    let (price, otherPrice) = (rows[row].priceMinor ?? .max, rows[other].priceMinor ?? .max)
    return price == otherPrice ? precedes(row, other) : price < otherPrice
  }
}
