public import FareModel
import Glibc

/// An airport and how far it is.
public struct NearbyPlace: Hashable, Sendable {
  /// The airport.
  public var place: PlaceRecord
  /// Kilometres along the great circle.
  public var kilometres: Double
}

extension Atlas {
  /// The airports around a place, nearest first and equally near ones by code.
  ///
  /// The middle of a city is where its record says, else its first airport that has a position; its own airports are
  /// listed. The middle itself, when it is an airport, is not, nor are airports that are retired or have no position.
  /// Empty when the middle has no position.
  ///
  /// - Complexity: O(airports).
  public func nearby(_ middle: ResolvedPlace, radiusKilometres: Double, limit: Int) -> [NearbyPlace] {
    guard let centre = position(of: middle) else { return [] }
    var found: [NearbyPlace] = []
    for place in placeIndex.places where place.kind == .airport && place.validTo == nil {
      if middle.record.kind == .airport, place.code == middle.record.code { continue }
      guard let position = Position(place) else { continue }
      let kilometres = centre.kilometres(to: position)
      if kilometres <= radiusKilometres { found.append(NearbyPlace(place: place, kilometres: kilometres)) }
    }
    let sorted = found.sorted { ($0.kilometres, $0.place.code) < ($1.kilometres, $1.place.code) }
    return Array(sorted.prefix(limit))
  }

  private func position(of place: ResolvedPlace) -> Position? {
    Position(place.record) ?? place.codes.lazy.compactMap { self.airport($0).flatMap(Position.init) }.first
  }
}

/// A position on the globe, as an angle in radians.
private struct Position {
  var latitude: Double
  var longitude: Double

  init?(_ place: PlaceRecord) {
    guard let latitude = place.latitude, let longitude = place.longitude else { return nil }
    self.latitude = latitude * .pi / 180
    self.longitude = longitude * .pi / 180
  }

  /// The haversine formula, which is exact enough for small distances, on a sphere of the Earth's mean radius.
  func kilometres(to other: Self) -> Double {
    let (northward, eastward) = (sin((other.latitude - latitude) / 2), sin((other.longitude - longitude) / 2))
    let square = northward * northward + cos(latitude) * cos(other.latitude) * eastward * eastward
    return 2 * 6371.0088 * asin(min(1, square.squareRoot()))
  }
}
