public import FareModel
public import FareStore

/// Where answers get their fares from: the reading half of a ``Store``.
///
/// A source is used by one thread at a time.
public protocol FareSource {
  /// Reads, for routes between any of `origins` and any of `destinations`, what is known without reading fares.
  ///
  /// In the order of origin, then destination.
  func routeSpans(origins: [PlaceCode], destinations: [PlaceCode]) throws(PostgresError) -> [RouteSpan]

  /// Reads what is known of the routes from any of `origins`, or of all, without reading fares.
  ///
  /// In the order of origin, then destination.
  func routeSpans(from origins: [PlaceCode]?) throws(PostgresError) -> [RouteSpan]

  /// Reads what is known of the routes from any of `origins`, or of all, by what was observed at or before `instant`.
  ///
  /// This goes to the log, and is for instants before the newest observation.
  func routeSpans(from origins: [PlaceCode]?, upTo instant: Instant) throws(PostgresError) -> [RouteSpan]

  /// Reads where loaded routes go from any of `origins`, each once and in order.
  func knownDestinations(from origins: [PlaceCode]) throws(PostgresError) -> [PlaceCode]

  /// The names of the files that batches were loaded from.
  func fileNames(of batches: [Int64]) throws(PostgresError) -> [Int64: String]

  /// Reads which records say what observations of routes for departures in `months` say, by the record that is read with
  /// each, in the order of their batches.
  ///
  /// Observations that no other record says, nor said, may be left out.
  func witnesses(
    of routes: [Route],
    months: ClosedRange<Month>
  ) throws(PostgresError) -> [Provenance: [Provenance]]

  /// The edition of the store, which changes whenever an answer might.
  func edition() throws(PostgresError) -> Int64

  /// The instant before which the log was pruned, and about which nothing can be asked any more; nil when it never was.
  func cut() throws(PostgresError) -> Instant?

  /// Reads the day prices of routes for departures in `months`, in the order of route, month and currency.
  func dayPrices(of routes: [Route], months: ClosedRange<Month>, trip: Trip) throws(PostgresError) -> [DayPriceRow]

  /// Reads at once, as of one moment, what is known of a route, its one-way day prices for departures in the months `shown`
  /// and the prices of the days `compared`.
  ///
  /// Nil, which it may always be, has all of it read in a snapshot. `withEdition` has the edition read, too.
  func routeDays(
    of route: Route,
    shown: ClosedRange<Month>,
    compared: ClosedRange<Day>,
    withEdition: Bool
  ) throws(PostgresError) -> RouteDays?

  /// What the prices of some days of a route come to as at an instant, when that is known without reading them.
  ///
  /// Nil, which it may always be, has them read.
  func horizon(
    of route: Route,
    trip: Trip,
    _ days: ClosedRange<Day>,
    asOf: Instant
  ) throws(PostgresError) -> Horizon?

  /// Reads the current fares of routes for departures in `months`, as of the newest observation.
  func currentFares(of routes: [Route], months: ClosedRange<Month>) throws(PostgresError) -> ObservationTable

  /// Reads the observations of routes for departures in `months` that were made at or before `instant`.
  func observations(
    of routes: [Route],
    months: ClosedRange<Month>,
    upTo instant: Instant
  ) throws(PostgresError) -> ObservationTable

  /// Reads the exchange rates dated on or before `day` that are the newest of their pair.
  func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate]

  /// Reads the reference data that users loaded.
  func reference() throws(PostgresError) -> ReferenceOverlay

  /// Reads what the store holds.
  func status() throws(PostgresError) -> StoreStatus

  /// Reads the newest batches, the newest first.
  func batches(newest count: Int) throws(PostgresError) -> [BatchRecord]

  /// Runs `body` so that all that it reads is of one moment, and no batch is seen half.
  func snapshot<Value>(_ body: () throws(PostgresError) -> Value) throws(PostgresError) -> Value
}

extension FareSource {
  /// Was never pruned.
  public func cut() throws(PostgresError) -> Instant? { nil }

  /// Knows of no batches.
  public func batches(newest count: Int) throws(PostgresError) -> [BatchRecord] { [] }

  /// Reads nothing at once.
  public func routeDays(
    of route: Route,
    shown: ClosedRange<Month>,
    compared: ClosedRange<Day>,
    withEdition: Bool
  ) throws(PostgresError) -> RouteDays? {
    nil
  }

  /// Knows of no prices.
  public func horizon(
    of route: Route,
    trip: Trip,
    _ days: ClosedRange<Day>,
    asOf: Instant
  ) throws(PostgresError) -> Horizon? {
    nil
  }
}

extension Store: FareSource {}
