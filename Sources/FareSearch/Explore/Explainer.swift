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
  /// The fares that count, the one that makes the price first.
  private let counted: [Int]

  /// What became of an observation.
  private struct Fate {
    var verdict: ExplainedFare.Verdict
    var rule: ExplainedFare.Rule
    var winner: Int?
  }

  init(
    _ table: ObservationTable,
    _ exchange: Exchange,
    _ terms: FareTerms,
    asOf: Instant,
    _ atlas: Atlas
  ) {
    self.table = table
    self.terms = terms
    surroundings = atlas.fareSurroundings
    current = table.current(among: Array(table.rows.indices), asOf: asOf, in: surroundings)
    let prices = table.rows.map { row in row.priceMinor.flatMap { exchange.convert($0, from: row.currency) } }
    var sieve = FareSieve(terms.trip, terms.filters, asOf: asOf, atlas)
    var removedBy: [Int: FareFilter] = [:]
    for index in current where table.rows[index].priceMinor != nil {
      removedBy[index] = prices[index] == nil ? .currency : sieve.filter(removing: table.rows[index], table.texts)
    }
    let counted = current.filter { index in
      let row = table.rows[index]
      return row.priceMinor != nil && removedBy[index] == nil && terms.nights.include(row.departureDate, row.returnDate)
    }
    self.prices = prices
    self.removedBy = removedBy
    self.counted = counted.sorted { Self.tie($0, $1, table, prices) != nil }
  }

  /// Every observation: the chosen one, the other current ones, those left out, and those superseded.
  func fares(_ files: [Int64: String]) -> [ExplainedFare] {
    let fates = fates()
    let order = table.rows.indices.sorted { key($0, fates[$0]) < key($1, fates[$1]) }
    var places = Array(repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    return order.map { index in
      let (row, fate) = (table.rows[index], fates[index])
      return ExplainedFare(
        fare: row,
        priceMinor: prices[index],
        source: table.texts.string(row.source) ?? "",
        flights: table.texts.string(row.outbound.flightNumbers) ?? table.texts.string(row.outbound.carriers),
        provenance: table.provenance[index],
        file: files[table.provenance[index].batch],
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
    let isCurrent = Set(current)
    let byLook = Dictionary(grouping: table.rows.indices) { Look(table.rows[$0]) }
    return table.rows.indices.map { index in
      guard isCurrent.contains(index) else {
        return superseded(index, byLook[Look(table.rows[index])] ?? [], isCurrent)
      }
      return fate(ofCurrent: index)
    }
  }

  private func fate(ofCurrent index: Int) -> Fate {
    let row = table.rows[index]
    if row.priceMinor == nil { return Fate(verdict: .current, rule: .rule(.unpriced)) }
    if let filter = removedBy[index] { return Fate(verdict: .leftOut, rule: .filter(filter)) }
    guard terms.nights.include(row.departureDate, row.returnDate), let chosen = counted.first else {
      return Fate(verdict: .leftOut, rule: .rule(.nights))
    }
    if index != chosen {
      let rule = Self.tie(chosen, index, table, prices) ?? .smallerLine
      return Fate(verdict: .current, rule: .rule(rule), winner: chosen)
    }
    // What decided between it and the next.
    let rule = counted.dropFirst().first.flatMap { Self.tie(chosen, $0, table, prices) } ?? .leastPrice
    return Fate(verdict: .chosen, rule: .rule(rule))
  }

  /// The rule that took an observation's place: that of a current one, else of one that was itself superseded.
  private func superseded(_ index: Int, _ look: [Int], _ isCurrent: Set<Int>) -> Fate {
    let winners = look.compactMap { other in
      table.rule(by: other, over: index, in: surroundings).map { (winner: other, rule: $0) }
    }
    let found =
      winners.first { isCurrent.contains($0.winner) }
      ?? winners.max { table.rows[$0.winner].observedAt < table.rows[$1.winner].observedAt }
    return Fate(
      verdict: .superseded,
      rule: .rule(found?.rule ?? .newestObservation),
      winner: found?.winner
    )
  }

  /// The rule by which one counted fare goes before another; nil when it does not.
  private static func tie(_ one: Int, _ other: Int, _ table: ObservationTable, _ prices: [Int64?]) -> FareRule? {
    let (row, otherRow) = (table.rows[one], table.rows[other])
    let (price, otherPrice) = (prices[one] ?? .max, prices[other] ?? .max)
    if price != otherPrice { return price < otherPrice ? .leastPrice : nil }
    if row.currency == otherRow.currency, row.priceMinor != otherRow.priceMinor {
      return row.priceMinor ?? .max < otherRow.priceMinor ?? .max ? .leastPrice : nil
    }
    if row.observedAt != otherRow.observedAt { return row.observedAt > otherRow.observedAt ? .observedLast : nil }
    if row.currency != otherRow.currency { return row.currency < otherRow.currency ? .firstCurrency : nil }
    if let date = row.returnDate, let otherDate = otherRow.returnDate, date != otherDate {
      return date < otherDate ? .earlierReturn : nil
    }
    if row.route != otherRow.route { return row.route < otherRow.route ? .firstRoute : nil }
    // Rows stand in the order of their lines.
    return one < other ? .smallerLine : nil
  }
}

/// What one source was asked.
private struct Look: Hashable {
  var source: TextID
  var origin: PlaceCode
  var destination: PlaceCode
  var returnDate: Day?
  var cabin: Cabin?

  init(_ fare: Observation) {
    source = fare.source
    origin = fare.origin
    destination = fare.destination
    returnDate = fare.returnDate
    cabin = fare.cabin
  }
}
