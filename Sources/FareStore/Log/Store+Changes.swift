/// Telling of commits, and hearing of them.
///
/// The channel has the name of the schema.
extension Store {
  /// Tells all that listen what the transaction in work changes. They hear of it when it commits, and not before.
  ///
  /// The caller has written the batch, retraction or cut that makes the edition.
  public func tell(_ change: StoreChange) throws(PostgresError) {
    _ = try connection.query(
      "select pg_notify($1, concat((\(Self.currentEdition)), ' ', $2::text))",
      [.text(schema), .text(change.words)]
    )
  }

  /// Begins to listen. Everything that commits from now on will be heard of.
  public func listen() throws(PostgresError) {
    try connection.execute("listen \(PostgresConnection.quoted(identifier: schema))")
  }

  /// What was heard of since the last call; an empty change when nothing was.
  ///
  /// It never waits. That the connection is lost shows here as an error.
  public func changes() throws(PostgresError) -> StoreChange {
    try connection.notifications().reduce(into: StoreChange()) { $0.merge(StoreChange(payload: $1.payload)) }
  }

  /// The edition of the store: a number that grows with every batch, retraction and cut, 0 when there is none.
  ///
  /// Within a snapshot it tells whether the snapshot holds a commit that was not heard of yet.
  public func edition() throws(PostgresError) -> Int64 {
    try connection.query(Self.currentEdition).int8(0, 0) ?? 0
  }

  // The parts only ever grow, and each commit makes one of them grow: no two states have one sum.
  static let currentEdition = """
    select coalesce((select batch_id from batch where state = 'loaded' order by batch_id desc limit 1), 0)
      + (select count(*) from retraction) + (select count(*) from pruning)
    """
}
