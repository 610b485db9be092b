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
  /// The time zone of the origin; nil where it is unknown.
  var zone: TimeZoneRules?

  /// The instant at which the date at the origin turns.
  var tomorrow: Instant {
    let next = today.advanced(by: 1)
    return zone?.instant(day: next, time: TimeOfDay(rawValue: 0)) ?? Instant(day: next, secondOfDay: 0)
  }
}

/// What was read to answer a question.
struct PricedReading {
  /// Whether the store knows the route.
  var coverage: Coverage
  /// The days of the window; without those that are only compared with, where their edges are known.
  var days: PricedDays
  /// The edges of the days that are compared with.
  var edges: BandEdges
  /// How long the answer holds, as far as what was read decides it.
  var life: AnswerLife
}

extension Answerer {
  /// Resolves the places of a question.
  ///
  /// A code that nobody has is asked for as it is, since fares under unknown codes are kept, too.
  func scene(of question: FareQuestion) throws(AnswerFault) -> Scene {
    if let currency = question.currency, atlas.currency(currency) == nil { throw .argument(unknownCurrency(currency)) }
    let asOf = question.asOf ?? clock()
    let route = resolved(question)
    if route.isWithinCity { throw .argument(sameCity(question)) }
    return Scene(
      asOf: asOf,
      today: route.zone?.day(at: asOf) ?? asOf.utcDay,
      origins: route.origins,
      destinations: route.destinations,
      unknownPlace: !route.isOriginKnown
        ? unknownPlace("origin", question.origin)
        : !route.isDestinationKnown ? unknownPlace("destination", question.destination) : nil,
      zone: route.zone
    )
  }

  private func sameCity(_ question: FareQuestion) -> ArgumentError {
    ArgumentError(
      parameter: "destination",
      value: .text(question.destination.description),
      expected: "a place outside the city of \(question.origin) (same_city)"
    )
  }

  private func unknownCurrency(_ currency: CurrencyCode) -> ArgumentError {
    ArgumentError(parameter: "currency", value: .text("\(currency)"), expected: "the ISO 4217 code of a currency")
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
  ) throws(AnswerFault) -> PricedReading {
    let read = try reading { () throws(PostgresError) in
      try self.read(window, question, scene)
    }
    if read.coverage == .notCovered, let unknownPlace = scene.unknownPlace { throw .argument(unknownPlace) }
    return read
  }

  private func read(
    _ window: DayWindow,
    _ question: FareQuestion,
    _ scene: Scene
  ) throws(PostgresError) -> PricedReading {
    let all = try source.routeSpans(origins: scene.origins, destinations: scene.destinations)
    let spans = all.filter { $0.firstObservedAt <= scene.asOf }
    let horizon = try horizon(of: spans, window, question, scene.asOf)
    let needed = horizon == nil ? window : DayWindow(shown: window.shown, reference: window.shown)
    let reader = SheetReader(source: source, atlas: atlas, question: question, asOf: scene.asOf, shown: window.shown)
    let sheet = try reader.sheet(of: spans, months: needed.months)
    let cheapest = CheapestByCurrency(sheet, needed, nights: question.nights)
    let usual = horizon.flatMap { $0.edges.sampleSize > 0 ? $0.currency : nil } ?? cheapest.mostPriced
    let exchange = try exchange(to: question.currency ?? usual, sheet, scene)
    let days = PricedDays(sheet, cheapest, needed, nights: question.nights, in: exchange)
    let ends = [sheet.holdsUntil, horizon?.holdsUntil ?? .distantFuture, scene.tomorrow, scene.asOf.nextDayInUTC]
    let isSettled = all.allSatisfy { $0.lastObservedAt <= scene.asOf }
    return PricedReading(
      coverage: spans.isEmpty ? .notCovered : .covered,
      days: days,
      edges: horizon?.edges ?? days.edges(of: window.reference),
      life: AnswerLife(
        scene,
        question,
        until: isSettled ? ends.reduce(.distantFuture) { min($0, $1) } : scene.asOf
      )
    )
  }

  /// What the source knows of the days that a window compares with, for questions that it can know it for.
  private func horizon(
    of spans: [RouteSpan],
    _ window: DayWindow,
    _ question: FareQuestion,
    _ asOf: Instant
  ) throws(PostgresError) -> Horizon? {
    guard spans.count == 1, question.filters == .none, question.nights == nil,
      window.reference.clamped(to: window.shown) != window.reference
    else { return nil }
    let horizon = try source.horizon(of: spans[0].route, trip: question.trip, window.reference, asOf: asOf)
    guard let horizon, question.currency.map({ $0 == horizon.currency }) ?? true else { return nil }
    return horizon
  }

  private func exchange(
    to currency: CurrencyCode?,
    _ sheet: FareSheet,
    _ scene: Scene
  ) throws(PostgresError) -> Exchange {
    guard let currency else { return Exchange(to: nil) }
    let others = sheet.currencies.filter { $0 != currency }
    if others.isEmpty { return Exchange(to: currency) }
    let day = scene.asOf.utcDay
    return Exchange(to: currency, from: others, try source.rates(upTo: day), on: day, atlas)
  }
}
