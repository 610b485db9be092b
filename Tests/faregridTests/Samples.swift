import FareModel

@testable import faregrid

/// Answers and terminals for the views' tests.
enum Samples {
  static let plain = Terminal(isInteractive: false, width: 80, hasColor: false, isUnicode: true)
  static let ascii = Terminal(isInteractive: false, width: 80, hasColor: false, isUnicode: false)
  static let narrow = Terminal(isInteractive: true, width: 60, hasColor: false, isUnicode: true)
  static let colored = Terminal(isInteractive: true, width: 80, hasColor: true, isUnicode: true)

  /// Symbol first and grouped, as en-US writes dollars; other currencies get their code before the amount.
  static let prices = PriceWords(
    display: { price in
      let exponent = exponent(price.currency)
      let parts = Money.decimal(price.minor, exponent: exponent).split(separator: ".")
      let whole = Amounts.grouped(Int64(parts[0]) ?? 0)
      let isWhole = parts.count < 2 || parts[1].allSatisfy { $0 == "0" }
      return symbol(price.currency) + whole + (isWhole ? "" : ".\(parts[1])")
    },
    exponent: exponent
  )

  private static let exponent: @Sendable (CurrencyCode) -> Int = { "\($0)" == "JPY" ? 0 : 2 }

  private static func symbol(_ currency: CurrencyCode) -> String {
    ["USD": "$", "EUR": "€"]["\(currency)"] ?? "\(currency)\u{A0}"
  }

  static func question(_ given: [(String, String)]) throws -> CalendarQuestion {
    let route = [("origin", "BOM"), ("destination", "JFK")].filter { name, _ in !given.contains { $0.0 == name } }
    let values = (route + given).map { (name: $0.0, value: ArgumentValue.untyped($0.1)) }
    return try CalendarQuestion(Arguments(values, for: .of(.calendar)))
  }

  /// The answer about some days whose prices are given in minor units, nil for none, banded against themselves.
  static func answer(
    _ given: [(String, String)],
    prices: [Int64?],
    currency: String = "USD",
    unpriced: [DayStatus] = [],
    edges: BandEdges = BandEdges(sampleSize: 0, lowBelowQuarters: nil, highAboveQuarters: nil)
  ) throws -> CalendarAnswer {
    let question = try question(given)
    let asOf = Instant(day: question.days.lowerBound.advanced(by: 2), secondOfDay: 43_200)
    var statuses = unpriced[...]
    let days = zip(question.days, prices).enumerated().map { index, day in
      guard let price = day.1 else {
        return CalendarDay(date: day.0, status: statuses.popFirst() ?? .noFareObserved)
      }
      return CalendarDay(
        date: day.0,
        status: .priced,
        fare: ShownFare(
          priceMinor: price,
          origin: question.fares.origin.code,
          destination: question.fares.destination.code,
          returnDate: question.fares.trip == .return ? day.0.advanced(by: 7) : nil,
          stops: nil,
          observedAt: asOf.advanced(bySeconds: -7200 * Int64(index)),
          source: index == 3 ? "night\u{1B}[2Jfeed" : "skyscanner-calendar",
          deepLink: nil
        ),
        band: edges.band(of: price)
      )
    }
    let priced = days.compactMap { day in day.fare.map { (day: day, price: $0.priceMinor) } }
    return CalendarAnswer(
      question: question,
      asOf: asOf,
      today: asOf.utcDay,
      coverage: .covered,
      currency: CurrencyCode(currency),
      edges: edges,
      counts: Dictionary(grouping: days.compactMap(\.band)) { $0 }.mapValues(\.count),
      cheapest: priced.min { $0.price < $1.price }?.day,
      statistics: priced.isEmpty
        ? nil
        : PriceStatistics(
          count: priced.count,
          minMinor: 45_000,
          medianHalves: 120_001,
          meanMinor: 60_021,
          maxMinor: 81_000
        ),
      days: days,
      leftOut: LeftOut()
    )
  }
}
