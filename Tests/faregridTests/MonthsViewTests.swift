import FareModel
import Testing

@testable import faregrid

@Suite("The list of months")
struct MonthsViewTests {
  private static func answer(_ prices: [Int64?], edges: BandEdges) throws -> MonthsAnswer {
    let given = [("origin", "BOM"), ("destination", "JFK"), ("currency", "USD")]
    let question = try MonthsQuestion(
      Arguments(given.map { (name: $0.0, value: .untyped($0.1)) }, for: .of(.months))
    )
    let first = Month(year: 2023, month: 8)
    let asOf = Instant(day: first.firstDay, secondOfDay: 0)
    let months = prices.enumerated().map { index, price in
      let month = first.advanced(by: index)
      let cheapest = price.map { price in
        CalendarDay(
          date: month.firstDay.advanced(by: index),
          status: .priced,
          fare: ShownFare(
            priceMinor: price,
            origin: question.fares.origin.code,
            destination: question.fares.destination.code,
            returnDate: nil,
            stops: nil,
            observedAt: asOf,
            source: "feed",
            deepLink: nil
          )
        )
      }
      return MonthSummary(
        month: month,
        pricedDays: price == nil ? 0 : 28,
        cheapest: cheapest,
        medianHalves: price.map { $0 * 2 + 3001 },
        band: price.flatMap(edges.band(of:))
      )
    }
    return MonthsAnswer(
      question: question,
      asOf: asOf,
      coverage: .covered,
      currency: question.fares.currency,
      edges: edges,
      months: months,
      cheapestMonth: first.advanced(by: 3),
      leftOut: LeftOut()
    )
  }

  @Test("shows each month's cheapest day, its band and a bar")
  func wholeList() throws {
    let edges = BandEdges(sampleSize: 5, lowBelowQuarters: 55_000 * 4 - 1, highAboveQuarters: 70_000 * 4 + 1)
    let answer = try Self.answer([61_200, 80_000, nil, 53_174, 70_000, 55_000], edges: edges)
    #expect(
      MonthsView(answer: answer, prices: Samples.prices, terminal: Samples.plain).text() == """
        BOM → JFK, one way, USD

        month    days  cheapest      on      median
        2023-08    28      $612  ·   Tue 1  $627.01  ████████████▎
        2023-09    28      $800  ▲   Sat 2  $815.01  ████████████████
        2023-10     0         –
        2023-11    28   $531.74  ▼★  Sat 4  $546.75  ██████████▋
        2023-12    28      $700  ·   Tue 5  $715.01  ██████████████
        2024-01    28      $550  ·   Sat 6  $565.01  ███████████

        ▼ low below $550, · avg, ▲ high above $700, ★ cheapest: quartiles of the 5
        months' cheapest

        """
    )
  }

  @Test("has no bands to explain when there are too few months, and says when nothing is covered")
  func withoutBands() throws {
    let edges = BandEdges(sampleSize: 1, lowBelowQuarters: nil, highAboveQuarters: nil)
    var answer = try Self.answer([61_200], edges: edges)
    #expect(
      MonthsView(answer: answer, prices: Samples.prices, terminal: Samples.ascii).text() == """
        BOM -> JFK, one way, USD

        month    days  cheapest      on      median
        2023-08    28      $612      Tue 1  $627.01  ################

        """
    )
    answer.coverage = .notCovered
    #expect(
      MonthsView(answer: answer, prices: Samples.prices, terminal: Samples.ascii).text()
        == "BOM -> JFK, one way, USD\n\nNot covered: no fare from BOM to JFK was ever loaded. faregrid ingest loads\nsome.\n"
    )
  }
}
