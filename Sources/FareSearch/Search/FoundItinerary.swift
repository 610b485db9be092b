import FareAtlas
import FareKernel
import FareModel

/// An itinerary of a search: one ticket, or two that are combined.
struct FoundItinerary {
  /// The ticket, or that of the way out and that of the way back. An array, so that moving an itinerary is cheap.
  private let tickets: [Ticket]

  init(ticket: Ticket, back: Ticket? = nil) {
    tickets = [ticket] + (back.map { [$0] } ?? [])
  }

  /// The ticket, or that of the way out.
  var ticket: Ticket { tickets[0] }

  /// The ticket of the way back of a combined itinerary.
  var back: Ticket? { tickets.count > 1 ? tickets[1] : nil }

  /// What tells it from all others.
  var id: UInt64 {
    guard let back else { return ticket.id }
    var hash = ContentHash()
    hash.combine(ticket.id)
    hash.combine(back.id)
    return hash.value
  }

  /// The price of all tickets; nil when one is unpriced.
  var priceMinor: Int64? {
    guard let price = ticket.priceMinor, let back else { return ticket.priceMinor }
    return back.priceMinor.map { price + $0 }
  }

  /// Minutes of all legs together, where known.
  var durationMinutes: Int32? {
    guard let duration = ticket.fare.durationMinutes, let back else { return ticket.fare.durationMinutes }
    return back.fare.durationMinutes.map { duration + $0 }
  }

  /// The stops of the leg that has most of them, where known.
  var stops: Int8? {
    guard let stops = ticket.fare.stops, let back else { return ticket.fare.stops }
    return back.fare.stops.map { max(stops, $0) }
  }

  /// Whether the traveller transfers at their own risk on a leg, where known.
  var isSelfTransfer: Bool? {
    let known = [ticket, back].compactMap { $0?.fare.knownSelfTransfer }
    if known.contains(true) { return true }
    return known.count == (back == nil ? 1 : 2) ? false : nil
  }

  /// The observed legs.
  var legs: [ObservedLeg] {
    if let back { return [ticket.fare.outbound, back.fare.outbound] }
    return ticket.fare.returnDate == nil ? [ticket.fare.outbound] : [ticket.fare.outbound, ticket.fare.inbound]
  }

  /// What ranking looks at.
  func merits(idPlace: Int) -> Merits {
    let (day, time) = (ticket.fare.departureDate, ticket.fare.outbound.departureTime)
    return Merits(
      priceMinor: priceMinor,
      durationMinutes: durationMinutes,
      stops: stops,
      isSelfTransfer: isSelfTransfer == true,
      departure: time.map { Int64(day.rawValue) * 1440 + Int64($0.rawValue) },
      idPlace: idPlace
    )
  }
}

/// Puts one-ways together to return trips.
struct TripCombiner {
  /// What is known of places.
  let atlas: Atlas

  /// Every pair of the cheapest ways out and back of which the way back leaves after the way out lands.
  ///
  /// Of each way the ``Limits/mostCombinedWays`` cheapest are taken. Unpriced ones make no pair.
  func pairs(_ waysOut: [Ticket], _ waysBack: [Ticket]) -> [FoundItinerary] {
    let backs = cheapest(waysBack)
    return cheapest(waysOut).flatMap { out in
      backs.filter { leaves($0.fare, after: out.fare) }.map { FoundItinerary(ticket: out, back: $0) }
    }
  }

  private func cheapest(_ tickets: [Ticket]) -> [Ticket] {
    let sorted = tickets.filter { $0.priceMinor != nil }
      .sorted { ($0.priceMinor ?? .max, $0.id) < ($1.priceMinor ?? .max, $1.id) }
    return Array(sorted.prefix(Limits.mostCombinedWays))
  }

  /// Whether a way back leaves after a way out lands. Where either is unknown it must leave on a later day.
  private func leaves(_ back: Observation, after out: Observation) -> Bool {
    guard let arrivalTime = out.outbound.arrivalTime, let dayOffset = out.outbound.arrivalDayOffset,
      let departureTime = back.outbound.departureTime,
      let minutes = atlas.elapsedMinutes(
        from: out.destination,
        (out.departureDate.advanced(by: Int(dayOffset)), arrivalTime),
        to: back.origin,
        (back.departureDate, departureTime)
      )
    else { return back.departureDate > out.departureDate }
    return minutes > 0
  }
}
