public import FareModel

/// Hiding batches by a record in the log, which deletes nothing.
extension Store {
  /// Hides a batch for every instant that is asked about.
  ///
  /// What is derived from its observations is the caller's to bring up to date.
  public func retract(_ batch: Int64, at instant: Instant) throws(PostgresError) {
    _ = try connection.query(
      "insert into retraction (batch_id, retracted_at) values ($1, $2)",
      [.int8(batch), .timestamp(instant)]
    )
  }

  /// The routes' months that a batch has records of, whether they are stored or witnesses, in order.
  ///
  /// - Complexity: O(segments), of which those that are older than the batch are passed over.
  public func routeMonths(of batch: Int64) throws(PostgresError) -> [RouteMonth] {
    // Rows move to other segments when those are merged, and then to one of a later batch.
    let result = try connection.query(
      """
      select origin, destination, departure_month from segment s
      where segment_batch >= $1 and ((s.same).batch_id = $1 or $1 = any (s.batch_id))
      union
      select origin, destination, departure_month from witness where batch_id = $1
      order by 1, 2, 3
      """,
      [.int8(batch)]
    )
    return (0..<result.rowCount).compactMap { result.routeMonth(row: $0) }
  }
}
