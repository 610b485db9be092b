public import FareModel

/// Reading and writing the log of observations.
extension Store {
  /// Adds observations to the log, or to a table of it, as one segment for each group.
  ///
  /// The partitions of the groups' months of observation must exist: see ``makePartitions(for:)``. Returns where the
  /// segments stand, in the order of the groups.
  @discardableResult
  public func append(
    _ groups: [SegmentGroup],
    of table: ObservationTable,
    batch: Int64,
    to logTable: LogTable = .all
  ) throws(PostgresError) -> [SegmentPlace] {
    guard !groups.isEmpty else { return [] }
    let columns =
      "origin, destination, departure_month, observed_month, segment_batch, part, row_count, first_observed_at, "
    var encoder = ObservationArraysEncoder()
    let places = groups.enumerated().map { index, group in
      SegmentPlace(observedMonth: group.observedMonth, batch: batch, part: nextPart + Int32(index))
    }
    nextPart += Int32(groups.count)
    _ = try connection.copyIn(
      "copy \(logTable.name) (\(columns)last_observed_at, same, \(ObservationAttribute.columns)) from stdin (format binary)"
    ) { (copy) throws(PostgresError) in
      for (group, place) in zip(groups, places) {
        let span = Self.observedSpan(of: group.rows, in: table)
        let base = ArrayBase(month: group.key.month.firstDay, observedAt: span.lowerBound)
        encoder.encode(table, group.rows, base: base)
        try copy.beginRow(columns: 11 + ObservationAttribute.all.count)
        copy.key(group.key)
        copy.date(group.observedMonth.firstDay)
        copy.int8(batch)
        copy.int4(place.part)
        copy.int4(Int32(group.rows.count))
        copy.timestamp(span.lowerBound)
        copy.timestamp(span.upperBound)
        encoder.write(to: &copy)
      }
    }
    return places
  }

  /// Appends to `table` the stored observations that might equal one of its `groups`: those of the same route and months
  /// whose segments overlap the group's span of observation. Hidden ones are among them.
  public func appendOverlapping(
    _ groups: [SegmentGroup],
    to table: inout ObservationTable
  ) throws(PostgresError) {
    let spans = groups.map { Self.observedSpan(of: $0.rows, in: table) }
    try readSegments(
      """
      from unnest($1::text[], $2::text[], $3::date[], $4::date[], $5::timestamptz[], $6::timestamptz[])
        as k (origin, destination, departure_month, observed_month, first_observed_at, last_observed_at)
      join segment s on (s.origin, s.destination, s.departure_month, s.observed_month)
        = (k.origin, k.destination, k.departure_month, k.observed_month)
        and s.first_observed_at <= k.last_observed_at and s.last_observed_at >= k.first_observed_at
      """,
      groups.map(\.key).parameters + [
        .dateArray(groups.map(\.observedMonth.firstDay)),
        .timestampArray(spans.map(\.lowerBound)),
        .timestampArray(spans.map(\.upperBound)),
      ],
      into: &table
    ) { _, _ in true }
  }

  /// Appends to `table` the visible observations of routes' months that were made at or before `instant`, or ever.
  ///
  /// The months of observation in `within` bound the partitions that are looked at.
  public func appendObservations(
    of keys: [RouteMonth],
    upTo instant: Instant? = nil,
    within observedMonths: ClosedRange<Month>,
    to table: inout ObservationTable
  ) throws(PostgresError) {
    guard !keys.isEmpty else { return }
    let hidden = try hiddenRecords(of: keys)
    // The bounds stand in the text: partitions are then left out when the statement is planned.
    try readSegments(
      """
      from unnest($1::text[], $2::text[], $3::date[]) as k (origin, destination, departure_month)
      join segment s on (s.origin, s.destination, s.departure_month) = (k.origin, k.destination, k.departure_month)
        and s.observed_month between '\(observedMonths.lowerBound.firstDay)' and '\(observedMonths.upperBound.firstDay)'
        and ($4::timestamptz is null or s.first_observed_at <= $4)
      """,
      keys.parameters + [.timestamp(instant)],
      into: &table
    ) { observation, provenance in
      (instant.map { observation.observedAt <= $0 } ?? true) && !hidden.contains(provenance)
    }
  }

