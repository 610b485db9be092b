public import FareModel

/// Reference data that users load on top of what is shipped.
extension Store {
  /// Reads the places, memberships and carriers that users loaded.
  public func reference() throws(PostgresError) -> ReferenceOverlay {
    var overlay = ReferenceOverlay()
    overlay.places = try places()
    let memberships = try connection.query("select city, airport from city_airport order by city, airport")
    overlay.memberships = (0..<memberships.rowCount).compactMap { row in
      memberships.route(row: row).map { CityMembership(city: $0.origin, airport: $0.destination) }
    }
    let carriers = try connection.query(
      "select code, name, valid_from, valid_to from carrier order by code, valid_from"
    )
    overlay.carriers = (0..<carriers.rowCount).map { row in
      CarrierRecord(
        code: carriers.text(row, 0) ?? "",
        name: carriers.text(row, 1) ?? "",
        validFrom: carriers.date(row, 2).flatMap { $0 == Self.always ? nil : $0 },
        validTo: carriers.date(row, 3)
      )
    }
    return overlay
  }

  /// Reads the exchange rates dated on or before `day` that are the newest of their pair.
  public func rates(upTo day: Day) throws(PostgresError) -> [ExchangeRate] {
    let result = try connection.query(
      """
      select distinct on (base, quote) base, quote, trim_scale(rate)::text, rate_date from exchange_rate
      where rate_date <= $1 order by base, quote, rate_date desc
      """,
      [.date(day)]
    )
    return (0..<result.rowCount).compactMap { row in
      guard let base = result.text(row, 0).flatMap({ CurrencyCode($0) }),
        let quote = result.text(row, 1).flatMap({ CurrencyCode($0) }),
        let rate = result.text(row, 2), let date = result.date(row, 3)
      else { return nil }
      return ExchangeRate(base: base, quote: quote, rate: rate, date: date)
    }
  }

  /// Adds places, in the place of those of the same code and kind. Returns how many rows said something new.
  ///
  /// - Precondition: No two of them have one code and kind.
  public func add(_ places: [PlaceRecord]) throws(PostgresError) -> Int {
    try merge(
      """
      insert into place as t (code, kind, name, city, country, latitude, longitude, tz, valid_from, valid_to, successor)
      select r.code, r.kind, r.name, r.city, r.country, nullif(r.latitude, '')::float8, nullif(r.longitude, '')::float8,
        nullif(r.tz, ''), nullif(r.valid_from, '')::date, nullif(r.valid_to, '')::date, nullif(r.successor, '')
      from \(Self.rows(["code", "kind", "name", "city", "country", "latitude", "longitude", "tz", "valid_from", "valid_to",
        "successor"]))
      on conflict (code, kind) do update set name = excluded.name, city = excluded.city, country = excluded.country,
        latitude = excluded.latitude, longitude = excluded.longitude, tz = excluded.tz, valid_from = excluded.valid_from,
        valid_to = excluded.valid_to, successor = excluded.successor
      where (t.name, t.city, t.country, t.latitude, t.longitude, t.tz, t.valid_from, t.valid_to, t.successor)
        is distinct from (excluded.name, excluded.city, excluded.country, excluded.latitude, excluded.longitude, excluded.tz,
          excluded.valid_from, excluded.valid_to, excluded.successor)
      """,
      [
        places.map(\.code.description), places.map(\.kind.rawValue), places.map(\.name), places.map(\.city),
        places.map(\.country), places.map { $0.latitude?.description ?? "" },
        places.map { $0.longitude?.description ?? "" },
        places.map { $0.timeZone ?? "" }, places.map { $0.validFrom?.description ?? "" },
        places.map { $0.validTo?.description ?? "" }, places.map { $0.successor?.description ?? "" },
      ]
    )
  }

  /// Adds memberships of airports in cities. Returns how many are new.
  public func add(_ memberships: [CityMembership]) throws(PostgresError) -> Int {
    try merge(
      "insert into city_airport select city, airport from \(Self.rows(["city", "airport"])) on conflict do nothing",
      [memberships.map(\.city.description), memberships.map(\.airport.description)]
    )
  }

