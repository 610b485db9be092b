import FareAtlas
import FareKernel
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
    try refuseUnknown(question.currency)
    let asOf = question.asOf ?? clock()
    let route = resolved(question)
    // A code that nobody has may have fares; `city:` asks for what the atlas alone can tell.
    if !route.isOriginKnown, question.origin.isCity { throw .argument(unknownPlace("origin", question.origin)) }
    if !route.isDestinationKnown, question.destination.isCity {
      throw .argument(unknownPlace("destination", question.destination))
    }
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
      unknownPlace: origin == nil ? unknownPlace("origin", place) : nil,
      zone: origin?.zone
    )
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

  /// Reads the fares of a question and prices the days of a window, all as of one moment.
  func pricedDays(
    _ window: DayWindow,
    _ question: FareQuestion,
    _ scene: Scene
  ) throws(AnswerFault) -> PricedReading {
    let atOnce = try readAtOnce(window, question, scene)
    let read = if let atOnce { atOnce } else { try readInSnapshot(window, question, scene) }
    if read.coverage == .notCovered, let unknownPlace = scene.unknownPlace { throw .argument(unknownPlace) }
    try refuse(read.days.unknownCodes)
    return read
  }

  private func readInSnapshot(
    _ window: DayWindow,
    _ question: FareQuestion,
    _ scene: Scene
  ) throws(AnswerFault) -> PricedReading {
    try reading(asOf: question.asOf) { () throws(PostgresError) in
      let all = try source.routeSpans(origins: scene.origins, destinations: scene.destinations)
      let spans = all.filter { $0.firstObservedAt <= scene.asOf }
      let horizon = try horizon(of: spans, window, question, scene.asOf)
      return try read(window, question, scene, all, horizon, from: nil)
    }
  }

  /// Reads what the source gives at once, where the answer needs nothing else; nil where it does.
  private func readAtOnce(
    _ window: DayWindow,
    _ question: FareQuestion,
    _ scene: Scene
  ) throws(AnswerFault) -> PricedReading? {
    guard question.asOf == nil, question.filters == .none, question.trip == .oneWay, scene.origins.count == 1,
      scene.destinations.count == 1, window.months.count == 1
    else { return nil }
    let (route, months) = (Route(origin: scene.origins[0], destination: scene.destinations[0]), window.shownMonths)
    do {
      let found = try source.routeDays(of: route, shown: months, compared: window.reference, withEdition: false)
      guard let found, found.holds(scene.asOf), found.currencies.count < 2,
        found.currencies.isSubset(of: question.currency.map { [$0] } ?? found.currencies)
      else { return nil }
      let key = KeptReads.Key(way: .dayPrices(.oneWay), routes: [route], months: months)
      let reader = FareReader(source: source, atlas: atlas, asOf: scene.asOf, kept: KeptReads(found.shown, of: key))
      let spans = found.span.map { [$0] } ?? []
      let isShown = window.reference.clamped(to: window.shown) == window.reference
      let horizon = isShown ? nil : found.horizon(window.reference)
      return try read(window, question, scene, spans, horizon, from: reader)
    } catch {
      throw AnswerFault(error)
    }
  }

  /// Prices the days of a window of the routes `all`, whose fares a reader has read; nil has them read.
  private func read(
    _ window: DayWindow,
    _ question: FareQuestion,
    _ scene: Scene,
    _ all: [RouteSpan],
    _ horizon: Horizon?,
    from reader: FareReader?
  ) throws(PostgresError) -> PricedReading {
    let spans = all.filter { $0.firstObservedAt <= scene.asOf }
    let shown = DayWindow(shown: window.shown, reference: window.shown)
    let needed = horizon == nil && reader == nil ? window : shown
    let (days, holdsUntil) = try pricedDays(needed, question.terms, spans, scene, usual: horizon, from: reader)
    let ends = [holdsUntil, horizon?.holdsUntil ?? .distantFuture, scene.tomorrow, scene.asOf.nextDayInUTC]
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
    try pricedDays(window, terms, spans, scene, usual: nil).days
  }

  /// Prices the days of a window of some routes, and says until when what was read for it holds.
  ///
  /// The currency is the one asked for, else the one of the `usual` horizon, else the one with most priced days.
  private func pricedDays(
    _ window: DayWindow,
    _ terms: FareTerms,
    _ spans: [RouteSpan],
    _ scene: Scene,
    usual horizon: Horizon?,
    from given: FareReader? = nil
  ) throws(PostgresError) -> (days: PricedDays, holdsUntil: Instant) {
    // Day prices have memory of their own; what filters look at would be read anew by each question.
    let fares =
      if let given { given } else if terms.filters == .none { reader(scene) } else { try keepingReader(scene) }
    let reader = SheetReader(fares: fares, trip: terms.trip, filters: terms.filters, shown: window.shown)
    let sheet = try reader.sheet(of: spans, months: window.months)
    let cheapest = CheapestByCurrency(sheet, window, nights: terms.nights)
    let usual =
      horizon.flatMap { $0.edges.sampleSize > 0 ? $0.currency : nil }
      ?? sheet.mostPricedCurrency(of: window, terms.nights)
    let exchange = try exchange(to: terms.currency ?? usual, sheet.currencies, scene)
    return (PricedDays(sheet, cheapest, window, nights: terms.nights, in: exchange), sheet.holdsUntil)
  }

  /// Reads fares as at the instant of a question.
  func reader(_ scene: Scene) -> FareReader {
    FareReader(source: source, atlas: atlas, asOf: scene.asOf)
  }

  /// Reads fares as at the instant of a question, and keeps them for the next question that reads the same.
  func keepingReader(_ scene: Scene) throws(PostgresError) -> FareReader {
    kept.keepOnly(try source.edition())
    return FareReader(source: source, atlas: atlas, asOf: scene.asOf, kept: kept)
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

extension RouteDays {
  /// The currencies of the prices.
  fileprivate var currencies: Set<CurrencyCode> {
    Set(shown.compactMap(\.currency) + compared.compactMap(\.currency))
  }

  /// Whether all of it answers a question as at an instant.
  fileprivate func holds(_ instant: Instant) -> Bool {
    shown.allSatisfy { $0.holds(instant) }
      && compared.allSatisfy { $0.newestObservedAt <= instant && $0.holdsUntil.map { instant < $0 } ?? true }
  }

  /// What the prices of the days come to, which are in one currency; nil when there are none.
  fileprivate func horizon(_ days: ClosedRange<Day>) -> Horizon? {
    guard let currency = currencies.first else { return nil }
    var prices = compared.flatMap(\.prices)
    for row in shown {
      for cell in row.cells where days.contains(cell.departureDate) {
        if let price = cell.priceMinor { prices.append(price) }
      }
    }
    return Horizon(
      currency: currency,
      edges: quartileEdges(of: prices.span),
      holdsUntil: (shown.compactMap(\.holdsUntil) + compared.compactMap(\.holdsUntil)).min()
    )
  }
}
