extension ObservationTable {
  /// Adds some rows of another table, with their texts and where they came from.
  ///
  /// - Complexity: O(`rows.count` + texts of `other`), and each text is interned once.
  public mutating func append(_ rows: [Int], of other: ObservationTable) {
    var translation = TextTranslation(count: other.texts.count)
    reserveCapacity(count + rows.count)
    for index in rows {
      var row = other.rows[index]
      translation.bring(&row, from: other.texts, into: &texts)
      append(row, from: other.provenance[index])
    }
  }
}

/// Which text of one pool is which of another, found once for each.
private struct TextTranslation {
  private var known: [TextID?]

  init(count: Int) {
    known = Array(repeating: nil, count: count)
  }

  mutating func bring(_ row: inout Observation, from old: TextPool, into new: inout TextPool) {
    bring(&row.source, old, &new)
    bring(&row.deepLink, old, &new)
    bring(&row.outbound, old, &new)
    bring(&row.inbound, old, &new)
  }

  private mutating func bring(_ leg: inout ObservedLeg, _ old: TextPool, _ new: inout TextPool) {
    bring(&leg.via, old, &new)
    bring(&leg.carriers, old, &new)
    bring(&leg.flightNumbers, old, &new)
    bring(&leg.operatingCarriers, old, &new)
    bring(&leg.segments, old, &new)
  }

  private mutating func bring(_ id: inout TextID, _ old: TextPool, _ new: inout TextPool) {
    let place = Int(id.rawValue)
    let translated = known[place] ?? new.intern(old.utf8(id))
    known[place] = translated
    id = translated
  }
}
