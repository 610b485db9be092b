import FareAtlas
public import FareModel
import FareStore

extension Answerer {
  /// Answers `search`.
  public func search(_ question: SearchQuestion) throws(AnswerFault) -> SearchAnswer {
    let scene = try scene(of: question.fares)
    try refusePast(question.departureDate, scene, at: question.fares.origin)
    let window = DayWindow(question.departureDate...question.departureDate, amongHorizonFrom: scene.today)
    let read = try reading(asOf: question.fares.asOf) { () throws(PostgresError) -> SearchReading in
      let spans = try spans(of: scene)
      let priced = try pricedDays(window, question.fares.terms, spans, scene)
      let fares = try fares(of: question, spans, scene)
      let named = question.fares.currency ?? question.position?.currency
      let currency = named ?? priced.currency ?? fares.mostPricedCurrency
      let exchange = try exchange(to: currency, fares.currencies, scene)
      return SearchReading(spans: spans, fares: fares, exchange: exchange, edges: priced.edges(of: window.reference))
    }
    let coverage = try coverage(read.spans, scene)
    var unknown = UnknownCodes(question.fares.filters, atlas)
    unknown.remove(namedIn: read.fares.table)
    try refuse(unknown)
    let found = FoundItineraries(question, read.fares, read.exchange, atlas, asOf: scene.asOf)
    return SearchPage(found: found, table: read.fares.table, question: question, edges: read.edges, asOf: scene.asOf)
      .answer(coverage, read.exchange, atlas)
  }

  /// What a search reads.
  private struct SearchReading {
    var spans: [RouteSpan]
    var fares: SearchFares
    var exchange: Exchange
    var edges: BandEdges
  }

  /// Reads the fares of the days of a search.
  private func fares(
    of question: SearchQuestion,
    _ spans: [RouteSpan],
    _ scene: Scene
  ) throws(PostgresError) -> SearchFares {
    var fares = SearchFares(question)
    let reader = try keepingReader(scene)
    let out = question.departureDate.month
    for table in try reader.currentFares(of: spans, months: out...out) { fares.append(table, .outbound) }
    guard question.combines, let back = question.returnDate?.month else { return fares }
    var returning = scene
    (returning.origins, returning.destinations) = (scene.destinations, scene.origins)
    let backSpans = try self.spans(of: returning)
    for table in try reader.currentFares(of: backSpans, months: back...back) { fares.append(table, .inbound) }
    return fares
  }

  /// Refuses a departure that is past where the trip begins.
  func refusePast(
    _ departureDate: Day,
    _ scene: Scene,
    at origin: PlaceReference,
    parameter: String = "departure_date"
  ) throws(AnswerFault) {
    guard departureDate < scene.today else { return }
    throw .argument(
      ArgumentError(
        parameter: parameter,
        value: .text(departureDate.description),
        expected: "a date not before \(scene.today), today at \(origin); as_of asks as at an earlier instant"
      )
    )
  }
}
