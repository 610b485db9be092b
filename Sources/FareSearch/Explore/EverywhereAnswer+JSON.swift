import FareAtlas
import FareJSON
import FareModel

extension EverywhereAnswer {
  /// Writes the answer as the result object of `everywhere`.
  func write(into json: inout JSONWriter, _ atlas: Atlas) {
    json.raw("{")
    json.key("origin")
    json.string(question.origin.description)
    json.key("from")
    json.day(from)
    json.key("to")
    if let to { json.day(to) } else { json.null() }
    json.key("group_by")
    json.string(question.grouping.rawValue)
    json.terms(question.terms, currency: currency, asOf: asOf, coverage)
    let amounts = Amounts(currency, question.terms.locale, atlas)
    json.key("groups")
    json.raw("[")
    for group in groups[question.page.range(of: groups.count)] { group.write(into: &json, amounts, asOf) }
    json.raw("]")
    json.key("total")
    json.integer(groups.count)
    json.leftOut(leftOut)
    json.raw("}")
  }
}

extension EverywhereGroup {
  fileprivate func write(into json: inout JSONWriter, _ amounts: Amounts, _ asOf: Instant) {
    json.element()
    json.raw("{")
    json.key("group")
    json.string(group)
    json.key("destination")
    json.code(destination)
    json.key("name")
    json.optional(name)
    json.key("country")
    json.optional(country)
    json.key("departure_date")
    if let departureDate { json.day(departureDate) } else { json.null() }
    json.key("return_date")
    if let returnDate = fare?.returnDate { json.day(returnDate) } else { json.null() }
    json.shownPrice(fare?.priceMinor, amounts)
    json.key("band")
    json.optional(band?.name)
    json.key("label")
    json.optional(band?.label)
    json.key("sample_size")
    json.optional(edges?.sampleSize)
    json.key("low_below")
    json.optional(edges?.lowBelowQuarters.map { amounts.decimal(quarters: $0) })
    json.key("high_above")
    json.optional(edges?.highAboveQuarters.map { amounts.decimal(quarters: $0) })
    json.key("stops")
    json.optional(fare?.stops)
    json.key("observed_at")
    if let fare { json.instant(fare.observedAt) } else { json.null() }
    json.key("age_hours")
    json.optional(fare?.observedAt.hours(to: asOf))
    json.key("source")
    json.optional(fare?.source)
    json.key("status")
    json.string(fare == nil ? Coverage.notCovered.rawValue : DayStatus.priced.rawValue)
    if let deepLink = fare?.deepLink {
      json.key("deep_link")
      json.string(deepLink)
    }
    json.raw("}")
  }
}
