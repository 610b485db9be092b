import FareAtlas
import FareJSON
public import FareModel
public import FareStore

/// The answer of `routes`: what is covered, from where.
public struct RoutesAnswer: Hashable, Sendable {
  /// A route.
  public struct Entry: Hashable, Sendable {
    /// What was observed of it.
    public var span: RouteSpan
    /// The city that it goes to, where known.
    public var name: String?
  }

  /// The question that it answers.
  public var question: RoutesQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// The routes, by origin and destination.
  public var routes: [Entry]
}

extension Answerer {
  /// Answers `routes`.
  public func routes(_ question: RoutesQuestion) throws(AnswerFault) -> RoutesAnswer {
    let asOf = question.asOf ?? clock()
    let origins = codes(question.origin, question.includePredecessors)
    let destinations = codes(question.destination, question.includePredecessors).map(Set.init)
    let known = try reading(asOf: question.asOf) { () throws(PostgresError) in
      try knownSpans(from: origins, asOf: asOf)
    }
    let spans = known.filter { destinations?.contains($0.destination) ?? true }
    if spans.isEmpty { try refuseUnknownPlaces(question) }
    return RoutesAnswer(
      question: question,
      asOf: asOf,
      routes: spans.map { RoutesAnswer.Entry(span: $0, name: placeName($0.destination).name) }
    )
  }

  /// What was known of routes at an instant. What was observed later is asked of the log only where there is any.
  private func knownSpans(from origins: [PlaceCode]?, asOf: Instant) throws(PostgresError) -> [RouteSpan] {
    let spans = try source.routeSpans(from: origins).filter { $0.firstObservedAt <= asOf }
    let past = spans.filter { $0.lastObservedAt > asOf }
    guard !past.isEmpty else { return spans }
    let known = try source.routeSpans(from: Set(past.map(\.origin)).sorted(), upTo: asOf)
    let spanOfRoute = Dictionary(known.map { ($0.route, $0) }) { first, _ in first }
    return spans.compactMap { $0.lastObservedAt > asOf ? spanOfRoute[$0.route] : $0 }
  }

  private func codes(_ place: PlaceReference?, _ includePredecessors: Bool) -> [PlaceCode]? {
    place.map { atlas.resolve($0, includePredecessors: includePredecessors)?.codes ?? [$0.code] }
  }

  private func refuseUnknownPlaces(_ question: RoutesQuestion) throws(AnswerFault) {
    for (parameter, place) in [("origin", question.origin), ("destination", question.destination)] {
      if let place, atlas.resolve(place) == nil { throw .argument(unknownPlace(parameter, place)) }
    }
  }
}

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
