import FareModel
import Support
import Testing

@testable import faregrid

@Suite("The month grid")
struct CalendarViewTests {
  private static let edges = BandEdges(sampleSize: 244, lowBelowQuarters: 227_988, highAboveQuarters: 298_325)

  private static func november(
    _ given: [(String, String)] = [],
    scale: Int64 = 1,
    currency: String = "USD"
  ) throws -> CalendarAnswer {
    let prices = (0..<30).map { (day: Int64) -> Int64? in
      day % 9 == 4 ? nil : (45_000 + (day * 7919) % 36_000) * scale
    }
    return try Samples.answer(
      [("month", "2023-11")] + given,
      prices: prices,
      currency: currency,
      unpriced: [.soldOut, .noFareObserved, .stale],
      edges: edges
    )
  }

  private static func text(_ answer: CalendarAnswer, on terminal: Terminal) -> String {
    CalendarView(answer: answer, prices: Samples.prices, terminal: terminal).text()
  }

  @Test("shows a month with its bands, its cheapest day and what it takes to check them")
  func wholeMonth() throws {
    #expect(
      Self.text(try Self.november(), on: Samples.plain) == """
        BOM → JFK, one way, USD

        November 2023
              Mon        Tue        Wed        Thu        Fri        Sat        Sun
                                    ★ 1 ▼        2 ▼        3 ·        4 ·        5
                                     $450    $529.19    $608.38    $687.57        ×
                6 ▼        7 ▼        8 ·        9 ·       10 ▲       11 ▼       12 ·
            $485.95    $565.14    $644.33    $723.52    $802.71    $521.90    $601.09
               13 ·       14         15 ▼       16 ▼       17 ·       18 ·       19 ▲
            $680.28        –      $478.66    $557.85    $637.04    $716.23    $795.42
               20 ▼       21 ·       22 ·       23         24 ▼       25 ▼       26 ·
            $514.61    $593.80    $672.99        ~      $471.37    $550.56    $629.75
               27 ·       28 ▲       29 ▼       30 ·
            $708.94    $788.13    $507.32    $586.51

        cheapest  ★ Wed 1 November 2023, $450
        bands     ▼ low below $569.97, · avg, ▲ high above $745.81: quartiles of 244
                  priced days of the horizon
        counts    11 low, 13 avg, 3 high, 3 without a price
        prices    least $450, median $600.01, mean $600.21, most $810, over 27 days
        seen      0 hours to 2 days before this answer, by night\u{FFFD}[2Jfeed,
                  skyscanner-calendar
        grid      – no fare observed, × sold out, ~ older than asked for

        """
    )
  }

  @Test("says wide prices in less space, and that it did, on a narrow terminal and in ASCII")
  func widePrices() throws {
    let answer = try Self.november([("week_start", "sunday"), ("trip", "return")], scale: 15_500, currency: "IDR")
    let narrow = Self.text(answer, on: Samples.narrow)
    #expect(
      narrow.hasPrefix(
        """
        BOM → JFK, return, IDR

        November 2023
           Sun     Mon     Tue     Wed     Thu     Fri     Sat
                                   ★ 1 ▲     2 ▲     3 ▲     4 ▲
                                   6975k   8202k   9430k  10657k
             5       6 ▲     7 ▲     8 ▲     9 ▲    10 ▲    11 ▲
             ×     7532k   8760k   9987k  11215k  12442k   8089k

        """
      )
    )
    #expect(narrow.hasSuffix(", prices in thousands of IDR, rounded\n"))
    #expect(
      narrow.contains("cheapest  ★ Wed 1 November 2023, IDR\u{A0}6,975,000, back Wed 8\n          November 2023\n")
    )
    let wide = Self.text(answer, on: Samples.plain)
    #expect(wide.contains("\n                                   6,975,000  8,202,445  9,429,890 10,657,335\n"))
    #expect(wide.contains("prices in IDR\n"))
    #expect(Self.text(answer, on: Samples.ascii).utf8.filter { $0 >= 0x80 } == Array("\u{FFFD}".utf8))
  }

  @Test("with colours says the same, bands also by sign")
  func colours() throws {
    let answer = try Self.november()
    let colored = Self.text(answer, on: Samples.colored)
    #expect(colored.contains("\u{1B}[32;1m★ 1 ▼\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[31m10 ▲\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == Self.text(answer, on: Samples.plain))
  }

  @Test("fits the terminal, and loses no day, whatever the prices", arguments: [42, 60, 61, 80, 100, 200])
  func fits(width: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    for digits in 2...9 {
      let prices = (0..<31).map { _ -> Int64? in
        Bool.random(using: &random)
          ? Int64.random(in: 1...(0..<digits).reduce(1) { n, _ in n * 10 }, using: &random) : nil
      }
      let answer = try Samples.answer([("month", "2026-08")], prices: prices, edges: Self.edges)
      let terminal = Terminal(isInteractive: true, width: width, hasColor: false, isUnicode: true)
      let lines = Self.text(answer, on: terminal).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { TextWidth.of(String($0)) <= width && !$0.hasSuffix(" ") })
      let grid = lines.drop { !$0.contains("Mon") }.dropFirst().prefix { !$0.isEmpty }
      let days = grid.enumerated().filter { $0.offset.isMultiple(of: 2) }.flatMap { line in
        line.element.split(separator: " ").compactMap { Int($0) }
      }
      #expect(days == Array(1...31))
    }
  }

  @Test(
    "has the weeks of the month: blanks before the 1st, rows, and no row wholly blank",
    arguments: [
      ("2027-02", "monday", 0, 4), ("2027-02", "sunday", 1, 5), ("2026-08", "monday", 5, 6),
      ("2026-08", "sunday", 6, 6),
      ("2026-11", "monday", 6, 6), ("2026-11", "sunday", 0, 5), ("2026-05", "monday", 4, 5),
      ("2026-05", "sunday", 5, 6),
      ("2028-02", "monday", 1, 5), ("2028-02", "sunday", 2, 5), ("2026-02", "monday", 6, 5),
      ("2026-02", "sunday", 0, 4),
    ]
  )
  func weeks(month: String, start: String, blanks: Int, rows: Int) throws {
    let prices = [Int64?](repeating: 10_000, count: 31)
    let answer = try Samples.answer([("month", month), ("week_start", start)], prices: prices)
    let grid = MonthGrid(
      days: answer.days[...],
      weekStart: answer.question.weekStart,
      today: answer.today,
      density: .full,
      prices: Samples.prices,
      terminal: Samples.plain
    )
    let weeks = grid.rows()
    #expect(weeks.count == rows)
    #expect(weeks.allSatisfy { $0.count == 7 && $0.contains { $0 != nil } })
    #expect(weeks[0].prefix { $0 == nil }.count == blanks)
    #expect(weeks.joined().compactMap { $0?.date } == answer.days.map(\.date))
  }

  @Test("shows each month of a range, and only its days")
  func range() throws {
    let answer = try Samples.answer(
      [("from", "2026-08-30"), ("to", "2026-09-02"), ("direct_only", "true"), ("carriers", "AI,6E")],
      prices: [10_000, 9_000, 9_000, nil]
    )
    #expect(
      Self.text(answer, on: Samples.plain) == """
        BOM → JFK, one way, USD, direct only, carriers AI 6E

        August 2026
              Mon        Tue        Wed        Thu        Fri        Sat        Sun
                                                                                 30
                                                                                 $100
             ★ 31
                $90

        September 2026
              Mon        Tue        Wed        Thu        Fri        Sat        Sun
                           1          2
                           $90        –

        cheapest  ★ Mon 31 August 2026, $90
        bands     none: 0 priced days of the horizon, and at least 4 are needed
        counts    0 low, 0 avg, 0 high, 1 without a price
        prices    least $450, median $600.01, mean $600.21, most $810, over 3 days
        seen      0 hours to 4 hours before this answer, by skyscanner-calendar
        grid      – no fare observed

        """
    )
  }

  @Test("says that a route is not covered, instead of an empty grid")
  func notCovered() throws {
    var answer = try Samples.answer([("month", "2026-09"), ("as_of", "2026-08-01T06:00:00Z")], prices: [])
    answer.coverage = .notCovered
    answer.currency = nil
    #expect(
      Self.text(answer, on: Samples.plain) == """
        BOM → JFK, one way, as of 2026-08-01T06:00:00Z

        Not covered: no fare from BOM to JFK was observed by then. faregrid ingest loads
        some.

        """
    )
  }

  @Test("says what was left out, where the cheapest fare really goes, and its link")
  func leftOut() throws {
    var answer = try Samples.answer([("month", "2026-09"), ("destination", "JFK")], prices: [10_000])
    answer.leftOut.otherCurrency = 1234
    answer.leftOut.stale = 2
    answer.cheapest?.fare?.destination = PlaceCode("EWR") ?? answer.question.fares.destination.code
    answer.cheapest?.fare?.deepLink = "https://example.com/" + String(repeating: "x", count: 90)
    let text = Self.text(answer, on: Samples.plain)
    #expect(text.contains("\ncheapest  ★ Tue 1 September 2026, $100, BOM → EWR\n          https://example.com/xxx"))
    #expect(text.hasSuffix("\nleft out  fares: 1,234 in other currencies without a rate, 2 too old\n"))
  }

  @Test("rounds the edges so that they part whole minor units as the exact ones do")
  func edges() throws {
    var random = SeededGenerator(seed: 19)
    for _ in 0..<500 {
      let (low, high) = (Int64.random(in: 4...4000, using: &random), Int64.random(in: 4...4000, using: &random))
      let price = Int64.random(in: 1...1000, using: &random)
      #expect((price * 4 < low) == (price < (low + 3) / 4))
      #expect((price * 4 > high) == (price > high / 4))
    }
  }
}