  /// Says of stored observations that further records say the same.
  public func append(_ witnesses: [Witness]) throws(PostgresError) {
    guard !witnesses.isEmpty else { return }
    _ = try connection.copyIn(
      """
      copy witness (origin, destination, departure_month, observed_month, batch_id, record_number, of_batch, of_record)
      from stdin (format binary)
      """
    ) { (copy) throws(PostgresError) in
      for witness in witnesses {
        try copy.beginRow(columns: 8)
        copy.key(witness.key)
        copy.date(witness.observedMonth.firstDay)
        copy.int8(witness.record.batch)
        copy.int4(witness.record.record)
        copy.int8(witness.of.batch)
        copy.int4(witness.of.record)
      }
    }
  }

  /// Reads which records say what stored observations of routes' months say, by the record that is stored.
  ///
  /// Those of retracted batches are left out. Observations that no record but their own ever said are left out, too.
  public func witnesses(
    of routes: [Route],
    months: ClosedRange<Month>
  ) throws(PostgresError) -> [Provenance: [Provenance]] {
    let retracted = try retractedBatches()
    let result = try connection.query(
      """
      select w.of_batch, w.of_record, w.batch_id, w.record_number
      from unnest($1::text[], $2::text[]) as k (origin, destination)
      join witness w on (w.origin, w.destination) = (k.origin, k.destination) and w.departure_month between $3 and $4
      order by 3, 4
      """,
      routes.parameters + [.date(months.lowerBound.firstDay), .date(months.upperBound.firstDay)]
    )
    var witnesses: [Provenance: [Provenance]] = [:]
    for row in 0..<result.rowCount {
      guard let batch = result.int8(row, 0), let record = result.int4(row, 1), let otherBatch = result.int8(row, 2),
        let otherRecord = result.int4(row, 3)
      else { continue }
      let stored = Provenance(batch: batch, record: record)
      let own = retracted.contains(batch) ? [] : [stored]
      let other = Provenance(batch: otherBatch, record: otherRecord)
      witnesses[stored, default: own] += retracted.contains(otherBatch) ? [] : [other]
    }
    return witnesses
  }

  /// Merges the segments of routes' months where many small ones have gathered.
  ///
  /// A tracker that loads a small file every hour leaves an observation or two in each segment. Merged, they read as fast
  /// as if they had come in one file; each observation keeps its batch and record. A segment is merged when it is smaller
  /// than `Limits.smallSegmentRows` and `Limits.smallSegments` of its kind lie together, so a row is rewritten only a
  /// few times in its life.
  public func mergeSmallSegments(of keys: [RouteMonth], batch: Int64) throws(PostgresError) {
    let crowded = try connection.query(
      """
      select s.origin, s.destination, s.departure_month, s.observed_month
      from unnest($1::text[], $2::text[], $3::date[]) as k (origin, destination, departure_month)
      join segment s on (s.origin, s.destination, s.departure_month) = (k.origin, k.destination, k.departure_month)
      where s.row_count < \(Limits.smallSegmentRows)
      group by 1, 2, 3, 4 having count(*) >= \(Limits.smallSegments) order by 1, 2, 3, 4
      """,
      keys.parameters
    )
    for row in 0..<crowded.rowCount {
      guard let key = crowded.routeMonth(row: row), let observedMonth = crowded.date(row, 3)?.month else {
        continue
      }
      var table = ObservationTable()
      let removed = try connection.query(
        """
        delete from segment s where s.origin = $1 and s.destination = $2 and s.departure_month = $3
          and s.observed_month = $4 and s.row_count < \(Limits.smallSegmentRows)
        returning \(Self.segmentColumns)
        """,
        [
          .text(key.route.origin.description), .text(key.route.destination.description), .date(key.month.firstDay),
          .date(observedMonth.firstDay),
        ]
      )
      removed.appendObservations(to: &table) { _, _ in true }
      let group = SegmentGroup(key: key, observedMonth: observedMonth, rows: Array(0..<table.count))
      try append([group], of: table, batch: batch)
    }
  }

  /// Every route's month that the log knows, or that it knows by what was observed before a month, in order.
  public func routeMonths(observedBefore month: Month? = nil) throws(PostgresError) -> [RouteMonth] {
    // The bound stands in the text: partitions are then left out when the statement is planned.
    let condition = month.map { "where observed_month < '\($0.firstDay)'" } ?? ""
    let result = try connection.query(
      "select distinct origin, destination, departure_month from segment \(condition) order by 1, 2, 3"
    )
    return (0..<result.rowCount).compactMap { result.routeMonth(row: $0) }
  }

