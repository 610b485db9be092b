public import FareModel

/// The fares in PostgreSQL: one connection, used by one thread at a time.
///
/// Reading and writing the log, the derived tables, the batches and the reference data are extensions of their own.
public final class Store {
  /// The connection, in whose search path the schema stands first.
  let connection: PostgresConnection
  /// Where the connection leads, for the second one that partitions are made on.
  let target: DatabaseTarget
  /// The schema that holds everything.
  let schema: String
  /// The part number of the next segment of the batch in work.
  var nextPart: Int32 = 1
  /// The months of observation that are known to have a partition.
  var partitions: Set<Month> = []

  /// Connects, starts the private server when there is no other, and brings the schema up to date.
  public init(_ target: DatabaseTarget, schema: String = "faregrid") throws(PostgresError) {
    self.target = target
    self.schema = schema
    connection = try Database.connect(target, settings: Self.settings(schema: schema))
    try connection.migrate(schema: schema, Migration.all)
  }

  /// Connects again after the connection broke, and starts a private server again that crashed. What was prepared or locked
  /// on the old connection is gone.
  public func reconnect() throws(PostgresError) {
    do {
      try connection.reset()
    } catch {
      guard case .privateServer(let server) = target, try server.startAfterCrash() else { throw error }
      try connection.reset()
    }
  }

  /// Has `isStillWanted` asked from time to time while something is read, and gives up reading when it says no.
  public func watch(_ isStillWanted: @escaping () -> Bool) {
    connection.isStillWanted = isStillWanted
  }

  /// Has `work` done a piece at a time while `body` waits for the server, until it says that there is no more of it.
  ///
  /// What is read and written in `body` waits for the server alone; `work` does not use the store.
  public func filling<Value, Failure>(
    waitsWith work: @escaping () -> Bool,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    connection.meanwhile = work
    defer { connection.meanwhile = nil }
    return try body()
  }

  /// Whether the server says that it takes no connections for now: see ``PostgresConnection/serverIsOnItsWay``.
  public var serverIsOnItsWay: Bool { connection.serverIsOnItsWay }

  /// Runs `body` so that all that it reads is of one moment, and no batch is seen half.
  public func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    let isolation = "isolation level repeatable read, read only"
    do {
      return try connection.transaction(isolation, body)
    } catch let error where error.isStaleStatement {
      // A table was replaced since a statement was prepared. The body only reads, so it can be run again.
      connection.forgetStatements()
      return try connection.transaction(isolation, body)
    }
  }

  /// Runs `body`, whose errors are not the database's, as ``snapshot(_:)`` does, and returns what it threw.
  public func snapshot<Value, Failure>(
    catching body: () throws(Failure) -> Value
  ) throws(PostgresError) -> Result<Value, Failure> {
    try connection.transaction("isolation level repeatable read, read only", catching: body)
  }

  /// Runs `body` in one transaction: all that it writes becomes visible at once, or, when it throws, nothing does.
  ///
  /// What `body` throws is returned; what this throws is the database's.
  public func transaction<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(PostgresError) -> Result<Value, Failure> {
    try connection.transaction("", catching: body)
  }

  static func settings(schema: String) -> [(String, String)] {
    [("search_path", PostgresConnection.quoted(identifier: schema))]
  }
}

/// Reading what answers are made of.
extension Store {
  /// Reads, for routes between any of `origins` and any of `destinations`, what is known without reading fares.
  ///
  /// In the order of origin, then destination.
  public func routeSpans(origins: [PlaceCode], destinations: [PlaceCode]) throws(PostgresError) -> [RouteSpan] {
    try connection.query(
      """
      select origin, destination, first_observed_at, last_observed_at, first_departure, last_departure
      from route_coverage where origin = any ($1::text[]) and destination = any ($2::text[])
      order by origin, destination
      """,
      [.textArray(origins.map(\.description)), .textArray(destinations.map(\.description))]
    ).routeSpans()
  }

  /// Reads the day prices of routes for departures in `months`, in the order of route, month and currency.
  public func dayPrices(
    of routes: [Route],
    months: ClosedRange<Month>,
    trip: Trip
  ) throws(PostgresError) -> [DayPriceRow] {
    let result = try connection.query(
      """
      select d.origin, d.destination, d.departure_month, d.currency, d.newest_observed_at, d.holds_until,
        cardinality(d.departure_day), \(DayPriceColumn.names)
      from unnest($1::text[], $2::text[]) as k (origin, destination)
      join day_price d on (d.origin, d.destination) = (k.origin, k.destination)
        and d.departure_month between $3 and $4 and d.trip = $5
      order by d.origin, d.destination, d.departure_month, d.currency
      """,
      routes.parameters + [.date(months.lowerBound.firstDay), .date(months.upperBound.firstDay), .text(trip.name)]
    )
    return (0..<result.rowCount).compactMap { result.dayPriceRow($0, trip: trip) }
  }

  /// Reads the current fares of routes for departures in `months`, as of the newest observation.
  public func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable {
    var table = ObservationTable()
    _ = try appendCurrent(of: Self.keys(routes, months), to: &table)
    return table
  }

  /// Reads the observations of routes for departures in `months` that were made at or before `instant`.
  ///
  /// Observations of which every witness was retracted are not among them.
  public func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable {
    var table = ObservationTable()
    let spans = try routeSpans(origins: routes.map(\.origin), destinations: routes.map(\.destination))
    guard let first = spans.map(\.firstObservedAt).min(), let last = spans.map(\.lastObservedAt).max(), first <= instant
    else { return table }
    try appendObservations(
      of: Self.keys(routes, months),
      upTo: instant,
      within: first.utcDay.month...min(last, instant).utcDay.month,
      to: &table
    )
    return table
  }

  private static func keys(_ routes: [Route], _ months: ClosedRange<Month>) -> [RouteMonth] {
    routes.flatMap { route in months.map { RouteMonth(route: route, month: $0) } }
  }
}

extension Array where Element == Route {
  /// The two columns that name the routes, as parameters of a statement.
  var parameters: [PostgresParameter] {
    [.textArray(map(\.origin.description)), .textArray(map(\.destination.description))]
  }
}

extension PostgresResult {
  /// The day prices that a row holds, whose columns are origin, destination, month, currency, newest observation, until when
  /// they hold, how many cells there are, and the arrays; nil when it holds none.
  func dayPriceRow(_ row: Int, trip: Trip) -> DayPriceRow? {
    guard let key = routeMonth(row: row), let newest = timestamp(row, 4), let count = int4(row, 6)
    else { return nil }
    let blank = DayPriceCell(
      departureDate: key.month.firstDay,
      returnDate: nil,
      priceMinor: nil,
      fareCount: 0,
      isSoldOut: false,
      observedAt: newest,
      stops: nil,
      source: "",
      deepLink: nil,
      provenance: Provenance(batch: 0, record: 0)
    )
    var cells = Array(repeating: blank, count: Int(count))
    for (index, column) in DayPriceColumn.all.enumerated() {
      if let array = bytes(row, 7 + index) { column.decode(array, month: key.month, into: &cells) }
    }
    return DayPriceRow(
      origin: key.route.origin,
      destination: key.route.destination,
      month: key.month,
      trip: trip,
      currency: text(row, 3).flatMap { CurrencyCode($0) },
      newestObservedAt: newest,
      holdsUntil: timestamp(row, 5),
      cells: cells
    )
  }
}
