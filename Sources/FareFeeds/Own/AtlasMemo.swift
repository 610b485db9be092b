import FareAtlas
import FareModel

/// What the atlas says of the codes of a feed, asked once a code: feeds name few codes and name them millions of times.
struct AtlasMemo {
  private let atlas: Atlas
  private var places: [PlaceCode: Standing] = [:]
  private var exponents: [CurrencyCode: Int?] = [:]

  /// What is known of a place code.
  struct Standing {
    var isKnown: Bool
    /// How the code was retired; nil where it is still in use.
    var retirement: Atlas.Retirement?
  }

  init(_ atlas: Atlas) {
    self.atlas = atlas
  }

  mutating func standing(of code: PlaceCode) -> Standing {
    if let standing = places[code] { return standing }
    let lastDay = Day(rawValue: .max)
    let standing = Standing(isKnown: atlas.isKnown(code), retirement: atlas.retirement(of: code, on: lastDay))
    places[code] = standing
    return standing
  }

  /// The decimals of a currency; nil when nobody has the code.
  mutating func exponent(of currency: CurrencyCode) -> Int? {
    if let exponent = exponents[currency] { return exponent }
    let exponent = atlas.currency(currency)?.exponent
    exponents[currency] = .some(exponent)
    return exponent
  }

  /// Whether two places are the same or lie in one city, as when a traveller changes the airport.
  func areInOneCity(_ left: PlaceCode, _ right: PlaceCode) -> Bool {
    left == right || !Set(atlas.cities(of: left)).isDisjoint(with: atlas.cities(of: right))
  }

  /// Completes the times of a leg and returns whether what the feed stated contradicts its duration.
  func complete(
    _ leg: inout ObservedLeg,
    from origin: PlaceCode,
    to destination: PlaceCode,
    on departureDate: Day
  ) -> Bool {
    guard leg.departureTime != nil, leg.durationMinutes != nil || leg.arrivalTime != nil else { return false }
    let times = atlas.completed(
      LegTimes(
        arrivalTime: leg.arrivalTime,
        arrivalDayOffset: leg.arrivalDayOffset.map(Int.init),
        durationMinutes: leg.durationMinutes.map(Int.init)
      ),
      from: origin,
      to: destination,
      departureDate: departureDate,
      departureTime: leg.departureTime
    )
    leg.arrivalTime = times.arrivalTime
    leg.arrivalDayOffset = times.arrivalDayOffset.map { Int8(truncatingIfNeeded: $0) }
    leg.durationMinutes = times.durationMinutes.map { Int32(truncatingIfNeeded: $0) }
    return times.isStampWrong
  }
}
