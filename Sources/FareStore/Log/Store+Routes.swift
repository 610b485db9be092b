public import FareModel

/// Reading which routes there are.
extension Store {
  /// Reads what is known of the routes from any of `origins`, or of all, without reading fares.
  ///
  /// In the order of origin, then destination.
  public func routeSpans(from origins: [PlaceCode]?) throws(PostgresError) -> [RouteSpan] {
    try connection.query(
      """
      select origin, destination, first_observed_at, last_observed_at, first_departure, last_departure
      from route_coverage where $1::text[] is null or origin = any ($1) order by origin, destination
      """,
      [Self.codes(origins)]
    ).routeSpans()
  }

  /// Reads what is known of the routes from any of `origins`, or of all, by what was observed at or before `instant`.
  ///
  /// - Complexity: O(observations of those routes), which takes about a second a million.
  public func routeSpans(
    from origins: [PlaceCode]?,
    upTo instant: Instant
  ) throws(PostgresError) -> [RouteSpan] {
    try connection.query(
      """
      select origin, destination, min(observed_at), max(observed_at), min(departure_date), max(departure_date)
      from observation where ($1::text[] is null or origin = any ($1)) and observed_at <= $2
      group by origin, destination order by origin, destination
      """,
      [Self.codes(origins), .timestamp(instant)]
    ).routeSpans()
  }

  /// Reads where loaded routes go from any of `origins`, each once and in order.
  public func knownDestinations(from origins: [PlaceCode]) throws(PostgresError) -> [PlaceCode] {
    let result = try connection.query(
      "select distinct destination from known_route where origin = any ($1::text[]) order by destination",
      [Self.codes(origins)]
    )
    return (0..<result.rowCount).compactMap { row in result.text(row, 0).flatMap { PlaceCode($0) } }
  }

  /// The names of the files that batches were loaded from.
  public func fileNames(of batches: [Int64]) throws(PostgresError) -> [Int64: String] {
    let result = try connection.query(
      "select batch_id, file_name from batch where batch_id = any ($1::bigint[])",
      [.int8Array(batches)]
    )
    var names: [Int64: String] = [:]
    for row in 0..<result.rowCount {
      if let batch = result.int8(row, 0) { names[batch] = result.text(row, 1) }
    }
    return names
  }

  private static func codes(_ places: [PlaceCode]?) -> PostgresParameter {
    places.map { .textArray($0.map(\.description)) } ?? .null(.textArray)
  }
}

extension PostgresResult {
  /// The spans that the rows hold, whose columns are origin, destination, first and last observation, first and last
  /// departure.
  func routeSpans() -> [RouteSpan] {
    (0..<rowCount).compactMap { routeSpan(row: $0, firstColumn: 2) }
  }

  /// The span of the route that the first two columns name, whose first and last observation, first and last departure
  /// stand from `firstColumn` on.
  func routeSpan(row: Int, firstColumn: Int) -> RouteSpan? {
    guard let route = route(row: row), let first = timestamp(row, firstColumn),
      let last = timestamp(row, firstColumn + 1), let from = date(row, firstColumn + 2),
      let to = date(row, firstColumn + 3)
    else { return nil }
    return RouteSpan(
      origin: route.origin,
      destination: route.destination,
      firstObservedAt: first,
      lastObservedAt: last,
      firstDeparture: from,
      lastDeparture: to
    )
  }
}
