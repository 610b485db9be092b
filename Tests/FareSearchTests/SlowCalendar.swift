import FareModel
import FareSearch
import FareStore

/// A calendar worked out fare by fare from every observation, as the contract says it and without any shortcut.
struct SlowCalendar {
  let fares: FareList
  let routes: [Route]
  let question: CalendarQuestion
  let asOf: Instant
  /// Cents of a dollar that a euro buys. Other currencies have no rate.
  let centsPerEuro: Int64

  private var current: [Int] {
    let everything = Month(year: 1, month: 1)...Month(year: 9000, month: 1)
    return fares.current(of: routes, in: everything, upTo: asOf).filter {
      fares.table.rows[$0].trip == question.fares.trip
    }
  }

  private var today: Day { asOf.utcDay }

  private var horizon: ClosedRange<Day> {
    let isPast = question.days.upperBound.month < today.month
    let first = isPast ? question.days.lowerBound : today
    return first...first.advanced(by: 365)
  }

  private var ahead: [Day] {
    let isPast = question.days.upperBound < today
    return question.days.filter { isPast || $0 >= today }
  }

  private var compared: [Day] { question.bandReference == .horizon ? Array(horizon) : ahead }

  /// What the answer should be.
  func answer() -> CalendarAnswer {
    let current = current
    let days = Set(question.days).union(compared)
    let currency = question.fares.currency ?? mostPriced(current, days)
    let fare = { (day: Day) in cheapest(current.filter { fares.table.rows[$0].departureDate == day }, in: currency) }
    let prices = compared.compactMap { fare($0)?.priceMinor }.sorted()
    let edges = BandEdges(
      sampleSize: prices.count,
      lowBelowQuarters: prices.count < 4 ? nil : quarters(prices, 1),
      highAboveQuarters: prices.count < 4 ? nil : quarters(prices, 3)
    )
    var answer = CalendarAnswer(
      question: question,
      asOf: asOf,
      today: today,
      coverage: fares.table.rows.contains { isOnRoute($0) && $0.observedAt <= asOf } ? .covered : .notCovered,
      currency: currency,
      edges: edges,
      counts: [:],
      cheapest: nil,
      statistics: statistics(ahead.compactMap { fare($0)?.priceMinor }),
      days: [],
      leftOut: LeftOut()
    )
    for day in question.days {
      let own = current.filter { fares.table.rows[$0].departureDate == day }
      let shown = fare(day)
      let band = shown.flatMap { edges.band(of: $0.priceMinor) }
      answer.days.append(CalendarDay(date: day, status: status(own, shown, currency), fare: shown, band: band))
      if let band { answer.counts[band, default: 0] += 1 }
      for index in own { count(index, currency, &answer.leftOut) }
    }
    let priced = answer.days.filter { ahead.contains($0.date) && $0.fare != nil }
    answer.cheapest = priced.min { ($0.fare?.priceMinor ?? 0, $0.date) < ($1.fare?.priceMinor ?? 0, $1.date) }
    return answer
  }

  private func isOnRoute(_ row: Observation) -> Bool {
    routes.contains(Route(origin: row.origin, destination: row.destination))
  }

  private func isStale(_ row: Observation) -> Bool {
    let isOld = question.fares.filters.maxAgeHours.map { row.observedAt.rawValue < asOf.rawValue - Int64($0) * 3600 }
    return isOld ?? false || row.priceMinor != nil && row.expiresAt.map { $0 <= asOf } ?? false
  }

  private func isFiltered(_ row: Observation) -> Bool {
    let filters = question.fares.filters
    if let most = filters.maxStops, row.stops.map({ Int($0) > most }) ?? true { return true }
    if let cabin = filters.cabin, row.cabin != cabin { return true }
    if let carriers = filters.carriers {
      let legs = row.returnDate == nil ? [row.outbound] : [row.outbound, row.inbound]
      let texts = fares.table.texts
      let named = legs.flatMap { leg in
        (texts.string(leg.carriers) ?? texts.string(leg.flightNumbers) ?? "?").split(separator: "+")
          .map { String($0.prefix(2)) }
      }
      if !named.allSatisfy(carriers.contains) { return true }
    }
    if let nights = question.fares.nights, let back = row.returnDate {
      return !nights.contains(row.departureDate.distance(to: back))
    }
    return false
  }

  private func counts(_ row: Observation) -> Bool {
    row.priceMinor != nil && !isStale(row) && !isFiltered(row)
  }

  private func convert(_ row: Observation, to currency: CurrencyCode?) -> Int64? {
    guard let price = row.priceMinor else { return nil }
    switch (row.currency.description, currency?.description ?? row.currency.description) {
    case let (from, to) where from == to: return price
    case ("EUR", "USD"): return (price * centsPerEuro * 2 + 100) / 200
    case ("USD", "EUR"): return (price * 200 + centsPerEuro) / (2 * centsPerEuro)
    default: return nil
    }
  }

