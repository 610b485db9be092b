public import FareModel
public import FareStore

/// A source that keeps what it read in memory, and lets go of it when somebody commits something else.
///
/// What is kept of a route is its span and, a trip at a time, the day prices of all its months. It is loaded at the first
/// question by one statement and packed; what was not used for the longest time goes when the bound is reached. All that
/// is kept is of one edition of the store: a question that must read more does it in one snapshot, and when that shows a
/// commit that was not heard of yet, everything kept goes.
///
/// A lost connection is an error, after which this source is of no more use: whoever opened it opens another.
public final class ServedSource: FareSource {
  private final class KeptRoute {
    /// What is known of the route; nil when it was never observed.
    let span: RouteSpan?
    var fares: [Trip: KeptFares] = [:]

    init(_ span: RouteSpan?) {
      self.span = span
    }

    var byteCount: Int { fares.values.reduce(160) { $0 + $1.byteCount + 64 } }
  }

  private let source: any ChangingSource
  private let limit: Int
  private var routes = RecentlyUsed<Route, KeptRoute>()
  private var rates: (day: Day, rates: [ExchangeRate])?
  private var keptCut: (known: Bool, cut: Instant?) = (false, nil)
  private var heard = StoreChange()
  private var mayRead = false  // Whether a snapshot is open.
  private var misses = false  // Whether the question in work needs one.

  /// Begins to listen to a source. Nothing is loaded yet. `limit` is in bytes.
  public init(_ source: any ChangingSource, limit: Int = Limits.servedBytes) throws(PostgresError) {
    self.source = source
    self.limit = limit
    try source.listen()
    heard.edition = try source.edition()
  }

  /// What is kept takes about so many bytes.
  public var byteCount: Int { routes.byteCount }

  /// Takes in what was committed by others, without waiting.
  public func refresh() throws(PostgresError) {
    let change = try source.changes()
    if !change.isEmpty || change.edition > heard.edition { take(change) }
  }

  /// What changed since the last call, whether it was heard of or found.
  public func takeChanges() -> StoreChange {
    defer { heard = StoreChange(edition: heard.edition) }
    return heard
  }

  /// Whether anything changed since ``takeChanges()``.
  public var hasChanges: Bool { !heard.isEmpty }

  private func take(_ change: StoreChange) {
    heard.merge(change)
    if change.hasRates { rates = nil }
    guard let changed = change.routes else {
      keptCut.known = false
      return routes.removeAll()
    }
    for route in changed { routes.remove(route) }
  }

  // MARK: Reading

