import FareJSON
import FareModel

extension RoutesAnswer {
  /// Writes the answer as the result object of `routes`.
  func write(into json: inout JSONWriter) {
    json.raw("{")
    json.key("as_of")
    json.instant(asOf)
    json.key("routes")
    json.raw("[")
    for entry in routes[question.page.range(of: routes.count)] { entry.write(into: &json, asOf) }
    json.raw("]")
    json.key("total")
    json.integer(routes.count)
    json.raw("}")
  }
}

extension RoutesAnswer.Entry {
  fileprivate func write(into json: inout JSONWriter, _ asOf: Instant) {
    json.element()
    json.raw("{")
    json.key("origin")
    json.code(span.origin)
    json.key("destination")
    json.code(span.destination)
    json.key("name")
    json.optional(name)
    json.key("first_departure_date")
    json.day(span.firstDeparture)
    json.key("last_departure_date")
    json.day(span.lastDeparture)
    json.key("first_observed_at")
    json.instant(span.firstObservedAt)
    json.key("last_observed_at")
    json.instant(span.lastObservedAt)
    json.key("age_hours")
    json.integer(span.lastObservedAt.hours(to: asOf))
    json.raw("}")
  }
}
