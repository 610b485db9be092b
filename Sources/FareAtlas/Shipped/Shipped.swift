import FareModel

/// A place as a shipped file says it, with how much it is flown to.
struct ShippedPlace {
  /// The record.
  var record: PlaceRecord
  /// 0 to 1000; 0 for a place without scheduled flights.
  var weight: Int
}

/// The reference data that the binary carries.
enum Shipped {
  static let airports = ShippedTable("Data/airports.csv")
  static let cities = ShippedTable("Data/cities.csv")
  static let carriers = ShippedTable("Data/carriers.csv", codeWidth: 2)
  static let currencies = ShippedTable("Data/currencies.csv")
  static let currencySymbols = ShippedTable("Data/currency_symbols.csv")

  /// The shipped place of a code and kind, or nil.
  static func place(_ code: PlaceCode, _ kind: PlaceRecord.Kind) -> ShippedPlace? {
    switch kind {
    case .airport: airports.first(code.rawValue).flatMap(airport)
    case .city: cities.first(code.rawValue).flatMap(city)
    }
  }

  /// Every shipped place: the cities, then the airports.
  ///
  /// - Complexity: O(bytes of both files).
  static func places() -> [ShippedPlace] {
    var places: [ShippedPlace] = []
    cities.forEach { fields in city(fields).map { places.append($0) } }
    airports.forEach { fields in airport(fields).map { places.append($0) } }
    return places
  }

  private static func airport(_ fields: [String]) -> ShippedPlace? {
    guard let code = PlaceCode(fields[0]) else { return nil }
    let record = PlaceRecord(
      code: code,
      kind: .airport,
      name: fields[1],
      city: fields[2],
      country: fields[3],
      latitude: Double(fields[4]),
      longitude: Double(fields[5]),
      timeZone: fields[6],
      validFrom: Day(fields[8]),
      validTo: Day(fields[9]),
      successor: PlaceCode(fields[10])
    )
    return ShippedPlace(record: record, weight: Int(fields[7]) ?? 0)
  }

  private static func city(_ fields: [String]) -> ShippedPlace? {
    guard let code = PlaceCode(fields[0]) else { return nil }
    let record = PlaceRecord(
      code: code,
      kind: .city,
      name: fields[1],
      city: fields[1],
      country: fields[2],
      latitude: Double(fields[3]),
      longitude: Double(fields[4]),
      timeZone: fields[5]
    )
    return ShippedPlace(record: record, weight: Int(fields[6]) ?? 0)
  }

  /// The names of a carrier code, oldest first.
  static func carriers(_ code: String) -> [CarrierRecord] {
    guard code.utf8.count == 2 else { return [] }
    let packed = code.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return carriers.all(packed).map {
      CarrierRecord(code: $0[0], name: $0[1], validFrom: Day($0[2]), validTo: Day($0[3]))
    }
  }

  /// Which airports belong to which cities. Read once, when it is first asked for.
  static let memberships: Memberships = {
    var memberships = Memberships()
    ShippedTable("Data/city_airports.csv").forEach { fields in
      guard let city = PlaceCode(fields[0]), let airport = PlaceCode(fields[1]) else { return }
      memberships.insert(CityMembership(city: city, airport: airport))
    }
    return memberships
  }()

  /// The airports that another took the place of. Read once, when it is first asked for.
  static let retired: [PlaceRecord] = {
    var retired: [PlaceRecord] = []
    airports.forEach { fields in
      guard fields[10] != "", let place = airport(fields) else { return }
      retired.append(place.record)
    }
    return retired
  }()
}
