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
        records: try records(of: observed, spans, day.month)
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
      observations: explainer.fares(read.records)
    )
  }

  /// What an explanation reads.
  private struct Reading {
    var spans: [RouteSpan]
    var priced: PricedDays
    var observed: ObservationTable
    var exchange: Exchange
    var records: [Provenance: [ExplainedFare.Record]]
  }

  /// The records that say what each observation says, by the one that is read with it.
  private func records(
    of table: ObservationTable,
    _ spans: [RouteSpan],
    _ month: Month
  ) throws(PostgresError) -> [Provenance: [ExplainedFare.Record]] {
    let witnesses = table.count == 0 ? [:] : try source.witnesses(of: spans.map(\.route), months: month...month)
    let records = table.provenance.map { (own: $0, all: witnesses[$0] ?? [$0]) }
    let files = try source.fileNames(of: Set(records.flatMap(\.all).map(\.batch)).sorted())
    let named = records.map { own, all in
      (own, all.map { ExplainedFare.Record(provenance: $0, file: files[$0.batch]) })
    }
    return Dictionary(named) { first, _ in first }
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
