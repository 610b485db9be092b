import FareAtlas
import FareModel
import Support
import Testing

@Suite("conversions")
struct ConversionsTests {
  private static let today = day("2026-08-01")

  private func conversions(_ rates: String..., on day: Day = today) throws -> Conversions {
    let loaded = try rates.map { text in
      let parts = text.split(separator: " ").map(String.init)
      return ExchangeRate(
        base: try #require(CurrencyCode(parts[0])),
        quote: try #require(CurrencyCode(parts[1])),
        rate: parts[2],
        date: parts.count > 3 ? FareAtlasTests.day(parts[3]) : Self.today
      )
    }
    return Conversions(loaded, on: day, atlas: Atlas())
  }

  private func convert(_ conversions: Conversions, _ minor: Int64, _ base: String, _ quote: String) throws -> Int64? {
    conversions.convert(
      minor,
      from: try #require(CurrencyCode(base)),
      to: try #require(CurrencyCode(quote))
    )
  }

  @Test("a currency converts to itself without a rate")
  func identity() throws {
    #expect(try convert(conversions(), 42_487, "USD", "USD") == 42_487)
  }

  @Test("a direct rate converts by the decimals of both currencies, half up")
  func direct() throws {
    let loaded = try conversions("EUR USD 1.0854", "EUR JPY 169.45", "EUR KWD 0.33285")
    #expect(try convert(loaded, 10_000, "EUR", "USD") == 10_854)
    #expect(try convert(loaded, 1234, "EUR", "JPY") == 2091)  // 12.34 × 169.45 = 2091.013
    #expect(try convert(loaded, 1000, "EUR", "KWD") == 3329)  // 10 × 0.33285 = 3.3285
    #expect(try convert(loaded, 500, "JPY", "EUR") == 295)  // 500 / 169.45 = 2.9507…
    #expect(try convert(loaded, 12_345, "KWD", "EUR") == 3709)  // 12.345 / 0.33285 = 37.0887…
  }

  @Test("half a unit rounds up")
  func half() throws {
    #expect(try convert(conversions("USD CAD 0.5"), 1, "USD", "CAD") == 1)
    #expect(try convert(conversions("USD CAD 0.49999999999999999"), 1, "USD", "CAD") == 0)
  }

  @Test("without a direct rate the way leads through the euro and is rounded once")
  func euro() throws {
    let loaded = try conversions("EUR USD 1.1", "EUR GBP 0.85")
    #expect(try convert(loaded, 10_000, "USD", "GBP") == 7727)  // 100 / 1.1 × 0.85 = 77.2727…
    // One cent is 0.009090… euro; rounded on the way it would be 0.01 and come to 0.0085, which is 1.
    #expect(try convert(loaded, 1, "USD", "GBP") == 1)
    #expect(try convert(conversions("EUR USD 1.9", "EUR GBP 0.94"), 1, "USD", "GBP") == 0)  // 0.4947…
  }

  @Test("a direct rate is preferred to the way through the euro")
  func directFirst() throws {
    let loaded = try conversions("EUR USD 1.1", "EUR GBP 0.85", "USD GBP 0.5")
    #expect(try convert(loaded, 10_000, "USD", "GBP") == 5000)
  }

  @Test("the newest rate on or before the day counts, in whichever direction it was loaded")
  func newest() throws {
    let loaded = ["USD GBP 0.7 2026-07-01", "USD GBP 0.8 2026-08-01", "USD GBP 0.9 2026-08-02"]
    #expect(try convert(conversions(loaded[0], loaded[1], loaded[2]), 1000, "USD", "GBP") == 800)
    #expect(try convert(conversions(loaded[2], loaded[1], loaded[0]), 1000, "USD", "GBP") == 800)
    #expect(try convert(conversions(loaded[0], "GBP USD 2 2026-07-02"), 1000, "USD", "GBP") == 500)
    #expect(try convert(conversions(loaded[0], "GBP USD 2 2026-07-01"), 1000, "USD", "GBP") == 700)
    #expect(try convert(conversions(loaded[0], on: day("2026-06-30")), 1000, "USD", "GBP") == nil)
  }

  @Test("two rates of one day give the same whatever the order of loading")
  func sameDay() throws {
    #expect(try convert(conversions("USD GBP 0.7", "USD GBP 0.75"), 1000, "USD", "GBP") == 750)
    #expect(try convert(conversions("USD GBP 0.75", "USD GBP 0.7"), 1000, "USD", "GBP") == 750)
  }

  @Test("no rate is ever assumed")
  func missing() throws {
    #expect(try convert(conversions("EUR USD 1.1"), 1000, "USD", "GBP") == nil)
    #expect(try convert(conversions("EUR XXQ 1.1"), 1000, "EUR", "XXQ") == nil)
  }

  @Test(
    "a rate that is no plain positive decimal is passed over",
    arguments: ["0", "0.00", "-1", "1e3", "nan", "", "1.", ".5", "1,5", "+1"]
  )
  func malformed(rate: String) throws {
    let usd = try #require(CurrencyCode("USD"))
    let gbp = try #require(CurrencyCode("GBP"))
    let loaded = ExchangeRate(base: usd, quote: gbp, rate: rate, date: Self.today)
    #expect(Conversions([loaded], on: Self.today, atlas: Atlas()).convert(1000, from: usd, to: gbp) == nil)
  }

  @Test("what does not fit converts to nothing, and the greatest price does")
  func overflow() throws {
    let loaded = try conversions("EUR VND 30000.123456789", "EUR USD 1.08541234567")
    #expect(try convert(loaded, .max, "EUR", "VND") == nil)
    #expect(try convert(loaded, Limits.greatestPriceMinor, "EUR", "USD") == 1_085_412_345_670)
    #expect(try convert(loaded, Limits.greatestPriceMinor, "USD", "VND") != nil)
  }

  @Test("a greater amount never converts to less")
  func monotone() throws {
    let loaded = try conversions("EUR USD 1.0854", "EUR JPY 169.45", "EUR KWD 0.33285")
    for (base, quote) in [("USD", "JPY"), ("JPY", "USD"), ("KWD", "JPY"), ("USD", "KWD")] {
      var last: Int64 = 0
      for minor in Int64(0)..<300 {
        let converted = try #require(try convert(loaded, minor, base, quote))
        #expect(converted >= last)
        last = converted
      }
    }
  }

  @Test("agrees with long division digit by digit on random rates and amounts")
  func agreement() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let significand = Int64.random(in: 1...9_999_999, using: &generator)
      let decimals = Int.random(in: 0...6, using: &generator)
      let minor = Int64.random(in: 0...100_000_000, using: &generator)
      let rate = Money.decimal(significand, exponent: decimals)
      let divisor = (0..<decimals).reduce(Int64(1)) { product, _ in product * 10 }
      let product = minor * significand
      let expected = product / divisor + (product % divisor * 2 >= divisor ? 1 : 0)
      #expect(try convert(conversions("EUR USD \(rate)"), minor, "EUR", "USD") == expected, "\(minor) at \(rate)")
    }
  }
}
