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

  /// The loaded place of a code and kind. Where it does not say where it is, the shipped one does.
  func place(_ code: PlaceCode, _ kind: PlaceRecord.Kind) -> PlaceRecord? {
    loaded(code, kind)?.located(by: Shipped.place(code, kind)?.record)
  }

  /// Whether a place of a code and kind was loaded.
  func has(_ code: PlaceCode, _ kind: PlaceRecord.Kind) -> Bool {
    loaded(code, kind) != nil
  }

  /// Every loaded place, cities first, by code.
  var places: [PlaceRecord] {
    let byCode = { (left: PlaceRecord, right: PlaceRecord) in left.code < right.code }
    let places = cities.values.sorted(by: byCode) + airports.values.sorted(by: byCode)
    return places.map { $0.located(by: Shipped.place($0.code, $0.kind)?.record) }
  }

  private func loaded(_ code: PlaceCode, _ kind: PlaceRecord.Kind) -> PlaceRecord? {
    switch kind {
    case .airport: airports[code]
    case .city: cities[code]
    }
  }

  /// The loaded names of a carrier code; nil when none was loaded.
  func carriers(_ code: String) -> [CarrierRecord]? { carriers[code] }
}

extension PlaceRecord {
  /// The record with what it does not say of its city, country, position and time zone taken from `other`.
  ///
  /// Files of airports often lack some: OpenFlights spells countries out, and knows no zone for many airports.
  fileprivate func located(by other: PlaceRecord?) -> PlaceRecord {
    guard let other else { return self }
    var record = self
    if city.isEmpty { record.city = other.city }
    if country.isEmpty { record.country = other.country }
    if latitude == nil || longitude == nil { (record.latitude, record.longitude) = (other.latitude, other.longitude) }
    record.timeZone = timeZone ?? other.timeZone
    return record
  }
}
