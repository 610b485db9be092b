import FareAtlas
public import FareModel
import FareStore

extension Answerer {
  /// Answers `everywhere`.
  public func everywhere(_ question: EverywhereQuestion) throws(AnswerFault) -> EverywhereAnswer {
    let scene = try scene(from: question.origin, question.terms)
    typealias Reading = (spans: [RouteSpan], cheapest: CheapestEverywhere, known: [PlaceCode])
    let read = try reading(asOf: question.terms.asOf) { () throws(PostgresError) -> Reading in
      let spans = try source.routeSpans(from: scene.origins).filter { $0.firstObservedAt <= scene.asOf }
      let cheapest = try cheapest(of: question, spans, scene)
      let known = question.includesNotCovered ? try source.knownDestinations(from: scene.origins) : []
      return (spans, cheapest, known)
    }
    let coverage = try coverage(read.spans, scene)
    try refuse(read.cheapest.unknownCodes)
    let groups = read.cheapest.groups(question.grouping, maxPriceMinor: question.maxPriceMinor, placeName)
    return EverywhereAnswer(
      question: question,
      asOf: scene.asOf,
      from: read.cheapest.days.lowerBound,
      to: question.days.map { _ in read.cheapest.days.upperBound },
      coverage: coverage,
      currency: read.cheapest.currency,
      groups: groups + notCovered(read.known, read.spans, question.grouping),
      leftOut: read.cheapest.leftOut(maxPriceMinor: question.maxPriceMinor)
    )
  }

  private func cheapest(
    of question: EverywhereQuestion,
    _ spans: [RouteSpan],
    _ scene: Scene
  ) throws(PostgresError) -> CheapestEverywhere {
    let last = spans.map(\.lastDeparture).max() ?? scene.today
    let shown = DayWindow.ahead(question.days ?? scene.today...max(scene.today, last), today: scene.today)
    let window = DayWindow(shown, amongHorizonFrom: scene.today)
    let reader = SheetReader(
      fares: try keepingReader(scene),
      trip: question.terms.trip,
      filters: question.terms.filters,
      shown: shown
    )
    let sheet = try reader.sheet(of: spans, months: window.months)
    let (destinations, nights) = (SheetDestinations(sheet), question.terms.nights)
    let currency = question.terms.currency ?? destinations.mostPricedCurrency(in: sheet, of: shown, nights)
    let exchange = try exchange(to: currency, sheet.currencies, scene)
    return CheapestEverywhere(sheet, destinations, window, nights, exchange)
  }

  /// The groups that loaded routes know a destination in, and no fare was observed to any.
  private func notCovered(
    _ known: [PlaceCode],
    _ spans: [RouteSpan],
    _ grouping: Grouping
  ) -> [EverywhereGroup] {
    guard !known.isEmpty else { return [] }
    // Filters may leave no fare of a group that is covered all the same.
    var listed = Set(spans.map(\.destination).compactMap { placeName($0).group($0, by: grouping) })
    var more: [EverywhereGroup] = []
    for destination in known {
      let name = placeName(destination)
      guard let group = name.group(destination, by: grouping), listed.insert(group).inserted else { continue }
      more.append(
        EverywhereGroup(group: group, destination: destination, name: name.name, country: name.country)
      )
    }
    return more.sorted { $0.group < $1.group }
  }

  /// What answers say of a place, read of the atlas once.
  func placeName(_ code: PlaceCode) -> PlaceName {
    if let name = placeNames[code] { return name }
    let name = PlaceName(code, atlas)
    placeNames[code] = name
    return name
  }
}

/// What answers say of a place.
struct PlaceName {
  /// The name of the city, or of the airport where that is unknown.
  var name: String?
  /// The country's two-letter code.
  var country: String?
  /// The code of the city.
  var city: PlaceCode

  init(_ code: PlaceCode, _ atlas: Atlas) {
    let record = atlas.airport(code) ?? atlas.city(code)
    name = record.map { $0.city.isEmpty ? $0.name : $0.city }
    country = record.flatMap { $0.country.isEmpty ? nil : $0.country }
    city = atlas.cities(of: code).first ?? code
  }

  /// The country of places of which it is not known, as in Unicode CLDR.
  private static let unknownCountry = "ZZ"

  /// The group of a place; nil when groups are not of places.
  func group(_ code: PlaceCode, by grouping: Grouping) -> String? {
    switch grouping {
    case .destination: code.description
    case .city: city.description
    case .country: country ?? Self.unknownCountry
    case .month: nil
    }
  }
}