  /// The months of observation that the log may have something of; nil when it is empty.
  public func observedMonths() throws(PostgresError) -> ClosedRange<Month>? {
    var months = try existingPartitions()
    if let kept = try keptMonths() { months.formUnion([kept.lowerBound, kept.upperBound]) }
    guard let first = months.min(), let last = months.max() else { return nil }
    return first...last
  }

  /// The batches that are retracted.
  private func retractedBatches() throws(PostgresError) -> Set<Int64> {
    let result = try connection.query("select batch_id from retraction")
    return Set((0..<result.rowCount).compactMap { result.int8($0, 0) })
  }

  /// The records of retracted batches, of routes' months, that no batch still stands witness for.
  public func hiddenRecords(of keys: [RouteMonth]) throws(PostgresError) -> HiddenRecords {
    var hidden = HiddenRecords(batches: try retractedBatches())
    guard !hidden.batches.isEmpty else { return hidden }
    let result = try connection.query(
      """
      select w.of_batch, w.of_record
      from unnest($1::text[], $2::text[], $3::date[]) as k (origin, destination, departure_month)
      join witness w on (w.origin, w.destination, w.departure_month) = (k.origin, k.destination, k.departure_month)
      where not exists (select from retraction r where r.batch_id = w.batch_id)
      """,
      keys.parameters
    )
    for row in 0..<result.rowCount {
      if let batch = result.int8(row, 0), let record = result.int4(row, 1) {
        hidden.witnessed.insert(Provenance(batch: batch, record: record))
      }
    }
    return hidden
  }

  /// Runs a statement over segments `s` and appends to `table` what `keep` wants of them.
  private func readSegments(
    _ from: String,
    _ parameters: [PostgresParameter],
    into table: inout ObservationTable,
    keep: (Observation, Provenance) -> Bool
  ) throws(PostgresError) {
    let result = try connection.query(
      """
      select \(Self.segmentColumns)
      \(from)
      order by s.origin, s.destination, s.departure_month, s.observed_month, s.segment_batch, s.part
      """,
      parameters
    )
    result.appendObservations(to: &table, keep: keep)
  }

  /// What ``PostgresResult/appendObservations(to:keep:)`` reads of a segment `s`.
  private static let segmentColumns =
    "s.origin, s.destination, s.departure_month, s.first_observed_at, s.row_count, s.same, s.record_number, "
    + ObservationAttribute.all.map { "s.\($0.name)" }.joined(separator: ", ")

  static func observedSpan(of rows: [Int], in table: ObservationTable) -> ClosedRange<Instant> {
    var least = table.rows[rows[0]].observedAt
    var greatest = least
    for row in rows {
      least = min(least, table.rows[row].observedAt)
      greatest = max(greatest, table.rows[row].observedAt)
    }
    return least...greatest
  }
}

/// Which records retractions hide.
public struct HiddenRecords {
  fileprivate var batches: Set<Int64>
  fileprivate var witnessed: Set<Provenance> = []

  /// Whether a stored record of the routes' months that were asked about is hidden.
  public func contains(_ provenance: Provenance) -> Bool {
    batches.contains(provenance.batch) && !witnessed.contains(provenance)
  }
}

extension PostgresResult {
  /// Appends what the rows hold, whose columns are origin, destination, departure month, first observation, row count,
  /// `same`, the record numbers and the attributes.
  func appendObservations(to table: inout ObservationTable, keep: (Observation, Provenance) -> Bool) {
    var decoder = ObservationArraysDecoder()
    for row in 0..<rowCount {
      guard let key = routeMonth(row: row), let first = timestamp(row, 3), let count = int4(row, 4)
      else { continue }
      decoder.decode(
        route: key.route,
        base: ArrayBase(month: key.month.firstDay, observedAt: first),
        count: Int(count),
        from: self,
        row: row,
        firstColumn: 5,
        into: &table,
        keep: keep
      )
    }
  }

  /// The route and month that the first three columns name.
  func routeMonth(row: Int) -> RouteMonth? {
    guard let route = route(row: row), let month = date(row, 2)?.month else { return nil }
    return RouteMonth(route: route, month: month)
  }

  /// The route that the first two columns name.
  func route(row: Int) -> Route? {
    guard let origin = text(row, 0).flatMap({ PlaceCode($0) }),
      let destination = text(row, 1).flatMap({ PlaceCode($0) })
    else { return nil }
    return Route(origin: origin, destination: destination)
  }
}

extension CopyWriter {
  /// Writes a route and a month of departure.
  mutating func key(_ key: RouteMonth) {
    text(key.route.origin.description)
    text(key.route.destination.description)
    date(key.month.firstDay)
  }
}
