import FareAtlas
import FareKernel
import FareModel
import FareStore

/// The fares of one batch on their way into the store: what came in is checked for duplicates, added to the log, and what
/// is derived from it is brought up to date, a block of rows at a time.
///
/// The caller holds the ingest lock and a transaction.
struct FareBatch {
  private let store: Store
  private let derived: DerivedFares
  private let number: Int64
  private var touched: Set<RouteMonth> = []
  private(set) var routes: Set<Route> = []
  /// The routes whose answers may have changed: those with new rows, and those with rows that a witness brought back.
  private(set) var changedRoutes: Set<Route> = []
  private(set) var loaded = 0
  private(set) var duplicates = 0

  init(store: Store, atlas: Atlas, number: Int64) {
    self.store = store
    self.number = number
    derived = DerivedFares(atlas: atlas)
  }

  /// Takes in the rows of `table`, whose provenance is this batch.
  ///
  /// - Complexity: One statement of each kind for the block, however many routes it touches.
  mutating func take(_ table: inout ObservationTable) throws(PostgresError) {
    guard table.count > 0 else { return }
    let groups = Self.groups(of: table)
    try store.makePartitions(for: Set(groups.map(\.observedMonth)))
    let (new, repeated) = try separateDuplicates(groups, in: &table)
    let revived = try revived(by: repeated, in: table)
    let places = try store.append(new, of: table, batch: number)
    try store.append(repeated.map(\.witness))
    count(new, repeated, in: table)
    try store.widenCoverage(Self.coverage(of: new + revived, in: table))
    try bringUpToDate(new, places, Set(revived.map(\.key)), &table)
  }

  /// Tidies up after the last block.
  func finish() throws(PostgresError) {
    try store.mergeSmallSegments(of: touched.sorted(), batch: number)
  }

  // MARK: Duplicates

  /// A record that says again what the log or an earlier row of the block says.
  private struct Repetition {
    var witness: Witness
    /// Where the row that says it first stands.
    var original: Int
  }

  /// Splits the groups into what is new, and what says again what the log or an earlier row says.
  private func separateDuplicates(
    _ groups: [SegmentGroup],
    in table: inout ObservationTable
  ) throws(PostgresError) -> (new: [SegmentGroup], repeated: [Repetition]) {
    let incoming = table.count
    try store.appendOverlapping(groups, to: &table)
    // What is stored goes first, so that an incoming row finds the stored one that it equals.
    let order = Array(incoming..<table.count) + Array(0..<incoming)
    let rows = order.map { table.rows[$0] }
    let firsts = firstEqual(in: rows.span)
    var original = Array(0..<incoming)
    for (place, row) in order.enumerated() where row < incoming { original[row] = order[firsts[place]] }

    var repeated: [Repetition] = []
    let new = groups.compactMap { group -> SegmentGroup? in
      var kept = group
      kept.rows = group.rows.filter { row in
        if original[row] == row { return true }
        let witness = Witness(
          key: group.key,
          observedMonth: group.observedMonth,
          record: table.provenance[row],
          of: table.provenance[original[row]]
        )
        repeated.append(Repetition(witness: witness, original: original[row]))
        return false
      }
      return kept.rows.isEmpty ? nil : kept
    }
    return (new, repeated)
  }

  /// The observations that retractions had hidden and that have a witness again, each once.
  private func revived(
    by repeated: [Repetition],
    in table: ObservationTable
  ) throws(PostgresError) -> [SegmentGroup] {
    let hidden = try store.hiddenRecords(of: Array(Set(repeated.map(\.witness.key))))
    var rows: Set<Int> = []
    return repeated.compactMap { repetition in
      guard hidden.contains(repetition.witness.of), rows.insert(repetition.original).inserted else { return nil }
      let witness = repetition.witness
      return SegmentGroup(key: witness.key, observedMonth: witness.observedMonth, rows: [repetition.original])
    }
  }

  /// Counts what the file says itself; looks that it only implies are stored and not counted.
  private mutating func count(_ new: [SegmentGroup], _ repeated: [Repetition], in table: ObservationTable) {
    for group in new {
      loaded += group.rows.count { table.provenance[$0].record > 0 }
      routes.insert(group.key.route)
      touched.insert(group.key)
    }
    duplicates += repeated.count { $0.witness.record.record > 0 }
  }

  // MARK: What is derived

  /// Derives the routes' months of new rows, which stand in segments at `places`, and those where rows were `revived`, which
  /// may be older than all others.
  private mutating func bringUpToDate(
    _ new: [SegmentGroup],
    _ places: [SegmentPlace],
    _ revived: Set<RouteMonth>,
    _ table: inout ObservationTable
  ) throws(PostgresError) {
    var rows: [RouteMonth: [Int]] = [:]
    for group in new { rows[group.key, default: []] += group.rows }
    let keys = Set(rows.keys).union(revived).sorted()
    changedRoutes.formUnion(keys.lazy.map(\.route))
    let stored = Dictionary(
      try store.appendCurrent(of: keys, to: &table).map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )

    var candidates: [CurrentFareGroup] = []
    var late: [RouteMonth] = []
    for key in keys {
      let new = rows[key] ?? []
      let instants = new.map { table.rows[$0].observedAt }
      if revived.contains(key)
        || stored[key].map({ $0.newestObservedAt > instants.min() ?? $0.newestObservedAt }) == true
      {
        late.append(key)
      } else if let newest = (instants + [stored[key]?.newestObservedAt].compactMap { $0 }).max() {
        candidates.append(
          CurrentFareGroup(key: key, newestObservedAt: newest, rows: (stored[key]?.rows ?? []) + new)
        )
      }
    }
    try replace(candidates, in: table, heldBy: zip(new, places))
    try deriveFromLog(late)
  }

