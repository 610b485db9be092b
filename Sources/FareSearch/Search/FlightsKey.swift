import FareModel

/// What flights a fare is for: fares of several sources with one key are offers of one itinerary.
///
/// These are the route, the dates, the cabin and the marketing flight numbers. Where the numbers of a leg are missing, or
/// fewer than its segments, its carriers, departure time, duration, stops and via tell it from others, too. An unknown
/// cabin is one of its own, since the fare may be of any.
struct FlightsKey: Hashable {
  private struct Leg: Hashable {
    var flightNumbers: TextID
    var details: Details?
  }

  private struct Details: Hashable {
    var carriers: TextID
    var departureTime: TimeOfDay?
    var durationMinutes: Int32?
    var stops: Int8?
    var via: TextID
  }

  private var origin: PlaceCode
  private var destination: PlaceCode
  private var departureDate: Day
  private var returnDate: Day?
  private var cabin: Cabin?
  private var outbound: Leg
  private var inbound: Leg?

  init(_ fare: Observation, _ texts: TextPool) {
    origin = fare.origin
    destination = fare.destination
    departureDate = fare.departureDate
    returnDate = fare.returnDate
    cabin = fare.cabin
    outbound = Self.leg(fare.outbound, texts)
    inbound = fare.returnDate == nil ? nil : Self.leg(fare.inbound, texts)
  }

  private static func leg(_ leg: ObservedLeg, _ texts: TextPool) -> Leg {
    let segmentCount = Int(leg.stops ?? 0) + 1
    let isNumbered = texts.listLength(leg.flightNumbers) >= segmentCount
    return Leg(
      flightNumbers: leg.flightNumbers,
      details: isNumbered
        ? nil
        : Details(
          carriers: leg.carriers,
          departureTime: leg.departureTime,
          durationMinutes: leg.durationMinutes,
          stops: leg.stops,
          via: leg.via
        )
    )
  }

  /// A number that the content gives, in every process and whatever the order of loading.
  func identifier(_ texts: TextPool) -> UInt64 {
    var hash = ContentHash()
    hash.combine(origin.rawValue)
    hash.combine(destination.rawValue)
    hash.combine(departureDate.rawValue)
    hash.combine(returnDate?.rawValue ?? .min)
    hash.combine(cabin?.rawValue ?? .max)
    for leg in [outbound, inbound] {
      guard let leg else { continue }
      hash.combine(texts.utf8(leg.flightNumbers))
      guard let details = leg.details else { continue }
      hash.combine(texts.utf8(details.carriers))
      hash.combine(texts.utf8(details.via))
      hash.combine(details.departureTime?.rawValue ?? -1)
      hash.combine(details.durationMinutes ?? -1)
      hash.combine(details.stops ?? -1)
    }
    return hash.value
  }
}