  private func mostPriced(_ current: [Int], _ days: Set<Day>) -> CurrencyCode? {
    let rows = current.map { fares.table.rows[$0] }.filter { counts($0) && days.contains($0.departureDate) }
    let pricedDays = { (currency: CurrencyCode) in
      Set(rows.filter { $0.currency == currency }.map(\.departureDate)).count
    }
    return Set(rows.map(\.currency)).min { (-pricedDays($0), $0) < (-pricedDays($1), $1) }
  }

  private func cheapest(_ own: [Int], in currency: CurrencyCode?) -> ShownFare? {
    let counted = own.filter { counts(fares.table.rows[$0]) }
    let leaders = Set(counted.map { fares.table.rows[$0].currency }).compactMap { currency in
      counted.filter { fares.table.rows[$0].currency == currency }.min(by: isShownRather)
    }
    let priced = leaders.compactMap { index in convert(fares.table.rows[index], to: currency).map { ($0, index) } }
    return priced.min { left, right in
      let (row, other) = (fares.table.rows[left.1], fares.table.rows[right.1])
      return (left.0, -row.observedAt.rawValue, row.currency) < (right.0, -other.observedAt.rawValue, other.currency)
    }.map { shown($0.1, priceMinor: $0.0) }
  }

  /// Of two fares in one currency, the one to show: cheaper, newer, back earlier, of the first route, the smaller line.
  private func isShownRather(_ index: Int, than other: Int) -> Bool {
    let (row, otherRow) = (fares.table.rows[index], fares.table.rows[other])
    if row.priceMinor != otherRow.priceMinor || row.observedAt != otherRow.observedAt {
      return fares.isCheaper(index, than: other)
    }
    if let back = row.returnDate, let otherBack = otherRow.returnDate, back != otherBack { return back < otherBack }
    let route = Route(origin: row.origin, destination: row.destination)
    let otherRoute = Route(origin: otherRow.origin, destination: otherRow.destination)
    return route == otherRoute ? fares.isCheaper(index, than: other) : route < otherRoute
  }

  private func shown(_ index: Int, priceMinor: Int64) -> ShownFare {
    let row = fares.table.rows[index]
    return ShownFare(
      priceMinor: priceMinor,
      origin: row.origin,
      destination: row.destination,
      returnDate: row.returnDate,
      stops: row.stops.map { Int($0) },
      observedAt: row.observedAt,
      source: fares.table.texts.string(row.source) ?? "",
      deepLink: fares.table.texts.string(row.deepLink)
    )
  }

  private func status(_ own: [Int], _ shown: ShownFare?, _ currency: CurrencyCode?) -> DayStatus {
    if shown != nil { return .priced }
    var leftOut = LeftOut()
    for index in own { count(index, currency, &leftOut) }
    if leftOut.filtered + leftOut.otherCurrency > 0 { return .filteredOut }
    if leftOut.stale > 0 { return .stale }
    return isSoldOut(own) ? .soldOut : .noFareObserved
  }

  private func isSoldOut(_ own: [Int]) -> Bool {
    let looks = own.filter { index in
      let row = fares.table.rows[index]
      let isOfCabin = question.fares.filters.cabin.map { row.cabin == nil || row.cabin == $0 } ?? true
      let isOfNights = isFilteredByNights(row) == false
      return row.priceMinor == nil && !isStale(row) && isOfCabin && isOfNights
    }
    // The newest look of each route and way back tells.
    return looks.contains { index in
      let row = fares.table.rows[index]
      return row.isSoldOut
        && !looks.contains { other in
          let otherRow = fares.table.rows[other]
          return otherRow.returnDate == row.returnDate && otherRow.origin == row.origin
            && otherRow.destination == row.destination && otherRow.observedAt > row.observedAt
        }
    }
  }

  private func isFilteredByNights(_ row: Observation) -> Bool {
    guard let nights = question.fares.nights, let back = row.returnDate else { return false }
    return !nights.contains(row.departureDate.distance(to: back))
  }

  private func count(_ index: Int, _ currency: CurrencyCode?, _ leftOut: inout LeftOut) {
    let row = fares.table.rows[index]
    guard row.priceMinor != nil else { return }
    if convert(row, to: currency) == nil {
      leftOut.otherCurrency += 1
    } else if isStale(row) {
      leftOut.stale += 1
    } else if isFiltered(row) {
      leftOut.filtered += 1
    }
  }

  private func quarters(_ sorted: [Int64], _ quartile: Int) -> Int64 {
    let position = (sorted.count - 1) * quartile
    let (below, above) = (sorted[position / 4], sorted[(position + 3) / 4])
    return below * 4 + (above - below) * Int64(position % 4)
  }

  private func statistics(_ prices: [Int64]) -> PriceStatistics? {
    let sorted = prices.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    let count = Int64(sorted.count)
    return PriceStatistics(
      count: sorted.count,
      minMinor: least,
      medianHalves: sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2],
      meanMinor: (sorted.reduce(0, +) * 2 + count) / (2 * count),
      maxMinor: most
    )
  }
}
