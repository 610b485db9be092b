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
    let out = ticket.fare.knownSelfTransfer
    guard let back, out != true else { return out }
    guard let inbound = back.fare.knownSelfTransfer else { return nil }
    return inbound || out == nil ? (inbound ? true : nil) : false
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

extension [FoundItinerary] {
  /// What ranking looks at of each of them, which stand in the order of their identifiers.
  var merits: [Merits] {
    // Even places are left for what stands between two of them.
    indices.map { self[$0].merits(idPlace: 2 * $0 + 1) }
  }
}
