import FareKernel
public import FareModel

extension Answerer {
  /// Answers `calendar`.
  public func calendar(_ question: CalendarQuestion) throws(AnswerFault) -> CalendarAnswer {
    let scene = try scene(of: question.fares)
    let window = DayWindow(of: question, today: scene.today)
    let read = try pricedDays(window, question.fares, scene)
    let (priced, edges) = (read.days, read.edges)
    let days = priced.days(edges)
    life = read.life.endingWithAges(of: days.lazy.compactMap(\.fare), asOf: scene.asOf)
    let ahead = DayWindow.ahead(window.shown, today: scene.today)
    return CalendarAnswer(
      question: question,
      asOf: scene.asOf,
      today: scene.today,
      coverage: read.coverage,
      currency: priced.currency,
      edges: edges,
      counts: Self.counts(days.lazy.compactMap(\.band)),
      cheapest: Self.cheapest(of: days, in: ahead),
      statistics: priced.statistics(of: ahead),
      days: days,
      leftOut: priced.leftOut
    )
  }

  /// Answers `months`.
  public func months(_ question: MonthsQuestion) throws(AnswerFault) -> MonthsAnswer {
    let scene = try scene(of: question.fares)
    let first = scene.today.month
    let shown = scene.today...first.advanced(by: question.months - 1).lastDay
    let window = DayWindow(shown: shown, reference: shown)
    let read = try pricedDays(window, question.fares, scene)
    let priced = read.days
    life = read.life
    var months: [MonthSummary] = []
    for offset in 0..<question.months {
      months.append(Self.summary(of: first.advanced(by: offset), from: scene.today, priced))
    }
    let prices = months.compactMap(\.cheapestPrice)
    let edges = quartileEdges(of: prices.span)
    var cheapest: MonthSummary?
    for index in months.indices {
      guard let price = months[index].cheapestPrice else { continue }
      months[index].band = edges.band(of: price)
      if price < cheapest?.cheapestPrice ?? .max { cheapest = months[index] }
    }
    return MonthsAnswer(
      question: question,
      asOf: scene.asOf,
      coverage: read.coverage,
      currency: priced.currency,
      edges: edges,
      months: months,
      cheapestMonth: cheapest?.month,
      leftOut: priced.leftOut
    )
  }

  private static func summary(of month: Month, from today: Day, _ priced: PricedDays) -> MonthSummary {
    let days = max(month.firstDay, today)...month.lastDay
    let statistics = priced.statistics(of: days)
    let cheapest = statistics.flatMap { statistics in days.first { priced.price(of: $0) == statistics.minMinor } }
    return MonthSummary(
      month: month,
      pricedDays: statistics?.count ?? 0,
      cheapest: cheapest.map(priced.day),
      medianHalves: statistics?.medianHalves,
      band: nil
    )
  }

  /// The cheapest of the days that a range holds, the earliest of equals; nil when none of them is priced.
  private static func cheapest(of days: [CalendarDay], in range: ClosedRange<Day>) -> CalendarDay? {
    var cheapest: CalendarDay?
    for day in days where range.contains(day.date) {
      if let fare = day.fare, fare.priceMinor < cheapest?.fare?.priceMinor ?? .max { cheapest = day }
    }
    return cheapest
  }

  private static func counts(_ bands: some Sequence<Band>) -> [Band: Int] {
    bands.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension MonthSummary {
  fileprivate var cheapestPrice: Int64? { cheapest?.fare?.priceMinor }
}
