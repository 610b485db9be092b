import FareModel
import Foundation
import Testing

@testable import faregrid

@Suite("What searches show")
struct SearchTextTests {
  private static let fares = """
    origin,destination,departure_date,return_date,price,currency,observed_at,fare,\
    departure_time,arrival_time,arrival_day_offset,duration_minutes,stops,via,flight_numbers,\
    return_departure_time,return_arrival_time,return_duration_minutes,return_stops,return_flight_numbers,\
    self_transfer,source
    LHR,JFK,2026-09-10,2026-09-17,410.00,GBP,2026-08-01T06:00:00Z,itinerary,21:00,00:15,1,495,0,,BA179,09:00,\
    21:00,420,0,BA178,,first
    LHR,JFK,2026-09-10,2026-09-17,399.50,GBP,2026-08-01T06:00:00Z,itinerary,21:00,00:15,1,495,0,,BA179,09:00,\
    21:00,420,0,BA178,,second
    LHR,JFK,2026-09-10,2026-09-17,300.00,GBP,2026-07-20T06:00:00Z,itinerary,08:00,,,720,1,DUB,EI151+EI105,\
    10:00,,800,1,EI104+EI152,true,first
    LHR,JFK,2026-09-10,,110.00,GBP,2026-08-01T06:00:00Z,itinerary,,,,,,,,,,,,,,first
    LHR,JFK,2026-09-10,2026-09-18,420.00,GBP,2026-08-01T06:00:00Z,day,,,,,,,,,,,,,,first
    LHR,JFK,2026-09-11,2026-09-18,520.00,GBP,2026-08-01T06:00:00Z,day,,,,,,,,,,,,,,first
    LHR,JFK,2026-09-11,2026-09-17,620.00,GBP,2026-08-01T06:00:00Z,day,,,,,,,,,,,,,,first
    LHR,DUB,2026-09-11,,20.00,GBP,2026-08-01T06:00:00Z,day,,,,,,,,,,,,,,first
    LHR,CDG,2026-09-12,,40.00,GBP,2026-07-20T06:00:00Z,day,,,,,,,,,,,,,,first
    LHR,CDG,2026-09-12,,35.00,GBP,2026-07-10T06:00:00Z,day,,,,,,,,,,,,,,first
    JFK,LHR,2026-09-17,,180.00,GBP,2026-08-01T06:00:00Z,day,,,,,,,,,,,,,,first

    """

  private func shown(_ words: String, _ more: [String: String] = [:]) throws -> String {
    let product = try Product(["LC_ALL": "C.UTF-8"].merging(more) { $1 })
    try product.ingest(text: Self.fares)
    let text = try product.done(words.split(separator: " ").map(String.init) + ["--as-of", "2026-08-01T12:00:00Z"])
    // A cursor and the path of a file for one test are not for people to read.
    return text.replacingOccurrences(of: "cursor\\s+[^ \n]+", with: "cursor CURSOR", options: .regularExpression)
      .replacingOccurrences(of: "/[^ ]*/fares.csv", with: "fares.csv", options: .regularExpression)
  }

