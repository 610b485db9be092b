public import FareModel

/// Finds observations that are equal in every field.
///
/// - Parameter rows: The observations, whose texts are of one pool.
/// - Returns: For each row the place of the first row that equals it, which is its own when none before it does.
/// - Complexity: O(`rows.count`) on average.
public func firstEqual(in rows: Span<Observation>) -> [Int] {
  var index = HashIndex()
  var firsts: [Int] = []  // The place of the first of each thing that the index numbers.
  var places: [Int] = []
  places.reserveCapacity(rows.count)
  for i in rows.indices {
    if let number = index.find(hash(of: rows[i]), isSame: { rows[firsts[$0]] == rows[i] }) {
      places.append(firsts[number])
    } else {
      firsts.append(i)
      places.append(i)
    }
  }
  return places
}

/// A hash of the fields in which observations differ most; the others are compared only when these agree.
private func hash(of row: Observation) -> UInt64 {
  UInt64(packing: row.origin.rawValue, row.destination.rawValue)
    .mixed(
      UInt64(
        packing: UInt32(bitPattern: row.departureDate.rawValue),
        UInt32(bitPattern: row.returnDate?.rawValue ?? .min)
      ),
      UInt64(bitPattern: row.observedAt.rawValue)
    )
    .mixed(
      UInt64(bitPattern: row.priceMinor ?? -1),
      UInt64(
        packing: row.outbound.flightNumbers.rawValue,
        UInt32(truncatingIfNeeded: row.outbound.departureTime?.rawValue ?? -1)
      )
    )
}
