public import FareModel

extension Atlas {
  /// The airport of a code, or nil. A loaded record replaces the shipped one.
  ///
  /// An airport that is known only as a member of a loaded city has its code for a name.
  ///
  /// - Complexity: O(log airports), and the record is read from the shipped text each time.
  public func airport(_ code: PlaceCode) -> PlaceRecord? {
    if let record = overlay.place(code, .airport) ?? Shipped.place(code, .airport)?.record { return record }
    let isMember = !overlay.memberships.cities(of: code).isEmpty
    return isMember ? PlaceRecord(code: code, kind: .airport, name: "\(code)") : nil
  }

  /// The city or metropolitan area of a code, or nil. A loaded record replaces the shipped one.
  ///
  /// An airport that no city claims is a city of its own, named for the city that it serves.
  public func city(_ code: PlaceCode) -> PlaceRecord? {
    if let record = overlay.place(code, .city) ?? Shipped.place(code, .city)?.record { return record }
    if !overlay.memberships.airports(of: code).isEmpty {
      return PlaceRecord(code: code, kind: .city, name: "\(code)")
    }
    guard listedCities(of: code).isEmpty, var record = airport(code) else { return nil }
    record.kind = .city
    if !record.city.isEmpty { record.name = record.city }
    return record
  }

  /// The airports of a city, by code; empty when the code is no city's.
  public func airports(of city: PlaceCode) -> [PlaceCode] {
    let listed = Shipped.memberships.airports(of: city).union(overlay.memberships.airports(of: city))
    guard listed.isEmpty else { return listed.sorted() }
    return isAirport(city) && listedCities(of: city).isEmpty ? [city] : []
  }

  /// The cities that an airport belongs to; empty when the code is no airport's.
  ///
  /// The city with most airports comes first, of equals the one with the smaller code: Newark belongs to New York before
  /// it belongs to itself.
  public func cities(of airport: PlaceCode) -> [PlaceCode] {
    guard isAirport(airport) else { return [] }
    let listed = listedCities(of: airport)
    guard !listed.isEmpty else { return [airport] }
    return listed.map { (city: $0, count: airports(of: $0).count) }
      .sorted { ($1.count, $0.city) < ($0.count, $1.city) }
      .map(\.city)
  }

  /// Whether the code is that of an airport or a city.
  ///
  /// - Complexity: O(log airports), without reading a record.
  public func isKnown(_ code: PlaceCode) -> Bool {
    isAirport(code) || overlay.has(code, .city) || Shipped.cities.contains(code.rawValue)
      || !overlay.memberships.airports(of: code).isEmpty
  }

  /// That a code is no longer used for travel.
  public struct Retirement: Hashable, Sendable {
    /// The last day on which it was.
    public var lastDay: Day
    /// The code that took its place, where one did.
    public var successor: PlaceCode?
  }

  /// How a code had been retired on a day, or nil when it was still in use, or is unknown.
  public func retirement(of code: PlaceCode, on day: Day) -> Retirement? {
    guard let record = airport(code) ?? city(code), let lastDay = record.validTo, lastDay < day else { return nil }
    return Retirement(lastDay: lastDay, successor: record.successor)
  }

  /// The retired codes that `codes` took the place of, directly or through others, by code and without `codes`.
  func predecessors(of codes: [PlaceCode]) -> [PlaceCode] {
    let shipped = Shipped.retired.filter { !overlay.has($0.code, .airport) }
    let retired = (shipped + overlay.places).filter { $0.successor != nil }
    var found = Set(codes)
    var grew = true
    while grew {
      let before = found.count
      for record in retired where record.successor.map(found.contains) == true { found.insert(record.code) }
      grew = found.count > before
    }
    return found.subtracting(codes).sorted()
  }

  private func isAirport(_ code: PlaceCode) -> Bool {
    overlay.has(code, .airport) || Shipped.airports.contains(code.rawValue)
      || !overlay.memberships.cities(of: code).isEmpty
  }

  private func listedCities(of airport: PlaceCode) -> Set<PlaceCode> {
    Shipped.memberships.cities(of: airport).union(overlay.memberships.cities(of: airport))
  }
}
