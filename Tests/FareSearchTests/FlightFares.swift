import FareModel

extension FareList {
  /// Adds an itinerary fare from KEF to LHR on 10 September 2026.
  mutating func addFlight(
    _ price: String,
    _ flight: String,
    seen: String = "2026-08-01T06:00Z",
    _ adjust: (inout Details) -> Void = { _ in }
  ) {
    add("KEF-LHR 2026-09-10 \(price) EUR \(seen)") { details in
      details.kind = .itinerary
      details.flights = flight
      details.carriers = flight.split(separator: "+").map { String($0.prefix(2)) }.joined(separator: "+")
      details.stops = Int8(flight.split(separator: "+").count - 1)
      details.minutes = 180
      details.departs = "09:00"
      adjust(&details)
    }
  }
}

extension SearchAnswer {
  /// The flights of each itinerary, those of its legs joined by `-`.
  var flights: [String] {
    itineraries.map { $0.legs.compactMap { $0.segments.first?.flightNumber }.joined(separator: "-") }
  }
}
