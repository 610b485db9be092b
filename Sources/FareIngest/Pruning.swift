import FareAtlas
public import FareModel
import FareStore

/// What became of a store that was pruned.
public struct PruningReport: Hashable, Sendable {
  /// The month before whose first day observations went.
  public var cut: Month
  /// Whether nothing was done, since the store was pruned before that day or a later one already.
  public var wasPruned = false
  /// How many observations from before the cut stay.
  public var rowsKept = 0
  /// How many that could still be seen are gone.
  public var rowsDropped = 0
}

extension Ingestor {
  /// Drops the months of observation before `cut` but for what is current then. The caller holds the lock.
  ///
  /// Every question as at the cut or later is answered as before, and questions go on being answered meanwhile. What
  /// goes is gone: a batch that is retracted later uncovers nothing that was observed before the cut.
  ///
  /// `progress` is told how many of the routes' months are done.
  public func prune(
    before cut: Month,
    progress: (_ done: Int, _ of: Int) -> Void
  ) throws(IngestFailure) -> PruningReport {
    try persistently { () throws(IngestFailure) in
      do throws(PostgresError) {
        var report = PruningReport(cut: cut)
        if let known = try store.cut(), known.utcDay.month >= cut {
          report.cut = known.utcDay.month
          report.wasPruned = true
          return report
        }
        try store.removeUnfinishedPrunings()
        let batch = try store.nextBatchNumber()
        var pruning = Pruning(store: store, derived: DerivedFares(atlas: try atlas()), cut: cut, batch: batch)
        try store.transaction { () throws(PostgresError) in try pruning.copy(progress) }.get()
        try store.finishPruning(before: cut, pruning.change, at: now())
        try store.removeWitnesses(before: cut)
        report.rowsKept = pruning.kept
        report.rowsDropped = pruning.change.dropped.values.reduce(0, +)
        return report
      } catch {
        throw .database(error)
      }
    }
  }
}

/// The copy of what stays of the months before a cut.
private struct Pruning {
  let store: Store
  let derived: DerivedFares
  let cut: Month
  /// The number that the copied segments go under.
  let batch: Int64
  private(set) var change = PruningChange()
  private(set) var kept = 0

  init(store: Store, derived: DerivedFares, cut: Month, batch: Int64) {
    (self.store, self.derived, self.cut, self.batch) = (store, derived, cut, batch)
  }

  /// Copies it into a table of its own, a few routes' months at a time.
  mutating func copy(_ progress: (_ done: Int, _ of: Int) -> Void) throws(PostgresError) {
    try store.makeKeptTable(before: cut)
    guard let first = try store.observedMonths()?.lowerBound, first < cut else { return }
    let keys = try store.routeMonths(observedBefore: cut)
    for start in stride(from: 0, to: keys.count, by: Limits.routeMonthsAtATime) {
      let some = Array(keys[start..<min(start + Limits.routeMonthsAtATime, keys.count)])
      var table = ObservationTable()
      try store.appendObservations(of: some, within: first...cut.advanced(by: -1), to: &table)
      try copy(some, of: table)
      progress(start + some.count, keys.count)
    }
  }

  private mutating func copy(_ keys: [RouteMonth], of table: ObservationTable) throws(PostgresError) {
    let whole = FareBatch.wholeMonths(keys, in: table)
    var stays = [Bool](repeating: false, count: table.count)
    for (all, current) in zip(whole, derived.current(whole, of: table)) {
      for row in current.rows + Self.newest(all.rows, besides: current.rows, of: table) { stays[row] = true }
    }
    let groups = FareBatch.groups(of: table).compactMap { group -> SegmentGroup? in
      var left = group
      left.rows.removeAll { !stays[$0] }
      return left.rows.isEmpty ? nil : left
    }
    try store.append(groups, of: table, batch: batch, to: .kept(before: cut))
    for row in table.rows.indices where !stays[row] {
      change.dropped[table.texts.string(table.rows[row].source) ?? "", default: 0] += 1
    }
    kept += stays.count { $0 }
    change.keptFrom = (groups.map(\.observedMonth) + [change.keptFrom].compactMap { $0 }).min()
  }

  /// The newest row of each source that has none as new among the current ones, so that the age of a route and of a source
  /// stays what it is.
  ///
  /// Such a row is belated: it lost to an older fare, which is current. So it loses to it again, and to all that the fare
  /// does.
  private static func newest(_ all: [Int], besides current: [Int], of table: ObservationTable) -> [Int] {
    func newest(_ rows: [Int]) -> [TextID: Int] {
      Dictionary(rows.map { (table.rows[$0].source, $0) }) { first, second in
        table.rows[first].observedAt < table.rows[second].observedAt ? second : first
      }
    }
    let known = newest(current)
    return newest(all).filter { source, row in
      known[source].map { table.rows[$0].observedAt < table.rows[row].observedAt } ?? true
    }.map(\.value)
  }
}
