import FareAtlas
import FareModel

/// What the atlas says of the codes of a feed, asked once a code: feeds name few codes and name them millions of times.
struct AtlasMemo {
  private let atlas: Atlas
  private var places: [PlaceCode: KnownPlace] = [:]
  private var currencies: [CurrencyCode: Int?] = [:]
  // The rows of a route follow each other, so the last answers are kept beside the tables.
  private var last: (origin: KnownPlace?, destination: KnownPlace?)
  private var lastCurrency: (code: CurrencyCode, exponent: Int?)?

  init(_ atlas: Atlas) {
    self.atlas = atlas
  }

  /// What is known of the two ends of a route.
  mutating func route(_ origin: PlaceCode, _ destination: PlaceCode) -> (origin: KnownPlace, destination: KnownPlace) {
    if let here = last.origin, let there = last.destination, here.code == origin, there.code == destination {
      return (here, there)
    }
    let route = (origin: place(origin), destination: place(destination))
    last = route
    return route
  }

  /// What is known of a place.
  mutating func place(_ code: PlaceCode) -> KnownPlace {
    if let place = places[code] { return place }
    let place = KnownPlace(code, atlas)
    places[code] = place
    return place
  }

  /// The decimals of a currency; nil when nobody has the code.
  mutating func exponent(of currency: CurrencyCode) -> Int? {
    if let lastCurrency, lastCurrency.code == currency { return lastCurrency.exponent }
    let exponent = currencies[currency] ?? atlas.currency(currency)?.exponent
    currencies[currency] = .some(exponent)
    lastCurrency = (currency, exponent)
    return exponent
  }

  /// Whether two places are the same or lie in one city, as when a traveller changes the airport.
  func areInOneCity(_ left: PlaceCode, _ right: PlaceCode) -> Bool {
    left == right || !Set(atlas.cities(of: left)).isDisjoint(with: atlas.cities(of: right))
  }
}

/// What the atlas says of a place code.
struct KnownPlace {
  let code: PlaceCode
  /// Whether an airport or a city has the code.
  let isKnown: Bool
  /// How the code was retired; nil where it is still in use.
  let retirement: Atlas.Retirement?
  let zone: TimeZoneRules?

  fileprivate init(_ code: PlaceCode, _ atlas: Atlas) {
    self.code = code
    isKnown = atlas.isKnown(code)
    retirement = atlas.retirement(of: code, on: Day(rawValue: .max))
    zone = atlas.zone(of: code)
  }
}

extension ObservedLeg {
  /// Completes the times between two places and returns whether what the feed stated contradicts the duration.
  mutating func complete(from origin: KnownPlace, to destination: KnownPlace, on departureDate: Day) -> Bool {
    let isImpossible = arrivalDayOffset.map { !Limits.arrivalDayOffsets.contains(Int($0)) } ?? false
    if isImpossible { arrivalDayOffset = nil }
    guard departureTime != nil, durationMinutes != nil || arrivalTime != nil else { return isImpossible }
    let stated = LegTimes(
      arrivalTime: arrivalTime,
      arrivalDayOffset: arrivalDayOffset.map(Int.init),
      durationMinutes: durationMinutes.map(Int.init)
    )
    let times = stated.completed(
      departureDate: departureDate,
      departureTime: departureTime,
      here: origin.zone,
      there: destination.zone
    )
    arrivalTime = times.arrivalTime
    arrivalDayOffset = times.arrivalDayOffset.map { Int8(truncatingIfNeeded: $0) }
    durationMinutes = times.durationMinutes.map { Int32(truncatingIfNeeded: $0) }
    return isImpossible || times.isStampWrong
  }
}
