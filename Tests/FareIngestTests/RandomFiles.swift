import FareModel
import Support

/// Lines of the own format as a seed gives them, in streams that make it hard to say what is current, and cut into files
/// in every way.
struct RandomFiles {
  /// What a stream has more of than chance gives it.
  enum Bent: CaseIterable {
    /// Nothing.
    case none
    /// Few days and instants: many observations of each key, equal instants and duplicates.
    case crowded
    /// Looks after the day of departure, without a price more often than not.
    case belated
    /// Complete looks, out of order.
    case complete
    /// Offers that expire, some before the present and some after it.
    case expiring
    /// Observations around the present, some a few minutes ahead of it.
    case ahead
  }

  var random: SeededGenerator
  private var observations: RandomObservations

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    observations = RandomObservations(seed: seed)
  }

  /// Draws observations of so many instants, twelve hours apart.
  init(seed: UInt64, observedFrom first: String, looks: Int) {
    self.init(seed: seed)
    observations.firstObserved = Instant(first) ?? observations.firstObserved
    observations.looks = looks
  }

  /// Draws the lines of `count` observations.
  mutating func lines(_ count: Int, _ bent: Bent = .none) -> [String] {
    if bent == .crowded || bent == .complete { observations.departureDays = 4 }
    if bent == .crowded { observations.looks = 5 }
    let table = observations.table(count)
    var bentTable = ObservationTable()
    bentTable.texts = table.texts
    for (row, provenance) in zip(table.rows, table.provenance) {
      bentTable.append(self.bend(row, bent), from: provenance)
    }
    return bentTable.rows.indices.map { bentTable.line($0) }
  }

  private mutating func bend(_ row: Observation, _ bent: Bent) -> Observation {
    var row = row
    switch bent {
    case .none, .crowded: break
    case .belated:
      let hour = Int64.random(in: -30...60, using: &random)
      row.observedAt = Instant(day: row.departureDate, secondOfDay: 0).advanced(bySeconds: hour * 3600)
      row.observedAt = min(row.observedAt, LoadedStore.now)
      if Bool.random(using: &random) { row.priceMinor = nil }
    case .complete: row.isCompleteLook = Int.random(in: 0..<3, using: &random) == 0
    case .expiring:
      row.expiresAt = row.observedAt.advanced(bySeconds: Int64.random(in: 0...60, using: &random) * 86_400)
    case .ahead:
      row.observedAt = LoadedStore.now.advanced(
        bySeconds: [-86_400, -60, 0, 0, 1, 200, 300].randomElement(using: &random) ?? 0
      )
    }
    if row.priceMinor != nil { row.isSoldOut = false }
    return row
  }

  /// The lines in another order, in `count` files of random sizes, some of them empty of rows.
  mutating func cut(_ lines: [String], into count: Int) -> [[String]] {
    var files = [[String]](repeating: [], count: count)
    for line in lines.shuffled(using: &random) { files[Int.random(in: 0..<count, using: &random)].append(line) }
    return files
  }
}
