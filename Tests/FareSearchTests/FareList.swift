import FareModel
import FareStore

/// Observations that a test writes down, and which of them are current.
struct FareList {
  private(set) var table = ObservationTable()

  /// What a test says of a fare beyond what it must.
  struct Details {
    var back: String?
    var kind = FareKind.day
    var source = "feed"
    var stops: Int8?
    var carriers: String?
    var cabin: Cabin?
    var expires: String?
    var link: String?
    var isSoldOut = false
    var isComplete = false
    var flights: String?
    var departs: String?
    var arrives: String?
    var dayOffset: Int8 = 0
    var minutes: Int32?
    var via: String?
    var isSelfTransfer: Bool?
  }

  /// Adds a fare such as `"OSL-FCO 2026-09-03 59.00 EUR 2026-08-01T06:00Z"`; a price of `-` is none.
  mutating func add(_ text: String, exponent: Int = 2, _ adjust: (inout Details) -> Void = { _ in }) {
    let words = text.split(separator: " ").map(String.init)
    let route = words[0].split(separator: "-").map { PlaceCode(String($0)) }
    guard words.count == 5, route.count == 2, let origin = route[0], let destination = route[1],
      let day = Day(words[1]), let currency = CurrencyCode(words[3]), let observedAt = Instant(words[4])
    else { preconditionFailure("no fare: \(text)") }
    var details = Details()
    adjust(&details)
    var row = Observation(
      kind: details.kind,
      source: table.texts.intern(details.source),
      origin: origin,
      destination: destination,
      departureDate: day,
      currency: currency,
      observedAt: observedAt
    )
    row.priceMinor = words[2] == "-" ? nil : Money.minorUnits(words[2].utf8Span.span, exponent: exponent)
    row.returnDate = details.back.flatMap { Day($0) }
    row.cabin = details.cabin
    row.expiresAt = details.expires.flatMap { Instant($0) }
    row.deepLink = table.texts.intern(details.link ?? "")
    row.isSoldOut = details.isSoldOut
    row.isCompleteLook = details.isComplete
    row.outbound.stops = details.stops
    row.outbound.carriers = table.texts.intern(details.carriers ?? "")
    row.outbound.flightNumbers = table.texts.intern(details.flights ?? "")
    row.outbound.departureTime = details.departs.flatMap { TimeOfDay($0) }
    row.outbound.arrivalTime = details.arrives.flatMap { TimeOfDay($0) }
    row.outbound.arrivalDayOffset = details.arrives == nil ? nil : details.dayOffset
    row.outbound.durationMinutes = details.minutes
    row.outbound.via = table.texts.intern(details.via ?? "")
    row.isSelfTransfer = details.isSelfTransfer
    if row.returnDate != nil { row.inbound = row.outbound }
    table.append(row, from: Provenance(batch: 1, record: Int32(table.count + 1)))
  }

  /// The fares observed at or before an instant, as a list of their own.
  func upTo(_ instant: Instant) -> FareList {
    var list = FareList()
    list.table = table(of: table.rows.indices.filter { table.rows[$0].observedAt <= instant })
    return list
  }

  /// The fares in another order.
  func shuffled(using generator: inout some RandomNumberGenerator) -> FareList {
    var list = FareList()
    list.table = table(of: Array(table.rows.indices).shuffled(using: &generator))
    return list
  }

  /// Some of the rows, in a table of their own.
  func table(of indices: [Int]) -> ObservationTable {
    var some = ObservationTable()
    some.texts = table.texts
    for index in indices { some.append(table.rows[index], from: table.provenance[index]) }
    return some
  }

  /// The rows of some routes and months that were observed at or before an instant, where nil is the end of time.
  func indices(of routes: [Route], in months: ClosedRange<Month>, upTo instant: Instant?) -> [Int] {
    table.rows.indices.filter { index in
      let row = table.rows[index]
      return routes.contains(Route(origin: row.origin, destination: row.destination))
        && months.contains(row.departureDate.month) && instant.map { row.observedAt <= $0 } ?? true
    }
  }

  /// The rows of some routes and months that are current as at an instant: each with each compared.
  ///
  /// Local days are those in UTC, which is where these tests have their origins.
  func current(of routes: [Route], in months: ClosedRange<Month>, upTo instant: Instant?) -> [Int] {
    let all = indices(of: routes, in: months, upTo: instant)
    let unhidden = all.filter { index in
      !all.contains { other in
        isSameLook(index, other) && table.rows[other].isCompleteLook && !isBelated(other)
          && (table.rows[other].observedAt > table.rows[index].observedAt
            || isBelated(index) && table.rows[other].observedAt == table.rows[index].observedAt)
      }
    }
    return unhidden.filter { index in
      !unhidden.contains { other in other != index && isSameFare(index, other) && isNewer(other, than: index) }
    }
  }

  /// The currency of a row that has a price.
  func pricedCurrency(_ index: Int) -> CurrencyCode? {
    table.rows[index].priceMinor == nil ? nil : table.rows[index].currency
  }

  /// Whether a day shows one fare rather than another: the cheaper, the newer, the one that sold out, the smaller line.
  func isCheaper(_ index: Int, than other: Int) -> Bool {
    let (row, otherRow) = (table.rows[index], table.rows[other])
    if row.priceMinor != otherRow.priceMinor { return row.priceMinor ?? .max < otherRow.priceMinor ?? .max }
    if row.observedAt != otherRow.observedAt { return row.observedAt > otherRow.observedAt }
    if row.isSoldOut != otherRow.isSoldOut { return row.isSoldOut }
    return line(index).lexicographicallyPrecedes(line(other))
  }

  private func isBelated(_ index: Int) -> Bool {
    let row = table.rows[index]
    return row.priceMinor == nil && row.observedAt.utcDay > row.departureDate
  }

  private func isNewer(_ index: Int, than other: Int) -> Bool {
    let (row, otherRow) = (table.rows[index], table.rows[other])
    if isBelated(index) != isBelated(other) { return isBelated(other) }
    if row.observedAt != otherRow.observedAt { return row.observedAt > otherRow.observedAt }
    if row.priceMinor != otherRow.priceMinor { return row.priceMinor ?? .max < otherRow.priceMinor ?? .max }
    let (line, otherLine) = (line(index), line(other))
    return line == otherLine ? index < other : line.lexicographicallyPrecedes(otherLine)
  }

  private func isSameLook(_ index: Int, _ other: Int) -> Bool {
    let (row, otherRow) = (table.rows[index], table.rows[other])
    return row.source == otherRow.source && row.origin == otherRow.origin && row.destination == otherRow.destination
      && row.departureDate == otherRow.departureDate && row.returnDate == otherRow.returnDate
      && row.cabin == otherRow.cabin
  }

  private func isSameFare(_ index: Int, _ other: Int) -> Bool {
    let (row, otherRow) = (table.rows[index], table.rows[other])
    guard isSameLook(index, other), row.kind == otherRow.kind else { return false }
    return row.kind == .day || row.outbound.flightNumbers == otherRow.outbound.flightNumbers
  }

  private func line(_ index: Int) -> [UInt8] {
    OwnFormat.line(of: table.rows[index], texts: table.texts, exponent: 2)
  }
}
