public import FareModel

/// Dropping the old months of the log but for what was current at a cut.
///
/// It takes three steps. What stays is copied into a table of its own, which no reader knows of. Once that has committed,
/// it takes the place of the partitions in a short transaction. The witnesses of what is gone follow. Killed in the first
/// step or after it, a table is left over that the next pruning removes; killed in the third, witnesses of nothing.
extension Store {
  /// The instant before which the log was pruned; nil when it never was.
  public func cut() throws(PostgresError) -> Instant? {
    try connection.query("select max(cut) from pruning").date(0, 0).map { Instant(day: $0, secondOfDay: 0) }
  }

  /// The months before the cut that something is left of.
  func keptMonths() throws(PostgresError) -> ClosedRange<Month>? {
    let result = try connection.query("select kept_from, cut from pruning order by cut desc limit 1")
    guard result.rowCount == 1, let first = result.date(0, 0)?.month, let cut = result.date(0, 1)?.month
    else { return nil }
    return first...cut.advanced(by: -1)
  }

  /// Removes what prunings left over that did not come to their end.
  public func removeUnfinishedPrunings() throws(PostgresError) {
    let result = try connection.query(
      """
      select c.relname::text from pg_class c
      where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind = 'r'
        and c.relname like 'segment\\_kept\\_%' and not c.relispartition
      """
    )
    for row in 0..<result.rowCount {
      if let name = result.text(row, 0) { try connection.execute("drop table \(name)") }
    }
  }

  /// Makes the table for what stays of the months before a cut, within a transaction that fills it.
  public func makeKeptTable(before cut: Month) throws(PostgresError) {
    // With the check the table is attached without a look at its rows.
    try connection.execute(
      """
      create table \(LogTable.kept(before: cut).name) (like segment including all, check (observed_month < '\(cut.firstDay)'))
      """
    )
  }

  /// Puts the kept table of a cut, which was filled and committed, in the place of all months before it.
  public func finishPruning(before cut: Month, _ change: PruningChange, at instant: Instant) throws(PostgresError) {
    let kept = LogTable.kept(before: cut).name
    let gone = try logTables().filter { $0.month.map { $0 < cut } ?? true }
    let drops = gone.map { "drop table \($0.name);" }.joined(separator: " ")
    try swapping(["route_coverage", LogTable.all.name]) { () throws(PostgresError) in
      try narrowCoverage(to: kept, change)
      _ = try connection.query(
        "insert into pruning (cut, pruned_at, kept_from) values ($1, $2, $3)",
        [.date(cut.firstDay), .timestamp(instant), .date(change.keptFrom?.firstDay)]
      )
      try tell(StoreChange(routes: nil))
    } swap: { () throws(PostgresError) in
      try connection.execute(
        "\(drops) alter table segment attach partition \(kept) for values from (minvalue) to ('\(cut.firstDay)')"
      )
    }
    partitions = try existingPartitions()
  }

  /// Removes the witnesses of observations before a cut that are gone.
  public func removeWitnesses(before cut: Month) throws(PostgresError) {
    _ = try connection.query(
      """
      with kept as materialized (
        select s.origin, s.destination, s.departure_month, s.observed_month,
          coalesce(a.batch_id, (s.same).batch_id) as of_batch, a.record_number as of_record
        from \(LogTable.kept(before: cut).name) s
        cross join lateral unnest(s.record_number, s.batch_id) as a (record_number, batch_id)
      )
      delete from witness w where w.observed_month < $1 and not exists (
        select from kept k
        where (k.origin, k.destination, k.departure_month, k.observed_month, k.of_batch, k.of_record)
          = (w.origin, w.destination, w.departure_month, w.observed_month, w.of_batch, w.of_record)
      )
      """,
      [.date(cut.firstDay)]
    )
  }

  /// Takes out of the coverage what is not in the table of what stays.
  private func narrowCoverage(to kept: String, _ change: PruningChange) throws(PostgresError) {
    try connection.execute(
      """
      update route_coverage c set first_observed_at = k.first_observed_at
      from (select origin, destination, min(first_observed_at) as first_observed_at from \(kept) group by 1, 2) k
      where (c.origin, c.destination) = (k.origin, k.destination) and c.first_observed_at < k.first_observed_at
      """
    )
    let dropped = change.dropped.sorted { $0.key < $1.key }
    _ = try connection.query(
      """
      update source_coverage c set observations = c.observations - k.dropped
      from unnest($1::text[], $2::bigint[]) as k (source, dropped) where c.source = k.source
      """,
      [.textArray(dropped.map(\.key)), .int8Array(dropped.map { Int64($0.value) })]
    )
  }
}

/// What a pruning takes out of the log.
public struct PruningChange: Hashable, Sendable {
  /// How many visible observations of each source go.
  public var dropped: [String: Int] = [:]
  /// The oldest month of observation that something stays of; nil when nothing does.
  public var keptFrom: Month?

  /// Takes nothing.
  public init() {}
}
