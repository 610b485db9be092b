public import FareModel

/// A route and a month of departure: what the store reads, derives and replaces at once.
public struct RouteMonth: Hashable, Comparable, Sendable {
  /// The route.
  public var route: Route
  /// The month of departure.
  public var month: Month

  /// Creates a route's month.
  public init(route: Route, month: Month) {
    self.route = route
    self.month = month
  }

  /// Orders by origin, destination and month.
  public static func < (left: Self, right: Self) -> Bool {
    (left.route, left.month) < (right.route, right.month)
  }
}

/// Observations of a table that belong together in a segment: one route, month of departure and month of observation.
public struct SegmentGroup: Sendable {
  /// The route and the month of departure.
  public var key: RouteMonth
  /// The month of observation, in UTC.
  public var observedMonth: Month
  /// Where the observations stand in their table.
  public var rows: [Int]

  /// Creates a group.
  public init(key: RouteMonth, observedMonth: Month, rows: [Int]) {
    self.key = key
    self.observedMonth = observedMonth
    self.rows = rows
  }
}

/// Where a segment stands in the log, among those of its route and month of departure.
public struct SegmentPlace: Hashable, Sendable {
  /// The month of observation, in UTC.
  public var observedMonth: Month
  /// The batch that wrote the segment.
  public var batch: Int64
  /// Its number among the segments of the batch.
  public var part: Int32
}

/// The current fares of a route's month, as they stand in a table.
public struct CurrentFareGroup: Sendable {
  /// The route and the month of departure.
  public var key: RouteMonth
  /// The newest observation of the route's month, current or not.
  public var newestObservedAt: Instant
  /// Where the current fares stand in their table.
  public var rows: [Int]
  /// The segment that holds these fares, in this order, and nothing else; nil when none is known to.
  public var segment: SegmentPlace?

  /// Creates a group.
  public init(key: RouteMonth, newestObservedAt: Instant, rows: [Int]) {
    self.key = key
    self.newestObservedAt = newestObservedAt
    self.rows = rows
  }
}

/// A record that says again what a stored observation says.
public struct Witness: Hashable, Sendable {
  /// The route and the month of departure.
  public var key: RouteMonth
  /// The month of observation.
  public var observedMonth: Month
  /// The record that says it again.
  public var record: Provenance
  /// The observation that is stored.
  public var of: Provenance

  /// Creates a witness.
  public init(key: RouteMonth, observedMonth: Month, record: Provenance, of: Provenance) {
    self.key = key
    self.observedMonth = observedMonth
    self.record = record
    self.of = of
  }
}

/// What a batch adds to the coverage of its routes and sources.
public struct CoverageChange: Sendable {
  /// The spans of the routes that were touched, each once.
  public var routes: [RouteSpan]
  /// The newest observation and the number of new observations of each source.
  public var sources: [(name: String, newestObservedAt: Instant, observations: Int)]

  /// Creates a change.
  public init(routes: [RouteSpan], sources: [(name: String, newestObservedAt: Instant, observations: Int)]) {
    self.routes = routes
    self.sources = sources
  }
}

extension Array where Element == RouteMonth {
  /// The three columns that name the keys, as parameters of a statement.
  var parameters: [PostgresParameter] {
    [
      .textArray(map { $0.route.origin.description }),
      .textArray(map { $0.route.destination.description }),
      .dateArray(map(\.month.firstDay)),
    ]
  }
}
