/// Putting freshly derived tables in the place of those that answer questions.
extension Store {
  private static let derivedTables = ["current_fare", "day_price", "route_coverage", "source_coverage"]

  /// Makes empty derived tables beside the live ones, which go on answering.
  public func beginRebuild() throws(PostgresError) {
    for table in Self.derivedTables {
      let rebuilt = DerivedTables.rebuilt.name(table)
      try connection.execute("drop table if exists \(rebuilt); create table \(rebuilt) (like \(table) including all)")
    }
  }

  /// Puts the rebuilt tables in the place of the live ones.
  ///
  /// The lock that this takes waits for questions in work and is held for milliseconds; a question that takes longer
  /// than ten seconds makes it fail, and the live tables stay.
  public func finishRebuild() throws(PostgresError) {
    let swaps = Self.derivedTables.map {
      "drop table \($0); alter table \(DerivedTables.rebuilt.name($0)) rename to \($0)"
    }
    try connection.transaction { () throws(PostgresError) in
      try connection.execute("set local lock_timeout = '10s'; " + swaps.joined(separator: "; "))
      try tell(StoreChange(routes: nil))
    }
  }
}
