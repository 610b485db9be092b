/// What the store knows of a route without reading its fares.
public struct RouteSpan: Hashable, Sendable {
  /// Where the route begins.
  public var origin: PlaceCode
  /// Where it ends.
  public var destination: PlaceCode
  /// The oldest observation.
  public var firstObservedAt: Instant
  /// The newest observation.
  public var lastObservedAt: Instant
  /// The first departure that any observation is about.
  public var firstDeparture: Day
  /// The last departure that any observation is about.
  public var lastDeparture: Day

  /// Creates a span.
  public init(
    origin: PlaceCode,
    destination: PlaceCode,
    firstObservedAt: Instant,
    lastObservedAt: Instant,
    firstDeparture: Day,
    lastDeparture: Day
  ) {
    self.origin = origin
    self.destination = destination
    self.firstObservedAt = firstObservedAt
    self.lastObservedAt = lastObservedAt
    self.firstDeparture = firstDeparture
    self.lastDeparture = lastDeparture
  }
}