  /// Runs `body` on what is kept; when that is not enough, again in a snapshot.
  public func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    misses = false
    do {
      return try body()
    } catch {
      guard misses else { throw error }
    }
    return try source.snapshot { () throws(PostgresError) in
      mayRead = true
      defer { mayRead = false }
      let edition = try source.edition()
      if edition != heard.edition { take(.anything(edition: edition)) }
      defer { routes.shrink(to: limit) }
      return try body()
    }
  }

  /// Reads, for routes between any of `origins` and any of `destinations`, what is known without reading fares.
  public func routeSpans(
    origins: [PlaceCode],
    destinations: [PlaceCode]
  ) throws(PostgresError) -> [RouteSpan] {
    let asked = origins.sorted().flatMap { origin in
      destinations.sorted().map { Route(origin: origin, destination: $0) }
    }
    let kept = asked.map { routes.use($0) }
    if !kept.contains(where: { $0 == nil }) { return kept.compactMap { $0?.span } }
    let spans = try reading.routeSpans(origins: origins, destinations: destinations)
    for (route, kept) in zip(asked, kept) where kept == nil {
      let new = KeptRoute(spans.first { $0.route == route })
      routes.insert(new, for: route, byteCount: new.byteCount)
    }
    return spans
  }

  /// Sees to it that a route that nothing is kept of is kept, by one statement, and leaves the answer to what is kept.
  public func routeDays(
    of route: Route,
    shown: ClosedRange<Month>,
    compared: ClosedRange<Day>,
    withEdition: Bool
  ) throws(PostgresError) -> RouteDays? {
    if routes.use(route) != nil { return nil }
    let found = try source.routeDays(of: route, shown: Self.allMonths, compared: compared, withEdition: true)
    guard let found, let span = found.span, let edition = found.edition else { return nil }
    if edition != heard.edition { take(.anything(edition: edition)) }
    let kept = KeptRoute(span)
    kept.fares[.oneWay] = KeptFares(found.shown, of: route, trip: .oneWay)
    routes.insert(kept, for: route, byteCount: kept.byteCount)
    routes.shrink(to: limit)
    return nil
  }

  private static let allMonths = Month(year: 1, month: 1)...Month(year: 9999, month: 12)

  /// Reads the day prices of routes for departures in `months`, in the order of route, month and currency.
  public func dayPrices(
    of routes: [Route],
    months: ClosedRange<Month>,
    trip: Trip
  ) throws(PostgresError) -> [DayPriceRow] {
    let routes = routes.sorted()
    // Questions about all routes from a place have not read each one's span, and what they read is not kept here.
    guard routes.allSatisfy({ self.routes.use($0) != nil }) else {
      return try reading.dayPrices(of: routes, months: months, trip: trip)
    }
    try load(routes, trip)
    return routes.flatMap { self.routes.use($0)?.fares[trip]?.rows(months) ?? [] }
  }

  /// What the prices of some days of a route come to, when it is known without reading them.
  public func horizon(
    of route: Route,
    trip: Trip,
    _ days: ClosedRange<Day>,
    asOf: Instant
  ) throws(PostgresError) -> Horizon? {
    try load([route], trip)
    return routes.use(route)?.fares[trip]?.horizon(days, asOf: asOf)
  }

  /// Reads what is known of the routes from some origins, which is not kept.
  public func routeSpans(from origins: [PlaceCode]?) throws(PostgresError) -> [RouteSpan] {
    try reading.routeSpans(from: origins)
  }

  /// Reads what was known of the routes from some origins, which is not kept.
  public func routeSpans(from origins: [PlaceCode]?, upTo instant: Instant) throws(PostgresError) -> [RouteSpan] {
    try reading.routeSpans(from: origins, upTo: instant)
  }

  /// Reads where loaded routes go, which is not kept.
  public func knownDestinations(from origins: [PlaceCode]) throws(PostgresError) -> [PlaceCode] {
    try reading.knownDestinations(from: origins)
  }

  /// The names of the files that batches were loaded from, which are not kept.
  public func fileNames(of batches: [Int64]) throws(PostgresError) -> [Int64: String] {
    try reading.fileNames(of: batches)
  }

  /// Reads which records say what observations say, which are not kept.
  public func witnesses(
    of routes: [Route],
    months: ClosedRange<Month>
  ) throws(PostgresError) -> [Provenance: [Provenance]] {
    try reading.witnesses(of: routes, months: months)
  }

  /// The edition that was heard of or found.
  public func edition() throws(PostgresError) -> Int64 { heard.edition }

  /// The instant before which the log was pruned, which is kept.
  public func cut() throws(PostgresError) -> Instant? {
    if !keptCut.known { keptCut = (true, try reading.cut()) }
    return keptCut.cut
  }

  /// Reads the current fares of routes, which are not kept.
  public func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable {
    try reading.currentFares(of: routes, months: months)
  }

  /// Reads observations, which are not kept.
  public func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable {
    try reading.observations(of: routes, months: months, upTo: instant)
  }

  /// Reads the exchange rates dated on or before `day` that are the newest of their pair. Those of one day are kept.
  public func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate] {
    if let rates, rates.day == day { return rates.rates }
    let found = try reading.rates(upTo: day)
    rates = (day, found)
    return found
  }

  /// Reads the reference data that users loaded.
  public func reference() throws(PostgresError) -> ReferenceOverlay {
    try source.reference()
  }

  /// Reads what the store holds.
  public func status() throws(PostgresError) -> StoreStatus {
    try reading.status()
  }

  /// Reads the newest batches, which are not kept.
  public func batches(newest count: Int) throws(PostgresError) -> [BatchRecord] {
    try reading.batches(newest: count)
  }

  /// Makes the fares of routes ready, whose spans the question has read.
  private func load(_ wanted: [Route], _ trip: Trip) throws(PostgresError) {
    var missing: [RouteSpan] = []
    for route in wanted {
      if let kept = routes.use(route), kept.fares[trip] == nil, let span = kept.span { missing.append(span) }
    }
    guard let first = missing.map(\.firstDeparture.month).min(), let last = missing.map(\.lastDeparture.month).max()
    else { return }
    let rows = try reading.dayPrices(of: missing.map(\.route), months: first...last, trip: trip)
    for route in missing.map(\.route) {
      guard let kept = routes.use(route) else { continue }
      let own = rows.filter { $0.origin == route.origin && $0.destination == route.destination }
      kept.fares[trip] = KeptFares(own, of: route, trip: trip)
      routes.insert(kept, for: route, byteCount: kept.byteCount)
    }
  }

  /// The source, where it may be read; else the question in work ends, to be asked again in a snapshot.
  private var reading: any ChangingSource {
    get throws(PostgresError) {
      guard mayRead else {
        misses = true
        throw PostgresError(.queryFailed, message: "not in memory")
      }
      return source
    }
  }
}
