import FareModel

extension ObservationTable {
  /// A number that tells the flights of a fare from others, the same in every process and whatever the order of loading:
  /// fares of one number are offers of one itinerary.
  ///
  /// It is made of the route, the dates, the cabin and the marketing flight numbers. Where the numbers of a leg are
  /// missing, or fewer than its segments, its carriers, departure time, duration, stops and via tell it from others, too.
  /// An unknown cabin is one of its own, since the fare may be of any. Of a leg with neither a flight number nor a
  /// departure time nobody knows which flights it has, so that no two sources are taken to mean the same ones.
  func flightsID(of row: Int) -> UInt64 {
    let fare = rows[row]
    var hash = ContentHash()
    hash.combine(fare.origin.rawValue)
    hash.combine(fare.destination.rawValue)
    hash.combine(fare.departureDate.rawValue)
    hash.combine(fare.returnDate?.rawValue ?? .min)
    hash.combine(fare.cabin?.rawValue ?? .max)
    for leg in fare.returnDate == nil ? [fare.outbound] : [fare.outbound, fare.inbound] {
      hash.combine(texts.utf8(leg.flightNumbers))
      if leg.isNumbered(texts.listLength(leg.flightNumbers)) { continue }
      hash.combine(texts.utf8(leg.carriers))
      hash.combine(texts.utf8(leg.via))
      hash.combine(leg.departureTime?.rawValue ?? -1)
      hash.combine(leg.durationMinutes ?? -1)
      hash.combine(leg.stops ?? -1)
      if leg.flightNumbers == .none, leg.departureTime == nil { hash.combine(texts.utf8(fare.source)) }
    }
    return hash.value
  }
}
