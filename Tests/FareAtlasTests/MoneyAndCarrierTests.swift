import FareAtlas
import FareModel
import Testing

@Suite("currencies")
struct CurrencyTests {
  private let atlas = Atlas()

  private func currency(_ text: String) throws -> Currency? {
    atlas.currency(try #require(CurrencyCode(text)))
  }

  private func display(_ minor: Int64, _ text: String, _ locale: Locale) throws -> String {
    atlas.display(Price(minor: minor, currency: try #require(CurrencyCode(text))), locale: locale)
  }

  @Test(
    "have the decimals of ISO 4217 (B14)",
    arguments: [
      ("JPY", 0), ("EUR", 2), ("KWD", 3), ("USD", 2), ("KRW", 0), ("CLP", 0), ("ISK", 0), ("VND", 0), ("XPF", 0),
      ("XAF", 0), ("BHD", 3), ("OMR", 3), ("TND", 3), ("JOD", 3), ("IQD", 3), ("LYD", 3), ("HUF", 2), ("INR", 2),
      ("UGX", 0), ("PYG", 0), ("BGN", 2), ("XCG", 2), ("AED", 2), ("ZWG", 2),
    ]
  )
  func exponents(code: String, exponent: Int) throws {
    #expect(try currency(code)?.exponent == exponent)
  }

  @Test("are nothing that is not money", arguments: ["XXQ", "XXX", "XAU", "XTS", "XDR", "CLF", "USN", "AAA", "ZZZ"])
  func notMoney(code: String) throws {
    #expect(try currency(code) == nil)
  }

  @Test("have a name and a symbol")
  func names() throws {
    let euro = try #require(try currency("EUR"))
    #expect(euro.name == "Euro")
    #expect(euro.symbol == "€")
    #expect(try currency("CHF")?.symbol == "CHF")
  }

  // Every line was compared with ICU's formatting of the same amount.
  @Test(
    "are displayed as each locale writes them",
    arguments: [
      (Locale.enUS, "USD", 42_487, "$424.87"), (.enUS, "GBP", 4200, "£42"), (.enUS, "EUR", 42_487, "€424.87"),
      (.enUS, "EUR", 123_456_789, "€1,234,567.89"), (.enUS, "JPY", 424, "¥424"),
      (.enUS, "CHF", 42_487, "CHF\u{A0}424.87"),
      (.enUS, "KWD", 12_345, "KWD\u{A0}12.345"), (.enUS, "KWD", 12_000, "KWD\u{A0}12"),
      (.enUS, "CAD", 42_487, "CA$424.87"),
      (.enUS, "XCG", 4200, "Cg.\u{A0}42"), (.enUS, "USD", 5, "$0.05"), (.enUS, "USD", 123_456, "$1,234.56"),
      (.enGB, "USD", 42_487, "US$424.87"), (.enGB, "JPY", 1_234_567, "JP¥1,234,567"), (.enGB, "GBP", 99, "£0.99"),
      (.deDE, "EUR", 42_487, "424,87\u{A0}€"), (.deDE, "EUR", 123_456, "1.234,56\u{A0}€"),
      (.deDE, "USD", 4200, "42\u{A0}$"),
      (.deDE, "CHF", 42_487, "424,87\u{A0}CHF"), (.deDE, "AUD", 42_487, "424,87\u{A0}AU$"),
      (.frFR, "EUR", 42_487, "424,87\u{A0}€"), (.frFR, "EUR", 123_456, "1\u{202F}234,56\u{A0}€"),
      (.frFR, "USD", 42_487, "424,87\u{A0}$US"), (.frFR, "GBP", 4200, "42\u{A0}£GB"),
      (.frFR, "JPY", 424, "424\u{A0}JPY"),
      (.esES, "EUR", 123_456, "1234,56\u{A0}€"), (.esES, "EUR", 1_234_567, "12.345,67\u{A0}€"),
      (.esES, "USD", 42_487, "424,87\u{A0}US$"), (.esES, "GBP", 4200, "42\u{A0}GBP"),
      (.itIT, "EUR", 123_456, "1234,56\u{A0}€"), (.itIT, "EUR", 1_234_567, "12.345,67\u{A0}€"),
      (.itIT, "USD", 42_487, "424,87\u{A0}USD"), (.itIT, "GBP", 4200, "42\u{A0}£"),
      (.ptPT, "EUR", 123_456, "1234,56\u{A0}€"), (.ptPT, "EUR", 1_234_567, "12\u{A0}345,67\u{A0}€"),
      (.ptPT, "JPY", 1_234_567, "1\u{A0}234\u{A0}567\u{A0}JP¥"), (.ptPT, "USD", 42_487, "424,87\u{A0}US$"),
    ]
  )
  func displayed(locale: Locale, code: String, minor: Int, expected: String) throws {
    #expect(try display(Int64(minor), code, locale) == expected)
  }

  @Test("the greatest and the least amounts are displayed whole")
  func extremes() throws {
    #expect(try display(.max, "USD", .enUS) == "$92,233,720,368,547,758.07")
    #expect(try display(.min, "USD", .enUS) == "-$92,233,720,368,547,758.08")
    #expect(try display(0, "EUR", .deDE) == "0\u{A0}€")
  }

  @Test("an unknown currency is displayed by its code and minor units, without assumed decimals")
  func unknown() throws {
    #expect(try display(9900, "XXQ", .enUS) == "XXQ 9900")
    #expect(atlas.priceFormat(try #require(CurrencyCode("XXQ")), .enUS) == nil)
  }
}

@Suite("carriers")
struct CarrierTests {
  @Test("have the name that the code had on the day of travel, or none (B32)")
  func loaded() {
    var overlay = ReferenceOverlay()
    overlay.carriers = [
      CarrierRecord(code: "Q9", name: "Aero Alfa", validFrom: day("1999-01-01"), validTo: day("2019-06-30")),
      CarrierRecord(code: "Q9", name: "Bravo Wings", validFrom: day("2021-05-01")),
    ]
    let atlas = Atlas(overlay: overlay)
    let expected = [
      ("2023-05-02", "Bravo Wings"), ("2024-05-02", "Bravo Wings"), ("2018-05-02", "Aero Alfa"), ("2020-05-02", nil),
      ("1998-12-31", nil), ("1999-01-01", "Aero Alfa"), ("2019-06-30", "Aero Alfa"), ("2021-05-01", "Bravo Wings"),
    ]
    for (date, name) in expected { #expect(atlas.carrierName("Q9", on: day(date)) == name, "\(date)") }
  }

  @Test("that are loaded replace all shipped names of the code")
  func replaced() {
    var overlay = ReferenceOverlay()
    overlay.carriers = [CarrierRecord(code: "LH", name: "Loaded", validFrom: day("2026-01-01"))]
    let atlas = Atlas(overlay: overlay)
    #expect(atlas.carrierName("LH", on: day("2026-05-01")) == "Loaded")
    #expect(atlas.carrierName("LH", on: day("2025-05-01")) == nil)
    #expect(atlas.carrierName("BA", on: day("2025-05-01")) == "British Airways")
  }

  @Test(
    "that are shipped know when a code meant whom",
    arguments: [
      ("0V", "2026-01-01", "Vietnam Air Services Company"), ("ZW", "2026-01-01", "Air Wisconsin"),
      ("6E", "2019-05-01", "IndiGo"), ("9W", "2019-03-01", "Jet Airways"), ("9W", "2026-03-01", nil),
      ("AZ", "2019-03-01", "Alitalia"), ("AZ", "2026-03-01", "ITA Airways"), ("G8", "2019-03-01", "GoAir"),
      ("Q9", "2026-01-01", nil), ("", "2026-01-01", nil), ("LHR", "2026-01-01", nil), ("é", "2026-01-01", nil),
    ]
  )
  func shipped(code: String, date: String, name: String?) {
    #expect(Atlas().carrierName(code, on: day(date)) == name)
  }
}
