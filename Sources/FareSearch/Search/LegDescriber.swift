import FareAtlas
import FareJSON
import FareModel

/// Describes the legs of fares for people.
struct LegDescriber {
  /// The texts of the fares.
  let texts: TextPool
  /// What is known of carriers.
  let atlas: Atlas

  /// The legs of a fare, one or two.
  func legs(of fare: Observation) -> [ItineraryLeg] {
    let out = leg(fare.outbound, from: fare.origin, to: fare.destination, on: fare.departureDate)
    guard let returnDate = fare.returnDate else { return [out] }
    return [out, leg(fare.inbound, from: fare.destination, to: fare.origin, on: returnDate)]
  }

  private func leg(
    _ leg: ObservedLeg,
    from origin: PlaceCode,
    to destination: PlaceCode,
    on departureDate: Day
  ) -> ItineraryLeg {
    var described = ItineraryLeg(
      origin: origin,
      destination: destination,
      departureDate: departureDate,
      departureTime: leg.departureTime,
      arrivalTime: leg.arrivalTime,
      dayOffset: leg.arrivalDayOffset.map(Int.init),
      durationMinutes: leg.durationMinutes.map(Int.init),
      stops: leg.stops.map(Int.init),
      via: texts.items(leg.via).compactMap { PlaceCode($0) },
      segments: []
    )
    described.segments = leg.segments == .none ? listed(leg, described) : told(leg.segments)
    for index in described.segments.indices {
      guard let carrier = described.segments[index].carrier else { continue }
      let day = described.segments[index].departsAt?.day ?? departureDate
      described.segments[index].carrierName = atlas.carrierName(carrier, on: day)
    }
    return described
  }

  /// The segments as the lists of a leg tell of them. A list that is shorter than another one tells of none.
  private func listed(_ leg: ObservedLeg, _ described: ItineraryLeg) -> [ItinerarySegment] {
    let numbers = texts.items(leg.flightNumbers)
    let carriers = texts.items(leg.carriers)
    let operating = texts.items(leg.operatingCarriers)
    let landings = described.via.isEmpty && described.stops != 0 ? 0 : described.via.count + 1
    let count = max(numbers.count, carriers.count, operating.count, landings)
    guard count > 0 else { return [] }
    // Where there may be more landings than segments are told of, nobody knows where the last one of these goes.
    let isWhole = described.stops.map { $0 == count - 1 } ?? !described.via.isEmpty
    let places = [described.origin] + described.via + [described.destination]
    return (0..<count).map { index in
      var segment = ItinerarySegment()
      if places.count == count + 1, isWhole {
        (segment.origin, segment.destination) = (places[index], places[index + 1])
      } else {
        segment.origin = index == 0 ? described.origin : nil
        segment.destination = index == count - 1 && isWhole ? described.destination : nil
      }
      segment.departsAt = index == 0 ? described.departsAt : nil
      segment.arrivesAt = index == count - 1 && isWhole ? described.arrivesAt : nil
      segment.durationMinutes = count == 1 && isWhole ? described.durationMinutes : nil
      segment.flightNumber = numbers.count == count ? numbers[index] : nil
      segment.carrier = carriers.count == count ? carriers[index] : segment.flightNumber.map { String($0.prefix(2)) }
      segment.operatingCarrier = operating.count == count ? operating[index] : nil
      return segment
    }
  }

  /// The segments as a source tells of them, in the members of the own format's `segments`.
  private func told(_ segments: TextID) -> [ItinerarySegment] {
    var tree = JSONTree()
    guard let array = try? tree.parse(texts.utf8(segments)) else { return [] }
    return tree.elements(of: array).map { Self.segment($0, in: tree) }
  }

  private static func segment(_ node: JSONNode, in tree: borrowing JSONTree) -> ItinerarySegment {
    func text(_ name: String) -> String? { tree.member(name, of: node).flatMap { tree.string($0) } }
    var segment = ItinerarySegment()
    segment.origin = text("origin").flatMap { PlaceCode($0) }
    segment.destination = text("destination").flatMap { PlaceCode($0) }
    segment.departsAt = text("departs_at").flatMap { LocalMoment($0) }
    segment.arrivesAt = text("arrives_at").flatMap { LocalMoment($0) }
    segment.durationMinutes = tree.member("duration_minutes", of: node).flatMap { tree.integer($0) }
    segment.carrier = text("carrier")
    segment.flightNumber = text("flight_number")
    segment.operatingCarrier = text("operating_carrier")
    return segment
  }
}
