public import FareModel

/// What is known of routes and sources, kept as batches come in.
extension Store {
  /// Widens the coverage by what a batch brought.
  public func widenCoverage(_ change: CoverageChange, in target: DerivedTables = .live) throws(PostgresError) {
    let routes = change.routes
    _ = try connection.query(
      """
      insert into \(target.name("route_coverage")) as c
      select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::date[], $6::date[])
      on conflict (origin, destination) do update set
        first_observed_at = least(c.first_observed_at, excluded.first_observed_at),
        last_observed_at = greatest(c.last_observed_at, excluded.last_observed_at),
        first_departure = least(c.first_departure, excluded.first_departure),
        last_departure = greatest(c.last_departure, excluded.last_departure)
      """,
      routes.map { Route(origin: $0.origin, destination: $0.destination) }.parameters + [
        .timestampArray(routes.map(\.firstObservedAt)),
        .timestampArray(routes.map(\.lastObservedAt)),
        .dateArray(routes.map(\.firstDeparture)),
        .dateArray(routes.map(\.lastDeparture)),
      ]
    )
    _ = try connection.query(
      """
      insert into \(target.name("source_coverage")) as c
      select * from unnest($1::text[], $2::timestamptz[], $3::bigint[])
      on conflict (source) do update set
        newest_observed_at = greatest(c.newest_observed_at, excluded.newest_observed_at),
        observations = c.observations + excluded.observations
      """,
      [
        .textArray(change.sources.map(\.name)),
        .timestampArray(change.sources.map(\.newestObservedAt)),
        .int8Array(change.sources.map { Int64($0.observations) }),
      ]
    )
  }

  /// Finds anew what is known of routes and sources, after observations were hidden.
  ///
  /// - Complexity: O(observations of the store), which takes about a second a million: any of them may be the oldest of its
  ///   route or the newest of its source now.
  public func findCoverage() throws(PostgresError) {
    try connection.execute(
      """
      delete from route_coverage;
      delete from source_coverage;
      with found as materialized (
        select origin, destination, source, min(observed_at) as first_observed_at, max(observed_at) as last_observed_at,
          min(departure_date) as first_departure, max(departure_date) as last_departure, count(*) as observations
        from observation group by origin, destination, source
      ),
      routes as (
        insert into route_coverage
        select origin, destination, min(first_observed_at), max(last_observed_at), min(first_departure), max(last_departure)
        from found group by origin, destination
      )
      insert into source_coverage
      select source, max(last_observed_at), sum(observations)::bigint from found group by source
      """
    )
  }

  /// How many observations are visible.
  public func observationCount() throws(PostgresError) -> Int {
    let result = try connection.query("select coalesce(sum(observations), 0)::bigint from source_coverage")
    return Int(result.int8(0, 0) ?? 0)
  }

  /// Reads what the store holds.
  public func status() throws(PostgresError) -> StoreStatus {
    let totals = try connection.query(
      """
      select (select coalesce(sum(observations), 0)::bigint from source_coverage), (select count(*) from route_coverage),
        (select count(*) from batch b where state = 'loaded' and subject = 'fares'
          and not exists (select from retraction r where r.batch_id = b.batch_id)),
        (select max(loaded_at) from batch where state = 'loaded'),
        (select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
          where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind = 'r'),
        (select max(version) from schema_version)::int, current_setting('server_version')
      """
    )
    let sources = try connection.query(
      "select source, newest_observed_at, observations from source_coverage order by source"
    )
    return StoreStatus(
      observations: Int(totals.int8(0, 0) ?? 0),
      routes: Int(totals.int8(0, 1) ?? 0),
      batches: Int(totals.int8(0, 2) ?? 0),
      lastLoadedAt: totals.timestamp(0, 3),
      sources: (0..<sources.rowCount).compactMap { row in
        guard let name = sources.text(row, 0), let newest = sources.timestamp(row, 1) else {
          return nil
        }
        return StoreStatus.Source(
          name: name,
          newestObservedAt: newest,
          observations: Int(sources.int8(row, 2) ?? 0)
        )
      },
      schemaVersion: Int(totals.int4(0, 5) ?? 0),
      serverVersion: totals.text(0, 6).map { String($0.prefix { $0 != " " }) } ?? "",
      bytes: Int(totals.int8(0, 4) ?? 0)
    )
  }
}

/// What the store holds.
public struct StoreStatus: Hashable, Sendable {
  /// A feed and how old its newest observation is.
  public struct Source: Hashable, Sendable {
    /// The feed's name.
    public var name: String
    /// Its newest observation.
    public var newestObservedAt: Instant
    /// How many observations are stored.
    public var observations: Int

    /// Creates what is known of a feed.
    public init(name: String, newestObservedAt: Instant, observations: Int) {
      self.name = name
      self.newestObservedAt = newestObservedAt
      self.observations = observations
    }
  }

  /// How many observations are stored.
  public var observations: Int
  /// How many routes have observations.
  public var routes: Int
  /// How many batches of fares are loaded and not retracted.
  public var batches: Int
  /// When the newest batch was loaded; nil when there is none.
  public var lastLoadedAt: Instant?
  /// The feeds, by name.
  public var sources: [Source]
  /// The version of the schema.
  public var schemaVersion: Int
  /// The version of the server, such as `15.18`.
  public var serverVersion: String
  /// The size of the store in bytes.
  public var bytes: Int

  /// Creates a status.
  public init(
    observations: Int,
    routes: Int,
    batches: Int,
    lastLoadedAt: Instant?,
    sources: [Source],
    schemaVersion: Int,
    serverVersion: String,
    bytes: Int
  ) {
    self.observations = observations
    self.routes = routes
    self.batches = batches
    self.lastLoadedAt = lastLoadedAt
    self.sources = sources
    self.schemaVersion = schemaVersion
    self.serverVersion = serverVersion
    self.bytes = bytes
  }
}
