import FareAtlas
import FareJSON
import FareModel

extension ExplainAnswer {
  /// Writes the answer as the result object of `explain`.
  ///
  /// An observation has its own price and currency; `lost_to` is the number of the observation that took its place.
  func write(into json: inout JSONWriter, _ atlas: Atlas) {
    json.raw("{")
    json.route(question.fares)
    json.key("departure_date")
    json.day(question.departureDate)
    json.terms(question.fares.terms, currency: currency, asOf: asOf, coverage)
    let amounts = Amounts(currency, question.fares.locale, atlas)
    json.key("status")
    json.string(day.status.rawValue)
    json.optionalPrice(day.fare?.priceMinor, amounts)
    json.key("band")
    json.optional(day.band?.name)
    json.key("low_below")
    json.optional(edges.lowBelowQuarters.map { amounts.decimal(quarters: $0) })
    json.key("high_above")
    json.optional(edges.highAboveQuarters.map { amounts.decimal(quarters: $0) })
    json.key("sample_size")
    json.integer(edges.sampleSize)
    json.key("observations")
    json.raw("[")
    for place in question.page.range(of: observations.count) {
      let fare = observations[place]
      fare.write(place + 1, into: &json, Amounts(fare.fare.currency, question.fares.locale, atlas), asOf)
    }
    json.raw("]")
    json.key("total")
    json.integer(observations.count)
    json.raw("}")
  }
}

extension ExplainedFare {
  fileprivate func write(_ number: Int, into json: inout JSONWriter, _ amounts: Amounts, _ asOf: Instant) {
    json.element()
    json.raw("{")
    json.key("number")
    json.integer(number)
    json.key("verdict")
    json.string(verdict.rawValue)
    json.key("rule")
    json.string(rule.name)
    json.key("lost_to")
    json.optional(lostTo.map { $0 + 1 })
    json.key("origin")
    json.code(fare.origin)
    json.key("destination")
    json.code(fare.destination)
    json.dates(fare.departureDate, fare.returnDate)
    json.shownPrice(fare.priceMinor, amounts)
    json.key("converted_minor")
    json.optional(priceMinor)
    json.key("fare")
    json.string(fare.kind == .day ? "day" : "itinerary")
    json.key("flights")
    json.optional(flights)
    json.key("stops")
    json.optional(fare.stops)
    json.key("cabin")
    json.optional(fare.cabin?.name)
    json.key("sold_out")
    json.boolean(fare.isSoldOut)
    json.key("complete")
    json.boolean(fare.isCompleteLook)
    json.provenance(fare.observedAt, asOf: asOf, source: source, nil)
    json.record(record)
    json.key("also_seen")
    json.raw("[")
    for record in alsoSeen {
      json.element()
      json.raw("{")
      json.record(record)
      json.raw("}")
    }
    json.raw("]")
    json.raw("}")
  }
}

extension JSONWriter {
  /// Writes where a record stands.
  fileprivate mutating func record(_ record: ExplainedFare.Record) {
    key("batch")
    integer(record.provenance.batch)
    key("file")
    optional(record.file)
    key("record")
    integer(record.provenance.record)
  }
}