  @Test("search shows the three tabs, a line a leg and what filters removed")
  func search() throws {
    #expect(
      try shown("search LHR JFK 2026-09-10 2026-09-17 --max-stops 1 --limit 1") == """
        LHR → JFK, Thu 10 September 2026, back Thu 17 September 2026, return, 7 nights,
        at most 1 stop, as of 2026-08-01T12:00:00Z, GBP

        ★ Best   Cheapest  Fastest
        £399.50  £300      £399.50
        15h 15m  25h 20m   15h 15m

        times            route      duration  stops   flights    price    seen
        21:00 → 00:15+1  LHR → JFK    8h 15m  Direct  BA179    £399.50    6 hours  2 sources
        09:00 → 21:00    JFK → LHR        7h  Direct  BA178

        bands     none: 1 priced day of the horizon, and at least 4 are needed
        page      1 to 1 of 2, more with --cursor CURSOR

        """
    )
  }

  @Test("search marks two tickets that are combined")
  func combined() throws {
    #expect(
      try shown("search LHR JFK 2026-09-10 2026-09-17 --combine --order cheapest --limit 1") == """
        LHR → JFK, Thu 10 September 2026, back Thu 17 September 2026, return, 7 nights,
        as of 2026-08-01T12:00:00Z, GBP

        Best     ★ Cheapest  Fastest
        £399.50  £290        £399.50
        15h 15m  –           15h 15m

        times  route      duration  stops  flights  price    seen
        –      LHR → JFK         –  ?                £290    6 hours  two tickets
        –      JFK → LHR         –  ?

        bands     none: 2 priced days of the horizon, and at least 4 are needed
        page      1 to 1 of 3, more with --cursor CURSOR

        """
    )
  }

  @Test("search without an itinerary says what removed them")
  func removed() throws {
    #expect(
      try shown("search LHR JFK 2026-09-10 2026-09-17 --direct-only --carriers AA") == """
        LHR → JFK, Thu 10 September 2026, back Thu 17 September 2026, return, 7 nights,
        direct only, carriers AA, as of 2026-08-01T12:00:00Z, GBP

        No itinerary.
        removed   1 by direct only, 1 by carriers

        """
    )
  }

  @Test("everywhere ranks by price, with a bar for it")
  func everywhere() throws {
    #expect(
      try shown("everywhere LHR 2026-09") == """
        LHR → everywhere, from Tue 1 September 2026 to Wed 30 September 2026, one way,
        as of 2026-08-01T12:00:00Z, GBP

           destination  city              price    out         back  seen
        1  DUB          Dublin IE           £20    2026-09-11        6 hours  ██▉
        2  CDG          Paris FR            £40    2026-09-12        12 days  █████▉
        3  JFK          New York City US   £110    2026-09-10        6 hours  ████████████████

        bands     ▼ low, · avg, ▲ high among the priced days of each route's horizon

        """
    )
  }

  @Test("matrix is a grid with the signs of its bands")
  func matrix() throws {
    #expect(
      try shown("matrix LHR JFK 2026-09-10 2026-09-17 --flex-days 1 --combine") == """
        LHR → JFK, return, as of 2026-08-01T12:00:00Z, GBP

        out / back  16 Sep  17 Sep  18 Sep
        Wed 9 Sep        –       –       –
        Thu 10 Sep       –  £290+▼  £420 ·
        Fri 11 Sep       –  £620 ▲  £520 ·

        cheapest  £290, Thu 10 September 2026 to Thu 17 September 2026
        bands     ▼ low below £387.50, · avg, ▲ high above £545: quartiles of 4 cells
        grid      + two one-ways put together

        """
    )
  }

  @Test(
    "everything says in the same words what is not covered, and that it was not by then",
    arguments: [
      ("search AAL CPH 2026-09-10", "from AAL to CPH"), ("calendar AAL CPH 2026-09", "from AAL to CPH"),
      ("months AAL CPH", "from AAL to CPH"), ("matrix AAL CPH 2026-09-10 2026-09-17", "from AAL to CPH"),
      ("everywhere AAL", "from AAL"),
    ]
  )
  func notCovered(_ words: String, _ routes: String) throws {
    let text = try shown(words).split(separator: "\n\n").last?.replacing("\n", with: " ")
    #expect(text == "Not covered: no fare \(routes) was observed by then. faregrid ingest loads some. ")
  }

  @Test(
    "everywhere and matrix say below the table what was left out",
    arguments: [
      ("everywhere LHR 2026-09 --currency EUR", "No fare.\nleft out  fares: 3 in other currencies without a rate\n"),
      ("everywhere LHR 2026-09 --max-age-hours 24", "horizon\nleft out  fares: 1 too old\n"),
      (
        "matrix LHR JFK 2026-09-10 2026-09-17 --flex-days 1 --max-price-minor 45000",
        "17 September 2026\nleft out  fares: 2 filtered out\n"
      ),
      (
        "matrix LHR JFK 2026-09-10 2026-09-17 --flex-days 1 --currency EUR",
        "No fare.\nleft out  fares: 6 in other currencies without a rate\n"
      ),
    ]
  )
  func leftOut(_ words: String, _ end: String) throws {
    let text = try shown(words)
    #expect(text.hasSuffix(end), "\(text)")
  }

  @Test("explain says which observation won by which rule")
  func explain() throws {
    #expect(
      try shown("explain LHR CDG 2026-09-12") == """
        LHR → CDG, Sat 12 September 2026, one way, as of 2026-08-01T12:00:00Z

        price £40, too few days for a band

           price  back  observed              source  flights  what became of it                      file
        1    £40        2026-07-20T06:00:00Z  first            chosen: the least price                fares.csv:9
        2    £35        2026-07-10T06:00:00Z  first            superseded by a newer observation (1)  fares.csv:10

        """
    )
  }

  @Test("explain shows each file that says the same")
  func witnesses() throws {
    let product = try Product(["LC_ALL": "C.UTF-8"])
    let lines = Self.fares.split(separator: "\n")
    let row = try #require(lines.first { $0.contains("2026-07-20") && $0.hasPrefix("LHR,CDG") })
    try product.ingest(text: "\(lines[0])\n\(row)\n", as: "s.csv")
    try product.ingest(text: "\(lines[0])\n\(lines[1])\n\(row)\n", as: "s2.csv")
    let text = try product.done(["explain", "LHR", "CDG", "2026-09-12", "--as-of", "2026-08-01T12:00:00Z"])
      .replacingOccurrences(of: "/[^ ]*/(s2?.csv)", with: "$1", options: .regularExpression)
    #expect(text.contains("  s.csv:1, s2.csv:2\n"), "\(text)")
  }

  @Test("routes lists what is covered")
  func routes() throws {
    #expect(
      try shown("routes LHR") == """
        from  to   city           first day   last day    seen
        LHR   CDG  Paris          2026-09-12  2026-09-12  12 days
        LHR   DUB  Dublin         2026-09-11  2026-09-11  6 hours
        LHR   JFK  New York City  2026-09-10  2026-09-11  6 hours

        3 routes

        """
    )
  }

  @Test("search writes what a terminal without Unicode can show")
  func ascii() throws {
    let text = try shown("search LHR JFK 2026-09-10 2026-09-17 --limit 1", ["LC_ALL": "C"])
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("* Best      Cheapest    Fastest\n399.50 GBP  300.00 GBP  399.50 GBP\n"))
    #expect(text.contains("\n21:00 -> 00:15+1  LHR -> JFK    8h 15m  Direct  BA179"))
  }

  @Test("matrix shows bands by colour too, and prices in the space that there is")
  func colors() throws {
    let given = [
      ("origin", "LHR"), ("destination", "JFK"), ("departure_date", "2026-09-10"), ("return_date", "2026-09-17"),
      ("flex_days", "0"), ("currency", "USD"),
    ]
    let question = try MatrixQuestion(
      Arguments(given.map { (name: $0.0, value: .untyped($0.1)) }, for: .of(.matrix))
    )
    let asOf = Instant(day: question.departures.lowerBound, secondOfDay: 0)
    let cell = MatrixCell(priceMinor: 123_456_789, band: .low, observedAt: asOf, source: "feed", isCombined: false)
    let answer = MatrixAnswer(
      question: question,
      asOf: asOf,
      coverage: .covered,
      currency: CurrencyCode("USD"),
      cells: [[cell]],
      edges: BandEdges(sampleSize: 1, lowBelowQuarters: nil, highAboveQuarters: nil),
      leftOut: LeftOut()
    )
    let colored = MatrixView(answer: answer, prices: Samples.prices, terminal: Samples.colored).text()
    #expect(colored.contains("\u{1B}[32;1m$1,234,567.89 ▼\u{1B}[0m\n"))
    var narrow = Samples.plain
    narrow.width = 24
    let short = MatrixView(answer: answer, prices: Samples.prices, terminal: narrow).text()
    #expect(short.contains("1235k ▼\n") && short.hasSuffix("prices    in thousands of USD, rounded\n"))
  }
}
