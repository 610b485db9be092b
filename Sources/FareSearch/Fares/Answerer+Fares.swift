import FareAtlas
import FareModel
import FareStore

/// What a question about fares is answered from, before any fare is read.
struct Scene {
  /// The instant that it is answered as at.
  var asOf: Instant
  /// The date at the origin at that instant.
  var today: Day
  /// The codes that fares may begin at.
  var origins: [PlaceCode]
  /// The codes that they may go to.
  var destinations: [PlaceCode]
  /// That one of the places is unknown, which is a fault unless there are fares of it.
  var unknownPlace: ArgumentError?
}

extension Answerer {
  /// Resolves the places of a question.
  ///
  /// A code that nobody has is asked for as it is, since fares under unknown codes are kept, too.
  func scene(of question: FareQuestion) throws(AnswerFault) -> Scene {
    try refuseUnknown(question.currency)
    let asOf = question.asOf ?? clock()
    let origin = atlas.resolve(question.origin, includePredecessors: question.includePredecessors)
    let destination = atlas.resolve(question.destination, includePredecessors: question.includePredecessors)
    // A code that nobody has may have fares; `city:` asks for what the atlas alone can tell.
    for (name, place, known) in [
      ("origin", question.origin, origin), ("destination", question.destination, destination),
    ]
    where place.isCity && known == nil {
      throw .argument(unknownPlace(name, place))
    }
    if isWithinCity(question, origin, destination) { throw .argument(sameCity(question)) }
    return Scene(
      asOf: asOf,
      today: origin?.zone?.day(at: asOf) ?? asOf.utcDay,
      origins: origin?.codes ?? [question.origin.code],
      destinations: destination?.codes ?? [question.destination.code],
      unknownPlace: origin == nil
        ? unknownPlace("origin", question.origin)
        : destination == nil ? unknownPlace("destination", question.destination) : nil
    )
  }

  /// Resolves the origin of a question about every destination.
  func scene(from place: PlaceReference, _ terms: FareTerms) throws(AnswerFault) -> Scene {
    try refuseUnknown(terms.currency)
    let asOf = terms.asOf ?? clock()
    let origin = atlas.resolve(place, includePredecessors: terms.includePredecessors)
    return Scene(
      asOf: asOf,
      today: origin?.zone?.day(at: asOf) ?? asOf.utcDay,
      origins: origin?.codes ?? [place.code],
      destinations: [],
      unknownPlace: origin == nil ? unknownPlace("origin", place) : nil
    )
  }

  private func isWithinCity(
    _ question: FareQuestion,
    _ origin: ResolvedPlace?,
    _ destination: ResolvedPlace?
  ) -> Bool {
    guard let origin, let destination else { return question.origin.code == question.destination.code }
    return atlas.areInOneCity(origin, destination)
  }

  private func sameCity(_ question: FareQuestion) -> ArgumentError {
    ArgumentError(
      parameter: "destination",
      value: .text(question.destination.description),
      expected: "a place outside the city of \(question.origin) (same_city)"
    )
  }

  private func refuseUnknown(_ currency: CurrencyCode?) throws(AnswerFault) {
    guard let currency, atlas.currency(currency) == nil else { return }
    throw .argument(
      ArgumentError(parameter: "currency", value: .text("\(currency)"), expected: "the ISO 4217 code of a currency")
    )
  }

  /// The error of a place that nobody knows.
  func unknownPlace(_ parameter: String, _ place: PlaceReference) -> ArgumentError {
    ArgumentError(
      .unknownPlace,
      parameter: parameter,
      value: .text(place.description),
      expected: "the code of a known airport or city",
      nearest: atlas.nearestCodes(to: place.code, limit: 3).map(\.code.description)
    )
  }

  /// Reads the fares of a question and prices the days of a window, all from one snapshot.
  func pricedDays(
    _ window: DayWindow,
    _ question: FareQuestion,
    _ scene: Scene
  ) throws(AnswerFault) -> (Coverage, PricedDays) {
    let (routes, priced) = try reading { () throws(PostgresError) -> ([RouteSpan], PricedDays) in
      let spans = try spans(of: scene)
      return (spans, try pricedDays(window, question.terms, spans, scene))
    }
    return (try coverage(routes, scene), priced)
  }

  /// The routes of a question that were observed by its instant.
  func spans(of scene: Scene) throws(PostgresError) -> [RouteSpan] {
    try source.routeSpans(origins: scene.origins, destinations: scene.destinations)
      .filter { $0.firstObservedAt <= scene.asOf }
  }

  /// Prices the days of a window of some routes.
  func pricedDays(
    _ window: DayWindow,
    _ terms: FareTerms,
    _ spans: [RouteSpan],
    _ scene: Scene
  ) throws(PostgresError) -> PricedDays {
    let reader = SheetReader(fares: reader(scene), trip: terms.trip, filters: terms.filters, shown: window.shown)
    let sheet = try reader.sheet(of: spans, months: window.months)
    let cheapest = CheapestByCurrency(sheet, window, nights: terms.nights)
    let exchange = try exchange(to: terms.currency ?? cheapest.mostPriced, sheet.currencies, scene)
    return PricedDays(sheet, cheapest, window, nights: terms.nights, in: exchange)
  }

  /// Reads fares as at the instant of a question.
  func reader(_ scene: Scene) -> FareReader {
    FareReader(source: source, atlas: atlas, asOf: scene.asOf)
  }

  /// Whether the routes of a question are covered. A place that nobody knows is a fault unless they are.
  func coverage(_ spans: [RouteSpan], _ scene: Scene) throws(AnswerFault) -> Coverage {
    guard spans.isEmpty else { return .covered }
    if let unknownPlace = scene.unknownPlace { throw .argument(unknownPlace) }
    return .notCovered
  }

  /// What brings prices in some currencies into another; nil where the answer has no prices.
  func exchange(
    to currency: CurrencyCode?,
    _ currencies: [CurrencyCode],
    _ scene: Scene
  ) throws(PostgresError) -> Exchange {
    guard let currency else { return Exchange(to: nil) }
    let others = currencies.filter { $0 != currency }
    if others.isEmpty { return Exchange(to: currency) }
    let day = scene.asOf.utcDay
    return Exchange(to: currency, from: others, try source.rates(upTo: day), on: day, atlas)
  }
}
