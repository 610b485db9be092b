public import FareAtlas
import FareModel
public import FareStore

/// Derives everything that is derived once more from the log, and puts it in the place of what was there.
public struct Rebuild {
  private let store: Store
  private let derived: DerivedFares

  /// Prepares a rebuild of a store.
  public init(store: Store, atlas: Atlas) {
    self.store = store
    derived = DerivedFares(atlas: atlas)
  }

  /// Rebuilds, while questions go on being answered from what was there.
  ///
  /// `progress` is told how many of the routes' months are done.
  /// - Returns: The number of routes' months.
  public func run(progress: (_ done: Int, _ of: Int) -> Void) throws(PostgresError) -> Int {
    try store.beginRebuild()
    let keys = try store.routeMonths()
    if let months = try store.observedMonths() {
      for start in stride(from: 0, to: keys.count, by: Limits.routeMonthsAtATime) {
        let some = Array(keys[start..<min(start + Limits.routeMonthsAtATime, keys.count)])
        try store.transaction { () throws(PostgresError) in try derive(some, within: months) }.get()
        progress(start + some.count, keys.count)
      }
    }
    try store.finishRebuild()
    return keys.count
  }

  /// Derives some routes' months from all that the log holds of them.
  private func derive(_ keys: [RouteMonth], within months: ClosedRange<Month>) throws(PostgresError) {
    var table = ObservationTable()
    try store.appendObservations(of: keys, within: months, to: &table)
    let current = derived.current(FareBatch.wholeMonths(keys, in: table), of: table)
    try store.replaceCurrent(current, of: table, in: .rebuilt)
    try store.replaceDayPrices(of: keys, with: current.flatMap { derived.dayPrices($0, of: table) }, in: .rebuilt)
    try store.widenCoverage(FareBatch.coverage(of: FareBatch.groups(of: table), in: table), in: .rebuilt)
  }
}
