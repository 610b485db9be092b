import FareJSON
import FareModel

extension Itinerary {
  /// Writes the itinerary as an element of `itineraries`.
  func write(into json: inout JSONWriter, _ amounts: Amounts, _ asOf: Instant) {
    json.raw("{")
    json.key("id")
    json.string(id)
    json.shownPrice(priceMinor, amounts)
    json.key("duration_minutes")
    json.optional(durationMinutes)
    json.key("stops")
    json.optional(stops)
    json.key("self_transfer")
    json.optional(isSelfTransfer)
    json.key("dominated")
    json.boolean(isDominated)
    scores.write(into: &json)
    json.key("legs")
    json.raw("[")
    for leg in legs { leg.write(into: &json) }
    json.raw("]")
    json.key("offers")
    json.raw("[")
    for offer in offers { offer.write(into: &json, amounts, asOf) }
    json.raw("]")
    json.key("band")
    json.optional(band?.name)
    if isCombined {
      json.key("combined")
      json.boolean(true)
    }
    if let observedAt {
      json.provenance(
        observedAt,
        asOf: asOf,
        source: chosenOffers.first?.source ?? "",
        isCombined ? nil : chosenOffers.first?.deepLink
      )
    }
    json.raw("}")
  }
}

extension Scores {
  fileprivate func write(into json: inout JSONWriter) {
    json.key("scores")
    json.raw("{")
    json.key("best")
    json.score(best)
    json.key("cheapest")
    json.score(cheapest)
    json.key("fastest")
    json.score(fastest)
    json.raw("}")
  }
}

extension ItineraryLeg {
  fileprivate func write(into json: inout JSONWriter) {
    json.element()
    json.raw("{")
    json.key("origin")
    json.code(origin)
    json.key("destination")
    json.code(destination)
    json.key("departs_at")
    json.optional(departsAt?.description)
    json.key("arrives_at")
    json.optional(arrivesAt?.description)
    json.key("day_offset")
    json.optional(dayOffset)
    json.key("duration_minutes")
    json.optional(durationMinutes)
    json.key("stops")
    json.optional(stops)
    json.key("via")
    json.raw("[")
    for place in via {
      json.element()
      json.code(place)
    }
    json.raw("]")
    json.key("segments")
    json.raw("[")
    for segment in segments { segment.write(into: &json) }
    json.raw("]}")
  }
}

extension ItinerarySegment {
  fileprivate func write(into json: inout JSONWriter) {
    json.element()
    json.raw("{")
    json.key("origin")
    json.optional(origin?.description)
    json.key("destination")
    json.optional(destination?.description)
    json.key("departs_at")
    json.optional(departsAt?.description)
    json.key("arrives_at")
    json.optional(arrivesAt?.description)
    json.key("duration_minutes")
    json.optional(durationMinutes)
    json.key("carrier")
    json.optional(carrier)
    json.key("carrier_name")
    json.optional(carrierName)
    json.key("flight_number")
    json.optional(flightNumber)
    json.key("operating_carrier")
    json.optional(operatingCarrier)
    json.raw("}")
  }
}

extension ItineraryOffer {
  fileprivate func write(into json: inout JSONWriter, _ amounts: Amounts, _ asOf: Instant) {
    json.element()
    json.raw("{")
    if let leg {
      json.key("leg")
      json.string(leg == 0 ? "outbound" : "inbound")
    }
    json.shownPrice(priceMinor, amounts)
    json.key("cabin")
    json.optional(cabin?.name)
    json.key("self_transfer")
    json.optional(isSelfTransfer)
    if let expiresAt {
      json.key("expires_at")
      json.instant(expiresAt)
    }
    json.provenance(observedAt, asOf: asOf, source: source, deepLink)
    json.raw("}")
  }
}

extension JSONWriter {
  /// Writes a boolean, or null.
  mutating func optional(_ value: Bool?) {
    if let value { boolean(value) } else { null() }
  }

  /// Writes a score, or null.
  fileprivate mutating func score(_ score: Int32?) {
    if let score { decimal(Int(score), places: 7) } else { null() }
  }
}
