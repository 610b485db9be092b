/// Telling of commits, and hearing of them.
///
/// The channel has the name of the schema.
extension Store {
  /// Tells all that listen what the transaction in work changes. They hear of it when it commits, and not before.
  ///
  /// The caller has written its batch, whose number is the edition.
  public func tell(_ change: StoreChange) throws(PostgresError) {
    _ = try connection.query(
      "select pg_notify($1, concat((\(Self.newestBatch)), ' ', $2::text))",
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

  /// The number of the newest loaded batch, 0 when there is none.
  ///
  /// Within a snapshot it tells whether the snapshot holds a commit that was not heard of yet.
  public func edition() throws(PostgresError) -> Int64 {
    try connection.query(Self.newestBatch).int8(0, 0) ?? 0
  }

  private static let newestBatch =
    "select coalesce((select batch_id from batch where state = 'loaded' order by batch_id desc limit 1), 0)"
}
