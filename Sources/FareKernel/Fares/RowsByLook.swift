import FareModel

/// Rows brought together by their look, in their own order within each.
struct RowsByLook {
  /// The places of the rows, look after look.
  private(set) var places: [Int32]
  /// Where each look begins in ``places``, and where the last ends.
  private(set) var starts: [Int32] = [0]

  /// Brings together the rows that were observed at or before `asOf`; all for nil.
  ///
  /// - Complexity: O(`rows.count`) on average; fastest where the rows of a look stand together.
  init(_ rows: Span<Observation>, asOf: Instant?) {
    let last = asOf ?? Instant(rawValue: .max)
    var index = LookIndex()
    var looks = [Int32](repeating: -1, count: rows.count)
    for row in rows.indices where rows[row].observedAt <= last {
      looks[row] = Int32(index.number(of: row, in: rows))
    }
    starts.reserveCapacity(index.counts.count + 1)
    for count in index.counts { starts.append(starts[starts.count - 1] + count) }
    places = Array(repeating: 0, count: Int(starts[starts.count - 1]))
    var ends = starts
    for row in looks.indices where looks[row] >= 0 {
      let look = Int(looks[row])
      places[Int(ends[look])] = Int32(row)
      ends[look] += 1
    }
  }
}

/// Numbers looks in the order in which they are met, and counts their rows.
private struct LookIndex {
  private(set) var counts: [Int32] = []

  private var index = HashIndex()
  private var firstRows: [Int32] = []
  private var latest = -1

  mutating func number(of row: Int, in rows: Span<Observation>) -> Int {
    // Feeds and segments of the log hold the rows of a look together, so it is mostly that of the row before.
    if latest < 0 || !FareKeys.isSameLook(rows[row], rows[Int(firstRows[latest])]) {
      latest = find(row, in: rows)
    }
    counts[latest] += 1
    return latest
  }

  private mutating func find(_ row: Int, in rows: Span<Observation>) -> Int {
    let found = index.find(FareKeys.lookHash(rows[row])) {
      FareKeys.isSameLook(rows[row], rows[Int(firstRows[$0])])
    }
    if let found { return found }
    firstRows.append(Int32(row))
    counts.append(0)
    return firstRows.count - 1
  }
}