  /// Adds carriers, in the place of those of the same code and beginning. Returns how many rows said something new.
  ///
  /// - Precondition: No two of them have one code and beginning.
  public func add(_ carriers: [CarrierRecord]) throws(PostgresError) -> Int {
    try merge(
      """
      insert into carrier as t
      select r.code, r.name, r.valid_from::date, nullif(r.valid_to, '')::date
      from \(Self.rows(["code", "name", "valid_from", "valid_to"]))
      on conflict (code, valid_from) do update set name = excluded.name, valid_to = excluded.valid_to
      where (t.name, t.valid_to) is distinct from (excluded.name, excluded.valid_to)
      """,
      [
        carriers.map(\.code), carriers.map(\.name), carriers.map { ($0.validFrom ?? Self.always).description },
        carriers.map { $0.validTo?.description ?? "" },
      ]
    )
  }

  /// Adds routes that carriers are known to fly. Returns how many are new.
  public func add(_ routes: [RouteRecord]) throws(PostgresError) -> Int {
    try merge(
      """
      insert into known_route select origin, destination, carrier
      from \(Self.rows(["origin", "destination", "carrier"])) on conflict do nothing
      """,
      [routes.map(\.origin.description), routes.map(\.destination.description), routes.map(\.carrier)]
    )
  }

  /// Adds exchange rates. Returns how many say something new.
  ///
  /// Of two rates of one pair and day the greater stays, so that the order of loading never matters.
  ///
  /// - Precondition: No two of them have one pair and day.
  public func add(_ rates: [ExchangeRate]) throws(PostgresError) -> Int {
    try merge(
      """
      insert into exchange_rate as t
      select r.base, r.quote, r.rate_date::date, r.rate::numeric from \(Self.rows(["base", "quote", "rate_date", "rate"]))
      on conflict (base, quote, rate_date) do update set rate = excluded.rate where t.rate < excluded.rate
      """,
      [
        rates.map(\.base.description), rates.map(\.quote.description), rates.map(\.date.description), rates.map(\.rate),
      ]
    )
  }

  /// The beginning of a validity that has none: it stands in a key, which cannot be null.
  private static let always = Day(rawValue: -719_162)  // 0001-01-01

  /// Rows of text columns, given as arrays, as a table `r`.
  private static func rows(_ columns: [String]) -> String {
    let arrays = columns.indices.map { "$\($0 + 1)::text[]" }.joined(separator: ", ")
    return "unnest(\(arrays)) as r (\(columns.joined(separator: ", ")))"
  }

  private func merge(_ statement: String, _ columns: [[String]]) throws(PostgresError) -> Int {
    try connection.query(statement, columns.map(PostgresParameter.textArray)).affectedRows
  }

  private func places() throws(PostgresError) -> [PlaceRecord] {
    let result = try connection.query(
      """
      select code, kind, name, city, country, latitude::text, longitude::text, tz, valid_from, valid_to, successor
      from place order by code, kind
      """
    )
    return (0..<result.rowCount).compactMap { row in
      guard let code = result.text(row, 0).flatMap({ PlaceCode($0) }),
        let kind = result.text(row, 1).flatMap(PlaceRecord.Kind.init(rawValue:))
      else { return nil }
      return PlaceRecord(
        code: code,
        kind: kind,
        name: result.text(row, 2) ?? "",
        city: result.text(row, 3) ?? "",
        country: result.text(row, 4) ?? "",
        latitude: result.text(row, 5).flatMap { Double($0) },
        longitude: result.text(row, 6).flatMap { Double($0) },
        timeZone: result.text(row, 7),
        validFrom: result.date(row, 8),
        validTo: result.date(row, 9),
        successor: result.text(row, 10).flatMap { PlaceCode($0) }
      )
    }
  }
}
