import FareIngest
import FareModel
import FareStore
import Support
import Testing

@Suite("What is current of what was observed")
struct CurrentFareTests {
  @Test(
    "is what a replay of the log and the rule in plain SQL come to, now and as at every instant",
    arguments: Trial.all
  )
  func current(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 300)
    let loaded = try LoadedStore(files.cut(files.lines(220, trial.bent), into: 5))
    let table = try loaded.observations()
    let newest = try #require(table.rows.map(\.observedAt).max())

    let stored = try storedDays(loaded)
    #expect(days(stored) == SlowFares(table, asOf: newest, atlas: loaded.atlas).days())
    #expect(try prices(stored) == sqlPrices(loaded, asOf: newest))

    let instants = Set(table.rows.map(\.observedAt)).sorted().shuffled(using: &files.random).prefix(4)
    for instant in instants {
      var then = ObservationTable()
      let (keys, months) = (try loaded.store.routeMonths(), try loaded.store.observedMonths())
      try loaded.store.appendObservations(of: keys, upTo: instant, within: try #require(months), to: &then)
      let rows = DerivedFares(atlas: loaded.atlas).dayPrices(of: keys, from: then)
      #expect(days(rows) == SlowFares(table, asOf: instant, atlas: loaded.atlas).days())
      #expect(try prices(rows) == sqlPrices(loaded, asOf: instant))
    }
  }

  @Test("is the same read at once, of any months and days", arguments: Trial.all)
  func atOnce(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 310)
    let loaded = try LoadedStore(files.cut(files.lines(220, trial.bent), into: 3))
    for span in try loaded.store.routeSpans(from: nil) {
      let route = Route(origin: span.origin, destination: span.destination)
      let all = span.firstDeparture.month...span.lastDeparture.month
      for _ in 0..<3 {
        let months = [Month](all).shuffled(using: &files.random).prefix(2).sorted()
        let shown = months[0]...months[months.count - 1]
        let first = span.firstDeparture.advanced(by: .random(in: -40...40, using: &files.random))
        let compared = first...first.advanced(by: .random(in: 0...100, using: &files.random))
        let found = try #require(
          try loaded.store.routeDays(of: route, shown: shown, compared: compared, withEdition: true)
        )
        #expect(try found.edition == loaded.store.edition())
        #expect(found.span == span)
        let rows = try loaded.store.dayPrices(of: [route], months: all, trip: .oneWay)
        #expect(found.shown == rows.filter { shown.contains($0.month) })
        let others = rows.filter { !shown.contains($0.month) }.flatMap(\.cells)
        let prices = others.filter { compared.contains($0.departureDate) }.compactMap(\.priceMinor)
        #expect(found.compared.flatMap(\.prices).sorted() == prices.sorted())
      }
    }
  }

  private func storedDays(_ loaded: LoadedStore) throws -> [DayPriceRow] {
    let keys = try loaded.store.routeMonths()
    guard let first = keys.map(\.month).min(), let last = keys.map(\.month).max() else { return [] }
    let routes = Set(keys.map(\.route)).sorted()
    return try Trip.allCases.flatMap { try loaded.store.dayPrices(of: routes, months: first...last, trip: $0) }
  }

  /// The days as ``SlowFares/days()`` says them.
  private func days(_ rows: [DayPriceRow]) -> [String] {
    rows.flatMap { row in
      row.cells.map { cell in
        let price = cell.priceMinor.map { "\($0) of \(cell.fareCount)" } ?? (cell.isSoldOut ? "sold out" : "no fare")
        return "\(day(row, cell)) \(price) \(cell.observedAt) \(cell.source) \(cell.provenance)"
      }
    }.sorted()
  }

  private func prices(_ rows: [DayPriceRow]) -> [String] {
    rows.flatMap { row in
      row.cells.map { "\(day(row, $0)) \($0.priceMinor.map { "\($0)" } ?? "-") of \($0.fareCount)" }
    }.sorted()
  }

  private func day(_ row: DayPriceRow, _ cell: DayPriceCell) -> String {
    let currency = row.currency.map { "\($0)" } ?? "none"
    return "\(row.origin)\(row.destination) \(cell.departureDate) \(cell.returnDate.map { "\($0)" } ?? "-") \(currency)"
  }

  /// The day prices by the rule of the contract, in SQL over the view.
  ///
  /// What ties to the end shows the same price in the same currency, so that of the last tie, by canonical lines, the
  /// first fields that can differ do.
  private func sqlPrices(_ loaded: LoadedStore, asOf: Instant) throws -> [String] {
    let sql = """
      with known as (
        select o.*,
          concat_ws('/', source, origin, destination, departure_date, coalesce(return_date::text, '-'), coalesce(cabin, '-'))
            as look,
          case when fare = 'itinerary' then concat(
            flight_numbers, '|',
            case when cardinality(string_to_array(flight_numbers, '+')) > coalesce(stops, 0) then 'numbered'
              else row(carriers, departure_time, duration_minutes, stops, via)::text end, '|',
            return_flight_numbers, '|',
            case when cardinality(string_to_array(return_flight_numbers, '+')) > coalesce(return_stops, 0) then 'numbered'
              else row(return_carriers, return_departure_time, return_duration_minutes, return_stops, return_via)::text end
          ) else 'day' end as flights,
          price_minor is null and departure_date
            < (observed_at at time zone case origin when 'LIS' then 'Europe/Lisbon' else 'Europe/Oslo' end)::date
            as belated
        from SCHEMA.observation o where observed_at <= '\(asOf)'
      ),
      seen as (
        select *, max(observed_at) filter (where complete and not belated) over (partition by look) as complete_at from known
      ),
      ranked as (
        select *, row_number() over (
          partition by look, flights order by belated, observed_at desc, price_minor, currency collate "C"
        ) as place
        from seen
        where complete_at is null or observed_at > complete_at or observed_at = complete_at and not belated
      )
      select concat(origin, destination, ' ', departure_date, ' ', coalesce(return_date::text, '-'), ' ',
        case when price_minor is null then 'none' else currency end, ' ', coalesce(min(price_minor)::text, '-'), ' of ',
        count(price_minor))
      from ranked where place = 1
      group by origin, destination, departure_date, return_date, case when price_minor is null then 'none' else currency end
      """
    return try loaded.rows(sql).sorted()
  }
}
