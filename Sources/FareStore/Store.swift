public import FareModel

/// The fares in PostgreSQL: one connection, used by one thread at a time.
public final class Store {
  /// Reads, for routes between any of `origins` and any of `destinations`, what is known without reading fares.
  ///
  /// In the order of origin, then destination.
  public func routeSpans(origins: [PlaceCode], destinations: [PlaceCode]) throws(PostgresError) -> [RouteSpan] {
    fatalError("not written yet")
  }

  /// Reads the day prices of routes for departures in `months`, in the order of route, month and currency.
  public func dayPrices(
    of routes: [Route],
    months: ClosedRange<Month>,
    trip: Trip
  ) throws(PostgresError) -> [DayPriceRow] {
    fatalError("not written yet")
  }

  /// Reads the current fares of routes for departures in `months`, as of the newest observation.
  public func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable {
    fatalError("not written yet")
  }

  /// Reads the observations of routes for departures in `months` that were made at or before `instant`.
  ///
  /// Observations of which every witness was retracted are not among them.
  public func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable {
    fatalError("not written yet")
  }

  /// Reads the exchange rates dated on or before `day` that are the newest of their pair.
  public func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate] {
    fatalError("not written yet")
  }

  /// Reads the reference data that users loaded.
  public func reference() throws(PostgresError) -> ReferenceOverlay {
    fatalError("not written yet")
  }

  /// Reads what the store holds.
  public func status() throws(PostgresError) -> StoreStatus {
    fatalError("not written yet")
  }

  /// Runs `body` so that all that it reads is of one moment, and no batch is seen half.
  public func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value {
    fatalError("not written yet")
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

    /// Describes a feed.
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
  /// How many batches are loaded.
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

  /// Describes a store.
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
