public import FareModel

/// A place of a question, resolved to the codes whose fares answer it.
public struct ResolvedPlace: Sendable {
  /// What was asked for.
  public var reference: PlaceReference
  /// The airport or city that it means.
  public var record: PlaceRecord
  /// Every code whose fares answer, by code: an airport's own; a city's own and those of its airports.
  public var codes: [PlaceCode]
  /// The time zone that says which day it is there; nil where it is unknown.
  public var zone: TimeZoneRules?
}

extension Atlas {
  /// Resolves what a question names, or returns nil when nobody has the code.
  ///
  /// A code that an airport has means that airport; with `city:`, or when only a city has it, the city with all its
  /// airports. Fares observed for the city itself answer a question about the city, and not one about an airport. With
  /// `includePredecessors`, retired codes that one of the place's codes succeeded answer too.
  public func resolve(_ reference: PlaceReference, includePredecessors: Bool = false) -> ResolvedPlace? {
    let record: PlaceRecord
    var codes: Set<PlaceCode> = [reference.code]
    if !reference.isCity, let airport = airport(reference.code) {
      record = airport
    } else if let city = city(reference.code) {
      record = city
      codes.formUnion(airports(of: reference.code))
    } else {
      return nil
    }
    if includePredecessors { codes.formUnion(predecessors(of: Array(codes))) }
    return ResolvedPlace(reference: reference, record: record, codes: codes.sorted(), zone: zone(of: record))
  }

  /// Whether two places are the same, or lie in one city, so that no trip leads from one to the other.
  public func areInOneCity(_ left: ResolvedPlace, _ right: ResolvedPlace) -> Bool {
    !cities(around: left).isDisjoint(with: cities(around: right))
  }

  private func cities(around place: ResolvedPlace) -> Set<PlaceCode> {
    var cities = Set(place.codes.flatMap { self.cities(of: $0) })
    if place.record.kind == .city { cities.insert(place.record.code) }
    return cities
  }
}
