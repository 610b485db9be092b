import FareAtlas
public import FareModel
import FareStore

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
