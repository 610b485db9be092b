import FareAtlas
import FareModel

/// The current fares of observations by a replay of the log: one instant after the other, the slow obvious way.
struct SlowFares {
  /// What one search asked for.
  private struct Look: Hashable {
    var source: String
    var route: String
    var departureDate: Day
    var returnDate: Day?
    var cabin: Cabin?
  }

  private let table: ObservationTable
  private let atlas: Atlas
  private var current: [Look: [String: Int]] = [:]

  /// Replays what was observed up to an instant.
  init(_ table: ObservationTable, asOf: Instant, atlas: Atlas) {
    self.table = table
    self.atlas = atlas
    let rows = table.rows.indices.filter { table.rows[$0].observedAt <= asOf }
    for (_, now) in Dictionary(grouping: rows, by: { table.rows[$0].observedAt }).sorted(by: { $0.key < $1.key }) {
      // Of what is seen at one instant, that which wins comes last.
      let looked = now.sorted { isBetter($1, than: $0) }
      for row in looked where table.rows[row].isCompleteLook && !isBelated(row) { current[look(row)] = [:] }
      for row in looked where !isBelated(row) { current[look(row), default: [:]][fare(row)] = row }
      for row in looked where isBelated(row) && !looked.contains(where: { isComplete($0, of: row) }) {
        let rival = current[look(row)]?[fare(row)]
        if rival.map(isBelated) ?? true { current[look(row), default: [:]][fare(row)] = row }
      }
    }
  }

  /// The cheapest current fare of each day and currency, and of the days without a price their newest look, as text.
  func days() -> [String] {
    let rows = current.values.flatMap(\.values)
    let days = Dictionary(grouping: rows) { row -> String in
      let fare = table.rows[row]
      let currency = fare.priceMinor == nil ? "none" : "\(fare.currency)"
      return
        "\(fare.origin)\(fare.destination) \(fare.departureDate) \(fare.returnDate.map { "\($0)" } ?? "-") \(currency)"
    }
    return days.compactMap { day, rows in
      guard let best = rows.min(by: isShownRather) else { return nil }
      let fare = table.rows[best]
      let price = fare.priceMinor.map { "\($0) of \(rows.count)" } ?? (fare.isSoldOut ? "sold out" : "no fare")
      return "\(day) \(price) \(fare.observedAt) \(table.texts.string(fare.source) ?? "") \(table.provenance[best])"
    }.sorted()
  }

  private func isShownRather(_ left: Int, than right: Int) -> Bool {
    let (row, other) = (table.rows[left], table.rows[right])
    if row.priceMinor != other.priceMinor { return row.priceMinor ?? .max < other.priceMinor ?? .max }
    if row.observedAt != other.observedAt { return row.observedAt > other.observedAt }
    if row.isSoldOut != other.isSoldOut { return row.isSoldOut }
    return precedes(left, right)
  }

  private func isBetter(_ left: Int, than right: Int) -> Bool {
    let (price, other) = (table.rows[left].priceMinor ?? .max, table.rows[right].priceMinor ?? .max)
    return price == other ? precedes(left, right) : price < other
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    table.line(left).utf8.lexicographicallyPrecedes(table.line(right).utf8)
  }

  private func isComplete(_ row: Int, of other: Int) -> Bool {
    table.rows[row].isCompleteLook && !isBelated(row) && look(row) == look(other)
  }

  private func isBelated(_ row: Int) -> Bool {
    let fare = table.rows[row]
    let offset = atlas.zone(of: fare.origin)?.offsetSeconds(at: fare.observedAt) ?? 0
    return fare.priceMinor == nil && fare.observedAt.day(atOffsetSeconds: offset) > fare.departureDate
  }

  private func look(_ row: Int) -> Look {
    let fare = table.rows[row]
    return Look(
      source: table.texts.string(fare.source) ?? "",
      route: "\(fare.origin)\(fare.destination)",
      departureDate: fare.departureDate,
      returnDate: fare.returnDate,
      cabin: fare.cabin
    )
  }

  private func fare(_ row: Int) -> String {
    let fare = table.rows[row]
    return fare.kind == .day ? "day" : "\(leg(fare.outbound)) and \(leg(fare.inbound))"
  }

  private func leg(_ leg: ObservedLeg) -> String {
    let numbers = table.texts.string(leg.flightNumbers) ?? ""
    if !numbers.isEmpty, numbers.split(separator: "+").count >= Int(leg.stops ?? 0) + 1 { return numbers }
    let (carriers, via) = (table.texts.string(leg.carriers) ?? "", table.texts.string(leg.via) ?? "")
    let facts = [leg.departureTime.map { "\($0)" }, leg.durationMinutes.map { "\($0)" }, leg.stops.map { "\($0)" }]
    return "\(numbers) \(carriers) \(via) \(facts.map { $0 ?? "?" })"
  }
}
