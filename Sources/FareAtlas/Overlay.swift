import FareModel

/// What a user loaded, ready to be looked up.
struct Overlay: Sendable {
  private var airports: [PlaceCode: PlaceRecord] = [:]
  private var cities: [PlaceCode: PlaceRecord] = [:]
  private var carriers: [String: [CarrierRecord]] = [:]
  /// The memberships, which add to the shipped ones.
  private(set) var memberships = Memberships()

  /// Takes the records in. Of two places with one code and kind the later counts.
  init(_ loaded: ReferenceOverlay) {
    for place in loaded.places {
      switch place.kind {
      case .airport: airports[place.code] = place
      case .city: cities[place.code] = place
      }
    }
    for membership in loaded.memberships { memberships.insert(membership) }
    for carrier in loaded.carriers { carriers[carrier.code, default: []].append(carrier) }
  }

  /// The loaded place of a code and kind.
  func place(_ code: PlaceCode, _ kind: PlaceRecord.Kind) -> PlaceRecord? {
    switch kind {
    case .airport: airports[code]
    case .city: cities[code]
    }
  }

  /// Every loaded place, cities first, by code.
  var places: [PlaceRecord] {
    let byCode = { (left: PlaceRecord, right: PlaceRecord) in left.code < right.code }
    return cities.values.sorted(by: byCode) + airports.values.sorted(by: byCode)
  }

  /// The loaded names of a carrier code; nil when none was loaded.
  func carriers(_ code: String) -> [CarrierRecord]? { carriers[code] }
}
