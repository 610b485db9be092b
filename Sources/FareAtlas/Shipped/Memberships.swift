import FareModel

/// Which airports belong to which cities, both ways.
struct Memberships: Sendable {
  private var airportsOfCity: [PlaceCode: Set<PlaceCode>] = [:]
  private var citiesOfAirport: [PlaceCode: Set<PlaceCode>] = [:]

  /// Adds a membership.
  mutating func insert(_ membership: CityMembership) {
    airportsOfCity[membership.city, default: []].insert(membership.airport)
    citiesOfAirport[membership.airport, default: []].insert(membership.city)
  }

  /// The airports of a city.
  func airports(of city: PlaceCode) -> Set<PlaceCode> { airportsOfCity[city] ?? [] }

  /// The cities of an airport.
  func cities(of airport: PlaceCode) -> Set<PlaceCode> { citiesOfAirport[airport] ?? [] }
}
