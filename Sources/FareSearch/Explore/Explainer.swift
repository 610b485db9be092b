import FareAtlas
import FareKernel
import FareModel

/// Says of each observation of a day what became of it, by asking the rules that price the day.
struct Explainer {
  private let table: ObservationTable
  private let terms: FareTerms
  private let surroundings: FareSurroundings
  private let current: [Int]
  private let prices: [Int64?]
  private let removedBy: [Int: FareFilter]
  private let leaders: DayLeaders

  /// What became of an observation.
  private struct Fate {
    var verdict: ExplainedFare.Verdict
    var rule: ExplainedFare.Rule
    var winner: Int?
  }

  /// Explains the observations of a day, which stand in a table in the order of their lines.
  init(
    _ table: ObservationTable,
    of day: Day,
    _ exchange: Exchange,
    _ terms: FareTerms,
    asOf: Instant,
    _ atlas: Atlas
  ) {
    self.table = table
    self.terms = terms
    surroundings = atlas.fareSurroundings
    current = table.current(among: Array(table.rows.indices), asOf: asOf, in: surroundings)
    prices = table.rows.map { row in row.priceMinor.flatMap { exchange.convert($0, from: row.currency) } }
    var sieve = FareSieve(terms.trip, terms.filters, asOf: asOf, atlas)
    var removedBy: [Int: FareFilter] = [:]
    var counted: [Int] = []
    for index in current where table.rows[index].priceMinor != nil {
      let row = table.rows[index]
      let filter = sieve.filter(removing: row, table.texts)
      removedBy[index] = prices[index] == nil ? .currency : filter
      if filter == nil, terms.nights.include(row.departureDate, row.returnDate) { counted.append(index) }
    }
    self.removedBy = removedBy
    leaders = DayLeaders(table, counted, of: day, in: exchange)
  }

  /// Every observation: the chosen one, the other current ones, those left out, and those superseded.
  ///
  /// `records` are those that say what each says, by the one that stands beside it in the table.
  func fares(_ records: [Provenance: [ExplainedFare.Record]]) -> [ExplainedFare] {
    let fates = fates()
    let order = table.rows.indices.sorted { key($0, fates[$0]) < key($1, fates[$1]) }
    var places = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    return order.map { index in
      let (row, fate) = (table.rows[index], fates[index])
      let own = ExplainedFare.Record(provenance: table.provenance[index], file: nil)
      let records = records[table.provenance[index]] ?? []
      return ExplainedFare(
        fare: row,
        priceMinor: prices[index],
        source: table.texts.string(row.source) ?? "",
        flights: table.texts.string(row.outbound.flightNumbers) ?? table.texts.string(row.outbound.carriers),
        record: records.first ?? own,
        alsoSeen: Array(records.dropFirst()),
        verdict: fate.verdict,
        rule: fate.rule,
        lostTo: fate.winner.map { places[$0] }
      )
    }
  }

  private func key(_ index: Int, _ fate: Fate) -> (Int, Int64, Int64, Int) {
    let verdict = ExplainedFare.Verdict.allCases.firstIndex(of: fate.verdict) ?? 0
    let price = fate.verdict == .superseded ? 0 : prices[index] ?? .max
    return (verdict, price, -table.rows[index].observedAt.rawValue, index)
  }

  private func fates() -> [Fate] {
    let successors = table.successors(toAllBut: current, in: surroundings)
    var fates = table.rows.indices.map { index in
      successors[index].map { Fate(verdict: .superseded, rule: .rule($0.rule), winner: $0.place) } ?? fate(of: index)
    }
    if let chosen = leaders.chosen {
      // What decided between it and those that came closest.
      let ties = fates.filter { $0.verdict == .current && $0.winner == chosen }.map(\.rule)
      fates[chosen].rule = Self.ties.map { .rule($0) }.last(where: ties.contains) ?? .rule(.leastPrice)
    }
    return fates
  }

  /// What became of a current fare.
  private func fate(of index: Int) -> Fate {
    let row = table.rows[index]
    if row.priceMinor == nil { return Fate(verdict: .current, rule: .rule(.unpriced)) }
    if let filter = removedBy[index] { return Fate(verdict: .leftOut, rule: .filter(filter)) }
    guard terms.nights.include(row.departureDate, row.returnDate) else {
      return Fate(verdict: .leftOut, rule: .rule(.nights))
    }
    guard let chosen = leaders.chosen, let leader = leaders.ofCurrency[row.currency], prices[leader] != nil else {
      // The cheapest of its currency comes to no price in that of the answer.
      return Fate(verdict: .leftOut, rule: .filter(.currency))
    }
    if index == chosen { return Fate(verdict: .chosen, rule: .rule(.leastPrice)) }
    // Fares of one currency are compared first, by their own prices, which converted ones may round together.
    let winner = prices[index] == prices[chosen] && index != leader ? leader : chosen
    return Fate(verdict: .current, rule: .rule(rule(by: winner, over: index)), winner: winner)
  }

  /// The rules between fares that a day may show, in the order in which they are asked.
  private static let ties: [FareRule] = [
    .leastPrice, .observedLast, .firstCurrency, .earlierReturn, .firstRoute, .smallerLine,
  ]

  /// The rule by which one fare is shown rather than another.
  private func rule(by winner: Int, over loser: Int) -> FareRule {
    let (row, other) = (table.rows[winner], table.rows[loser])
    let isOneCurrency = row.currency == other.currency
    let isEqual = isOneCurrency ? row.priceMinor == other.priceMinor : prices[winner] == prices[loser]
    if !isEqual { return .leastPrice }
    if row.observedAt != other.observedAt { return .observedLast }
    if !isOneCurrency { return .firstCurrency }
    if row.returnDate != other.returnDate { return .earlierReturn }
    return row.route != other.route ? .firstRoute : .smallerLine
  }
}
