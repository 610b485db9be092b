import FareAtlas
import FareJSON
import FareModel

extension SearchAnswer {
  /// Writes the answer as the result object of `search`. What is unknown is null; `combined` is there when it is true.
  func write(into json: inout JSONWriter, _ atlas: Atlas) {
    json.raw("{")
    json.route(question.fares)
    json.dates(question.departureDate, question.returnDate)
    json.key("trip")
    json.string(question.fares.trip.name)
    json.key("trade_off")
    json.integer(question.tradeOff)
    json.key("currency")
    json.optional(currency?.description)
    json.key("as_of")
    json.instant(asOf)
    json.key("coverage")
    json.string(coverage.rawValue)
    let amounts = Amounts(currency, question.fares.locale, atlas)
    json.key("itineraries")
    json.raw("[")
    for itinerary in itineraries {
      json.element()
      itinerary.write(into: &json, amounts, asOf)
    }
    json.raw("]")
    writeTabs(into: &json)
    writeStatistics(into: &json, amounts)
    json.bands(edges, reference: BandReference.horizon.rawValue, bandCounts, amounts)
    json.removed(removed)
    json.key("total")
    json.integer(total)
    json.key("next_cursor")
    json.optional(nextPosition?.description)
    json.raw("}")
  }

  private func writeTabs(into json: inout JSONWriter) {
    json.key("tabs")
    json.raw("{")
    for order in SearchOrder.allCases {
      json.key(text: order.rawValue)
      guard let tab = tabs[order] else {
        json.null()
        continue
      }
      json.raw("{")
      json.key("id")
      json.string(tab.id)
      json.key("price_minor")
      json.optional(tab.priceMinor)
      json.key("duration_minutes")
      json.optional(tab.durationMinutes)
      json.raw("}")
    }
    json.raw("}")
  }

  private func writeStatistics(into json: inout JSONWriter, _ amounts: Amounts) {
    json.key("stats")
    json.raw("{")
    json.key("by_stops")
    json.raw("[")
    for share in byStops {
      json.element()
      json.raw("{")
      json.key("stops")
      json.optional(share.kind)
      json.share(share, amounts)
    }
    json.raw("]")
    json.key("by_carrier")
    json.raw("[")
    for share in byCarrier {
      json.element()
      json.raw("{")
      json.key("carrier")
      json.string(share.kind)
      json.key("name")
      json.optional(carrierNames[share.kind])
      json.share(share, amounts)
    }
    json.raw("]}")
  }
}

extension JSONWriter {
  /// Writes `removed`, with the filters that removed anything, in the order in which they are applied.
  mutating func removed(_ removed: [FareFilter: Int]) {
    key("removed")
    raw("{")
    for filter in FareFilter.allCases {
      guard let count = removed[filter] else { continue }
      key(text: filter.rawValue)
      integer(count)
    }
    raw("}")
  }

  /// Writes `price_minor`, `price`, `display` and `currency`, of what is unpriced as null but the currency.
  mutating func shownPrice(_ minor: Int64?, _ amounts: Amounts) {
    optionalPrice(minor, amounts)
    key("currency")
    optional(amounts.currency.isEmpty ? nil : amounts.currency)
  }

  /// Writes `price_minor`, `price` and `display`, of what is unpriced as null.
  mutating func optionalPrice(_ minor: Int64?, _ amounts: Amounts) {
    key("price_minor")
    optional(minor)
    key("price")
    optional(minor.map { amounts.decimal($0) })
    key("display")
    optional(minor.map { amounts.display($0) })
  }

  /// Writes how many itineraries a share has and what the cheapest costs, and closes it.
  fileprivate mutating func share(_ share: SearchShare<some Hashable & Sendable>, _ amounts: Amounts) {
    key("count")
    integer(share.count)
    optionalPrice(share.priceMinor, amounts)
    raw("}")
  }

  /// Writes when and by which feed a price was observed.
  mutating func provenance(_ observedAt: Instant, asOf: Instant, source: String, _ deepLink: String?) {
    key("observed_at")
    instant(observedAt)
    key("age_hours")
    integer(observedAt.hours(to: asOf))
    key("source")
    string(source)
    if let deepLink {
      key("deep_link")
      string(deepLink)
    }
  }
}
