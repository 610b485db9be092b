import FareModel
import FareStore
import Support
import Testing

@Suite("Segments of the log")
struct SegmentTests {
  @Test("give back every field of every observation as it was written", arguments: 0..<6 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = RandomObservations(seed: seed)
    random.isRich = seed > 0
    let table = random.table(seed == 5 ? 1 : 300, batch: 7)
    let store = try Store(TestDatabase.make())
    try write(table, to: store, batch: 7)

    let read = try readAll(store)
    #expect(lines(read) == lines(table))
  }

  @Test("are the same observations in the view, in plain SQL")
  func view() throws {
    var random = RandomObservations(seed: 9)
    let table = random.table(400)
    let target = try TestDatabase.make()
    let store = try Store(target)
    try write(table, to: store, batch: 1)

    let result = try TestDatabase.connect(to: target).query(
      """
      select concat_ws(',', origin, destination, departure_date, return_date, price_minor, currency, extract(epoch from observed_at)::bigint,
        fare, available, complete, self_transfer, cabin, extract(epoch from expires_at)::bigint, source, deep_link,
        to_char(departure_time, 'HH24:MI'), to_char(arrival_time, 'HH24:MI'), arrival_day_offset, duration_minutes, stops, via,
        carriers, flight_numbers, operating_carriers, segments, return_duration_minutes, return_stops, return_flight_numbers,
        batch_id, record_number)
      from faregrid.observation order by record_number
      """
    )
    let rows = (0..<result.rowCount).map { result.text($0, 0) ?? "" }
    #expect(rows == table.rows.indices.map { viewLine(table, $0) })
  }

  @Test("merge when many small ones have gathered, and hold the same observations with their batches and records")
  func merging() throws {
    let target = try TestDatabase.make()
    let store = try Store(target)
    var random = RandomObservations(seed: 3)
    random.departureDays = 5
    var all = ObservationTable()
    for batch in 1...40 as ClosedRange<Int64> {
      let table = random.table(6, batch: batch)
      try write(table, to: store, batch: batch)
      for (row, provenance) in zip(table.rows, table.provenance) {
        all.append(row.moved(from: table.texts, to: &all.texts), from: provenance)
      }
    }
    let keys = try store.routeMonths()
    let before = try segmentCount(target)
    try store.mergeSmallSegments(of: keys, batch: 40)
    #expect(try segmentCount(target) < before / 3)
    #expect(try lines(readAll(store)) == lines(all))
  }

  private func segmentCount(_ target: DatabaseTarget) throws -> Int64 {
    try TestDatabase.connect(to: target).query("select count(*) from faregrid.segment").int8(0, 0) ?? 0
  }

  private func write(_ table: ObservationTable, to store: Store, batch: Int64) throws {
    var groups: [String: SegmentGroup] = [:]
    for (index, row) in table.rows.enumerated() {
      let key = RouteMonth(
        route: Route(origin: row.origin, destination: row.destination),
        month: row.departureDate.month
      )
      let observed = row.observedAt.utcDay.month
      groups["\(key)\(observed)", default: SegmentGroup(key: key, observedMonth: observed, rows: [])].rows.append(index)
    }
    try store.makePartitions(for: Set(groups.values.map(\.observedMonth)))
    try store.append(Array(groups.values), of: table, batch: batch)
  }

  private func readAll(_ store: Store) throws -> ObservationTable {
    var table = ObservationTable()
    if let months = try store.observedMonths() {
      try store.appendObservations(of: store.routeMonths(), within: months, to: &table)
    }
    return table
  }

  /// The canonical lines with their provenance, in an order that does not depend on where they are stored.
  private func lines(_ table: ObservationTable) -> [String] {
    table.rows.indices.map { index in
      let line = OwnFormat.line(of: table.rows[index], texts: table.texts, exponent: 2)
      return "\(String(decoding: line, as: UTF8.self)) \(table.provenance[index])"
    }.sorted()
  }

  private func viewLine(_ table: ObservationTable, _ index: Int) -> String {
    let row = table.rows[index]
    func text(_ id: TextID) -> String? { table.texts.string(id) }
    func flag(_ value: Bool) -> String { value ? "t" : "f" }
    let leg = row.outbound
    let fields: [String?] = [
      "\(row.origin)", "\(row.destination)", "\(row.departureDate)", row.returnDate.map { "\($0)" },
      row.priceMinor.map { "\($0)" }, "\(row.currency)", "\(row.observedAt.rawValue)",
      row.kind == .day ? "day" : "itinerary",
      flag(!row.isSoldOut), flag(row.isCompleteLook), row.isSelfTransfer.map(flag), row.cabin?.name,
      row.expiresAt.map { "\($0.rawValue)" }, text(row.source), text(row.deepLink), leg.departureTime.map { "\($0)" },
      leg.arrivalTime.map { "\($0)" }, leg.arrivalDayOffset.map { "\($0)" }, leg.durationMinutes.map { "\($0)" },
      leg.stops.map { "\($0)" }, text(leg.via), text(leg.carriers), text(leg.flightNumbers),
      text(leg.operatingCarriers),
      text(leg.segments), row.inbound.durationMinutes.map { "\($0)" }, row.inbound.stops.map { "\($0)" },
      text(row.inbound.flightNumbers), "\(table.provenance[index].batch)", "\(table.provenance[index].record)",
    ]
    return fields.compactMap { $0 }.joined(separator: ",")
  }
}
