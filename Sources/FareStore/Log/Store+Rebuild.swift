/// Putting freshly derived tables in the place of those that answer questions.
extension Store {
  /// In the order in which questions read them.
  private static let derivedTables = ["source_coverage", "route_coverage", "day_price", "current_fare"]

  /// Makes empty derived tables beside the live ones, which go on answering.
  public func beginRebuild() throws(PostgresError) {
    for table in Self.derivedTables {
      let rebuilt = DerivedTables.rebuilt.name(table)
      try connection.execute("drop table if exists \(rebuilt); create table \(rebuilt) (like \(table) including all)")
    }
  }

  /// Puts the rebuilt tables in the place of the live ones.
  ///
  /// Questions wait for milliseconds; one that goes on for minutes makes it fail, and the live tables stay.
  public func finishRebuild() throws(PostgresError) {
    let swaps = Self.derivedTables.map {
      "drop table \($0); alter table \(DerivedTables.rebuilt.name($0)) rename to \($0)"
    }
    try swapping(Self.derivedTables) { () throws(PostgresError) in
      try tell(StoreChange(routes: nil))
    } swap: { () throws(PostgresError) in
      try connection.execute(swaps.joined(separator: "; "))
    }
  }
}
