import FareAtlas
import FareKernel
import FareModel

/// Puts one-ways together to return trips.
struct TripCombiner {
  /// What is known of places.
  let atlas: Atlas
  /// How many one-ways went into no trip because others come before them in every order.
  private(set) var leftOut = 0

  init(atlas: Atlas) {
    self.atlas = atlas
  }

  /// Every pair of ways out and back of which the way back leaves after the way out lands.
  ///
  /// Of each way the first ``Limits/mostCombinedWays`` of each order are taken. Unpriced ones make no pair.
  mutating func pairs(_ waysOut: [Ticket], _ waysBack: [Ticket]) -> [FoundItinerary] {
    let backs = foremost(waysBack)
    return foremost(waysOut).flatMap { out in
      backs.filter { leaves($0.fare, after: out.fare) }.map { FoundItinerary(ticket: out, back: $0) }
    }
  }

  private mutating func foremost(_ tickets: [Ticket]) -> [Ticket] {
    let priced = tickets.filter { $0.priceMinor != nil }
    guard priced.count > Limits.mostCombinedWays else { return priced }
    let merits = priced.map { FoundItinerary(ticket: $0) }.merits
    var isTaken = [Bool](repeating: false, count: priced.count)
    for tradeOff in [TradeOff.cheapest, .best, .fastest] {
      for place in ranking(of: merits.span, by: tradeOff).prefix(Limits.mostCombinedWays) { isTaken[place] = true }
    }
    let taken = priced.indices.filter { isTaken[$0] }
    leftOut += priced.count - taken.count
    return taken.map { priced[$0] }
  }

  /// Whether a way back leaves after a way out lands.
  ///
  /// Where the times of either are unknown, or the zones of two places, it must leave on a later day than the way out
  /// lands, or departs when no landing is known.
  func leaves(_ back: Observation, after out: Observation) -> Bool {
    let landing = landing(of: out)
    guard let arrivalTime = landing.time, let departureTime = back.outbound.departureTime else {
      return back.departureDate > landing.day
    }
    if out.destination == back.origin {
      return (back.departureDate, departureTime) > (landing.day, arrivalTime)
    }
    let minutes = atlas.elapsedMinutes(
      from: out.destination,
      (landing.day, arrivalTime),
      to: back.origin,
      (back.departureDate, departureTime)
    )
    return minutes.map { $0 > 0 } ?? (back.departureDate > landing.day)
  }

  /// When a way lands on the clock of its destination, as far as it is known. The day is that of the departure where
  /// nothing tells of a later one.
  private func landing(of way: Observation) -> (day: Day, time: TimeOfDay?) {
    let leg = way.outbound
    let times = atlas.completed(
      LegTimes(
        arrivalTime: leg.arrivalTime,
        arrivalDayOffset: leg.arrivalDayOffset.map(Int.init),
        durationMinutes: leg.durationMinutes.map(Int.init)
      ),
      from: way.origin,
      to: way.destination,
      departureDate: way.departureDate,
      departureTime: leg.departureTime
    )
    let day = way.departureDate.advanced(by: times.arrivalDayOffset ?? 0)
    return (day, times.arrivalDayOffset == nil ? nil : times.arrivalTime)
  }
}
