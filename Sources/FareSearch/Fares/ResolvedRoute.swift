import FareAtlas
import FareModel

/// What an atlas knows of the two places of a question.
struct ResolvedRoute {
  /// The codes that fares may begin at.
  var origins: [PlaceCode]
  /// The codes that they may go to.
  var destinations: [PlaceCode]
  /// Whether anybody has the code of the origin.
  var isOriginKnown: Bool
  /// Whether anybody has the code of the destination.
  var isDestinationKnown: Bool
  /// Whether both are the same place, or lie in one city.
  var isWithinCity: Bool
  /// The time zone of the origin; nil where it is unknown.
  var zone: TimeZoneRules?

  /// The two places as a question names them.
  struct Key: Hashable {
    var origin: PlaceReference
    var destination: PlaceReference
    var includesPredecessors: Bool
  }

  /// Resolves the places of a question.
  ///
  /// A code that nobody has is asked for as it is, since fares under unknown codes are kept, too.
  init(_ key: Key, _ atlas: Atlas) {
    let origin = atlas.resolve(key.origin, includePredecessors: key.includesPredecessors)
    let destination = atlas.resolve(key.destination, includePredecessors: key.includesPredecessors)
    origins = origin?.codes ?? [key.origin.code]
    destinations = destination?.codes ?? [key.destination.code]
    isOriginKnown = origin != nil
    isDestinationKnown = destination != nil
    zone = origin?.zone
    if let origin, let destination {
      isWithinCity = atlas.areInOneCity(origin, destination)
    } else {
      isWithinCity = key.origin.code == key.destination.code
    }
  }
}

extension Answerer {
  /// The places of a question. Those of earlier questions are remembered, up to ``Limits/mostResolvedRoutes``.
  func resolved(_ question: FareQuestion) -> ResolvedRoute {
    let key = ResolvedRoute.Key(
      origin: question.origin,
      destination: question.destination,
      includesPredecessors: question.includePredecessors
    )
    if let known = resolvedRoutes[key] { return known }
    let route = ResolvedRoute(key, atlas)
    if resolvedRoutes.count >= Limits.mostResolvedRoutes { resolvedRoutes.removeAll() }
    resolvedRoutes[key] = route
    return route
  }
}
