import FareAtlas
import FareKernel
public import FareModel
import FareStore

extension Answerer {
  /// Answers `explain`.
  public func explain(_ question: ExplainQuestion) throws(AnswerFault) -> ExplainAnswer {
    let scene = try scene(of: question.fares)
    let day = question.departureDate
    let window = DayWindow(day...day, amongHorizonFrom: scene.today)
    let read = try reading(asOf: question.fares.asOf) { () throws(PostgresError) -> Reading in
      let spans = try spans(of: scene)
      let priced = try pricedDays(window, question.fares.terms, spans, scene)
      let observed = try observations(of: spans, question, scene)
      return Reading(
        spans: spans,
        priced: priced,
        observed: observed,
        exchange: try exchange(to: priced.currency, observed.currencies, scene),
        files: try source.fileNames(of: Set(observed.provenance.map(\.batch)).sorted())
      )
    }
    let coverage = try coverage(read.spans, scene)
    try refuse(read.priced.unknownCodes)
    guard read.observed.count <= Limits.mostExplained else {
      throw .argument(
        ArgumentError(
          .limitExceeded,
          parameter: "departure_date",
          value: .text(day.description),
          expected: "a day of at most \(Limits.mostExplained) observations"
        )
      )
    }
    let edges = read.priced.edges(of: window.reference)
    let explainer = Explainer(
      read.observed,
      of: day,
      read.exchange,
      question.fares.terms,
      asOf: scene.asOf,
      atlas
    )
    return ExplainAnswer(
      question: question,
      asOf: scene.asOf,
      coverage: coverage,
      currency: read.priced.currency,
      day: read.priced.days(edges).first ?? CalendarDay(date: day, status: .noFareObserved),
      edges: edges,
      observations: explainer.fares(read.files)
    )
  }

  /// What an explanation reads.
  private struct Reading {
    var spans: [RouteSpan]
    var priced: PricedDays
    var observed: ObservationTable
    var exchange: Exchange
    var files: [Int64: String]
  }

  /// The observations of the day and the trip, by their canonical lines, so that the order of loading does not matter.
  private func observations(
    of spans: [RouteSpan],
    _ question: ExplainQuestion,
    _ scene: Scene
  ) throws(PostgresError) -> ObservationTable {
    var table = ObservationTable()
    guard !spans.isEmpty else { return table }
    let month = question.departureDate.month
    let read = try source.observations(of: spans.map(\.route), months: month...month, upTo: scene.asOf)
    let found = read.rows.indices.filter {
      read.rows[$0].departureDate == question.departureDate && read.rows[$0].trip == question.fares.trip
    }
    let exponent = atlas.fareSurroundings.exponent
    let lines = found.map { index in
      let row = read.rows[index]
      return (index: index, line: OwnFormat.line(of: row, texts: read.texts, exponent: exponent(row.currency)))
    }
    table.append(lines.sorted { $0.line.lexicographicallyPrecedes($1.line) }.map(\.index), of: read)
    return table
  }
}

extension ObservationTable {
  /// The currencies of the prices, in the order of their letters.
  fileprivate var currencies: [CurrencyCode] {
    Set(rows.lazy.filter { $0.priceMinor != nil }.map(\.currency)).sorted()
  }
}
