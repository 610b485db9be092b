/// Putting freshly derived tables in the place of those that answer questions.
extension Store {
  /// In the order in which questions read them, which is the order to lock them in: a question that has begun holds the
  /// first and gets the others, too, and one that has not waits at the first, before anything it could miss.
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
  /// The lock that this takes waits for questions in work and is held for milliseconds; a question that takes longer
  /// than ten seconds makes it fail, and the live tables stay.
  public func finishRebuild() throws(PostgresError) {
    let swaps = Self.derivedTables.map {
      "drop table \($0); alter table \(DerivedTables.rebuilt.name($0)) rename to \($0)"
    }
    try connection.transaction { () throws(PostgresError) in
      try connection.execute("set local lock_timeout = '10s'")
      for table in Self.derivedTables { try connection.execute("lock table \(table) in access exclusive mode") }
      try connection.execute(swaps.joined(separator: "; "))
      try tell(StoreChange(routes: nil))
    }
  }
}