  /// Derives routes' months from all that the log holds of them: current fares alone do not do when older rows come in, or
  /// when a place turns out to lie in another time zone.
  func deriveFromLog(_ keys: [RouteMonth]) throws(PostgresError) {
    guard let months = try store.observedMonths() else { return }
    for start in stride(from: 0, to: keys.count, by: Limits.routeMonthsAtATime) {
      let some = Array(keys[start..<min(start + Limits.routeMonthsAtATime, keys.count)])
      var table = ObservationTable()
      try store.appendObservations(of: some, within: months, to: &table)
      try replace(Self.wholeMonths(some, in: table), in: table)
    }
  }

  /// Derives anew what is derived of routes' months, from candidates for their current fares.
  ///
  /// When all that a month has come to is what a new segment holds, as where a file looks at everything anew, the store is
  /// told so.
  private func replace(
    _ candidates: [CurrentFareGroup],
    in table: ObservationTable,
    heldBy segments: some Sequence<(SegmentGroup, SegmentPlace)> = []
  ) throws(PostgresError) {
    guard !candidates.isEmpty else { return }
    var current = derived.current(candidates, of: table)
    let held = Dictionary(segments.map { ($0.0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for index in current.indices {
      guard let (group, place) = held[current[index].key], group.rows == current[index].rows else { continue }
      current[index].segment = place
    }
    try store.replaceCurrent(current, of: table)
    try store.replaceDayPrices(of: current.map(\.key), with: current.flatMap { derived.dayPrices($0, of: table) })
  }
}

extension FareBatch {
  /// The rows of a table by route, month of departure and month of observation, in that order.
  static func groups(of table: ObservationTable) -> [SegmentGroup] {
    struct Key: Hashable {
      var key: RouteMonth
      var observedMonth: Month
    }
    var places: [Key: Int] = [:]
    var groups: [SegmentGroup] = []
    var last: Int?
    for (row, observation) in table.rows.enumerated() {
      let key = Key(
        key: RouteMonth(
          route: Route(origin: observation.origin, destination: observation.destination),
          month: observation.departureDate.month
        ),
        observedMonth: observation.observedAt.utcDay.month
      )
      // Feeds keep the rows of a route together.
      if let last, groups[last].key == key.key, groups[last].observedMonth == key.observedMonth {
        groups[last].rows.append(row)
        continue
      }
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append(SegmentGroup(key: key.key, observedMonth: key.observedMonth, rows: []))
      }
      groups[place].rows.append(row)
      last = place
    }
    return groups.sorted { ($0.key, $0.observedMonth) < ($1.key, $1.observedMonth) }
  }

  /// All rows of each route's month of a table that holds nothing else.
  static func wholeMonths(_ keys: [RouteMonth], in table: ObservationTable) -> [CurrentFareGroup] {
    var rows: [RouteMonth: [Int]] = [:]
    for group in groups(of: table) { rows[group.key, default: []] += group.rows }
    return keys.map { key in
      let members = rows[key] ?? []
      let newest = members.map { table.rows[$0].observedAt }.max() ?? Instant(rawValue: .min)
      return CurrentFareGroup(key: key, newestObservedAt: newest, rows: members)
    }
  }

  /// What some groups add to the coverage of their routes and sources.
  static func coverage(of groups: [SegmentGroup], in table: ObservationTable) -> CoverageChange {
    var routes: [Route: RouteSpan] = [:]
    var sources: [TextID: (newest: Instant, count: Int)] = [:]
    for group in groups where !group.rows.isEmpty {
      var span = RouteSpan(table.rows[group.rows[0]])
      for row in group.rows {
        let (observedAt, departure) = (table.rows[row].observedAt, table.rows[row].departureDate)
        let source = table.rows[row].source
        span.firstObservedAt = min(span.firstObservedAt, observedAt)
        span.lastObservedAt = max(span.lastObservedAt, observedAt)
        span.firstDeparture = min(span.firstDeparture, departure)
        span.lastDeparture = max(span.lastDeparture, departure)
        let known = sources[source] ?? (observedAt, 0)
        sources[source] = (max(known.newest, observedAt), known.count + 1)
      }
      routes[group.key.route] = routes[group.key.route]?.union(span) ?? span
    }
    return CoverageChange(
      routes: routes.sorted { $0.key < $1.key }.map(\.value),
      sources: sources.map { (table.texts.string($0.key) ?? "", $0.value.newest, $0.value.count) }.sorted {
        $0.0 < $1.0
      }
    )
  }
}

extension RouteSpan {
  /// The span of one observation.
  fileprivate init(_ row: Observation) {
    self.init(
      origin: row.origin,
      destination: row.destination,
      firstObservedAt: row.observedAt,
      lastObservedAt: row.observedAt,
      firstDeparture: row.departureDate,
      lastDeparture: row.departureDate
    )
  }

  /// The span of both.
  fileprivate func union(_ other: RouteSpan) -> RouteSpan {
    var union = self
    union.firstObservedAt = min(firstObservedAt, other.firstObservedAt)
    union.lastObservedAt = max(lastObservedAt, other.lastObservedAt)
    union.firstDeparture = min(firstDeparture, other.firstDeparture)
    union.lastDeparture = max(lastDeparture, other.lastDeparture)
    return union
  }
}
