public import FareModel

/// Reading and replacing the current fares, which are derived from the log.
extension Store {
  /// Appends to `table` the current fares of routes' months and says where each month's stand.
  ///
  /// - Returns: A group for each key that has current fares, in the order of the keys in the database.
  public func appendCurrent(
    of keys: [RouteMonth],
    to table: inout ObservationTable
  ) throws(PostgresError) -> [CurrentFareGroup] {
    guard !keys.isEmpty else { return [] }
    let arrays = ObservationAttribute.all.map { "f.\($0.name)" }.joined(separator: ", ")
    let result = try connection.query(
      """
      select f.origin, f.destination, f.departure_month, f.first_observed_at, f.row_count, f.same, f.record_number, \(arrays),
        f.newest_observed_at
      from unnest($1::text[], $2::text[], $3::date[]) as k (origin, destination, departure_month)
      join current_fare f on (f.origin, f.destination, f.departure_month) = (k.origin, k.destination, k.departure_month)
      order by 1, 2, 3
      """,
      keys.parameters
    )
    var groups: [CurrentFareGroup] = []
    var start = table.count
    result.appendObservations(to: &table) { _, _ in true }
    for row in 0..<result.rowCount {
      guard let key = result.routeMonth(row: row), let count = result.int4(row, 4),
        let newest = result.timestamp(row, 7 + ObservationAttribute.all.count)
      else { continue }
      groups.append(CurrentFareGroup(key: key, newestObservedAt: newest, rows: Array(start..<(start + Int(count)))))
      start += Int(count)
    }
    return groups
  }

  /// Puts current fares in the place of those that their routes' months have.
  ///
  /// A group without rows leaves none. What a segment of the log holds is copied from there within the server.
  public func replaceCurrent(
    _ groups: [CurrentFareGroup],
    of table: ObservationTable,
    in target: DerivedTables = .live
  ) throws(PostgresError) {
    try delete(groups.map(\.key), from: "current_fare", in: target)
    try copyCurrent(groups.filter { $0.segment != nil }, in: target)
    let groups = groups.filter { $0.segment == nil && !$0.rows.isEmpty }
    guard !groups.isEmpty else { return }
    var encoder = ObservationArraysEncoder()
    let columns = "origin, destination, departure_month, row_count, first_observed_at, newest_observed_at, same, "
    _ = try connection.copyIn(
      "copy \(target.name("current_fare")) (\(columns)\(ObservationAttribute.columns)) from stdin (format binary)"
    ) { (copy) throws(PostgresError) in
      for group in groups {
        let span = Self.observedSpan(of: group.rows, in: table)
        encoder.encode(
          table,
          group.rows,
          base: ArrayBase(month: group.key.month.firstDay, observedAt: span.lowerBound)
        )
        try copy.beginRow(columns: 8 + ObservationAttribute.all.count)
        copy.key(group.key)
        copy.int4(Int32(group.rows.count))
        copy.timestamp(span.lowerBound)
        copy.timestamp(group.newestObservedAt)
        encoder.write(to: &copy)
      }
    }
  }

  /// Makes current fares of segments.
  private func copyCurrent(_ groups: [CurrentFareGroup], in target: DerivedTables) throws(PostgresError) {
    guard !groups.isEmpty else { return }
    let places = groups.compactMap(\.segment)
    let columns = "row_count, first_observed_at, same, \(ObservationAttribute.columns)"
    _ = try connection.query(
      """
      insert into \(target.name("current_fare")) (origin, destination, departure_month, newest_observed_at, \(columns))
      select origin, destination, departure_month, k.newest_observed_at, \(columns)
      from unnest($1::text[], $2::text[], $3::date[], $4::date[], $5::bigint[], $6::integer[], $7::timestamptz[])
        as k (origin, destination, departure_month, observed_month, segment_batch, part, newest_observed_at)
      join segment using (origin, destination, departure_month, observed_month, segment_batch, part)
      """,
      groups.map(\.key).parameters + [
        .dateArray(places.map(\.observedMonth.firstDay)),
        .int8Array(places.map(\.batch)),
        .int4Array(places.map(\.part)),
        .timestampArray(groups.map(\.newestObservedAt)),
      ]
    )
  }

  /// Puts day prices in the place of those that `keys` have.
  public func replaceDayPrices(
    of keys: [RouteMonth],
    with rows: [DayPriceRow],
    in target: DerivedTables = .live
  ) throws(PostgresError) {
    try delete(keys, from: "day_price", in: target)
    _ = try connection.copyIn(
      """
      copy \(target.name("day_price")) (origin, destination, departure_month, trip, currency, newest_observed_at, holds_until,
        \(DayPriceColumn.names)) from stdin (format binary)
      """
    ) { (copy) throws(PostgresError) in
      var scratch = BinaryBuffer(capacity: 1 << 10)
      for row in rows where !row.cells.isEmpty {
        try copy.beginRow(columns: 7 + DayPriceColumn.all.count)
        copy.key(RouteMonth(route: Route(origin: row.origin, destination: row.destination), month: row.month))
        copy.text(row.trip.name)
        copy.text(row.currency?.description ?? "")
        copy.timestamp(row.newestObservedAt)
        copy.timestamp(row.holdsUntil)
        for column in DayPriceColumn.all {
          scratch.removeAll()
          if column.encode(row, into: &scratch) { copy.bytes(scratch.bytes) } else { copy.null() }
        }
      }
    }
  }

  private func delete(_ keys: [RouteMonth], from table: String, in target: DerivedTables) throws(PostgresError) {
    // A rebuild comes by each route's month once.
    guard target == .live, !keys.isEmpty else { return }
    _ = try connection.query(
      """
      delete from \(table) t
      using unnest($1::text[], $2::text[], $3::date[]) as k (origin, destination, departure_month)
      where (t.origin, t.destination, t.departure_month) = (k.origin, k.destination, k.departure_month)
      """,
      keys.parameters
    )
  }
}

/// Which derived tables are written: those that answer questions, or those that a rebuild fills beside them.
public enum DerivedTables: Sendable {
  /// The tables that answer questions.
  case live
  /// The tables that a rebuild fills and then puts in the place of the live ones.
  case rebuilt

  /// The name of the table that plays the part of `table`.
  func name(_ table: String) -> String {
    switch self {
    case .live: table
    case .rebuilt: table + "_rebuilt"
    }
  }
}
