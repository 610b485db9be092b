import Foundation
import Support
import Testing

@Suite("Exchange rates")
struct RatesData {
  /// How a feed states what a euro bought on 30 and 31 July 2026.
  private static let layouts = [
    "eurofxref-hist.csv": """
    Date,USD,JPY,GBP,
    2026-07-31,1.0850,170.55,0.8450,
    2026-07-30,1.1000,N/A,0.8500,

    """,
    "eurofxref-hist.xml": """
    <?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary">
      <gesmes:subject>Reference rates</gesmes:subject>
      <Cube>
        <Cube time='2026-07-31'>
          <Cube currency='USD' rate='1.0850'/><Cube currency='JPY' rate='170.55'/>
          <Cube currency='GBP' rate='0.8450'/>
        </Cube>
        <Cube time="2026-07-30"><Cube currency="USD" rate="1.1000"/><Cube currency="GBP" rate="0.8500"/></Cube>
      </Cube>
    </gesmes:Envelope>

    """,
    "rates.csv": """
    base,quote,rate,date
    EUR,USD,1.0850,2026-07-31
    EUR,JPY,170.55,2026-07-31
    EUR,GBP,0.8450,2026-07-31
    EUR,USD,1.1000,2026-07-30
    EUR,GBP,0.8500,2026-07-30

    """,
  ]

  private static let fares = """
    origin,destination,departure_date,price,currency,observed_at
    OSL,FCO,2026-09-01,10.00,EUR,2026-07-01T06:00:00Z
    OSL,FCO,2026-09-02,20.00,EUR,2026-07-01T06:00:00Z
    OSL,FCO,2026-09-03,30.01,EUR,2026-07-01T06:00:00Z
    OSL,FCO,2026-09-04,40.00,EUR,2026-07-01T06:00:00Z
    OSL,FCO,2026-09-05,1.00,EUR,2026-07-01T06:00:00Z
    OSL,FCO,2026-09-06,50.05,EUR,2026-07-01T06:00:00Z
    OSL,LHR,2026-09-01,10.49,GBP,2026-07-01T06:00:00Z

    """

  private func product(rates layout: String) throws -> Product {
    let product = try Product.holding(Self.fares)
    let report = try product.ingest(text: #require(Self.layouts[layout]), as: layout, ["rates"])
    #expect(report["state"]?.string == "loaded")
    #expect(report["rows_read"]?.int == 5 && report["rows_loaded"]?.int == 5)
    #expect(report["rows_duplicate"]?.int == 0 && report["rows_rejected"]?.int == 0)
    return product
  }

  private func month(_ product: Product, _ currency: String, to: String = "FCO", on day: String) throws -> JSON {
    try product.ask(
      "calendar",
      [
        "origin": "OSL", "destination": to, "month": "2026-09", "currency": currency, "as_of": "\(day)T12:00:00Z",
      ]
    )
  }

  @Test(
    "a question in dollars over fares in euro is converted half up, and banded by what it came to",
    arguments: layouts.keys.sorted()
  )
  func dollars(layout: String) throws {
    let product = try product(rates: layout)
    let answer = try month(product, "USD", on: "2026-08-01")
    #expect(answer["currency"]?.string == "USD")
    #expect(
      answer.prices == [
        "2026-09-01": "10.85", "2026-09-02": "21.70", "2026-09-03": "32.56", "2026-09-04": "43.40",
        "2026-09-05": "1.09", "2026-09-06": "54.30",
      ]
    )
    #expect(answer["bands"]?["low_below"]?.string == "13.5625")
    #expect(answer["bands"]?["high_above"]?.string == "40.69")
    #expect(answer.day("2026-09-01")?["band"]?.string == "low")
    #expect(answer.day("2026-09-06")?["band"]?.string == "high")
    #expect(answer["left_out"]?["other_currency"]?.int == 0)
    #expect(try month(product, "JPY", on: "2026-08-01").day("2026-09-01")?["price_minor"]?.int == 1706)
  }

  @Test(
    "the rate is the newest dated on or before the instant asked about, and without one fares are left out and counted"
  )
  func newestRate() throws {
    let product = try product(rates: "eurofxref-hist.csv")
    #expect(try month(product, "USD", on: "2026-07-31").prices["2026-09-05"] == "1.09")
    #expect(try month(product, "USD", on: "2026-07-30").prices["2026-09-03"] == "33.01")
    for (currency, day) in [("USD", "2026-07-29"), ("JPY", "2026-07-30"), ("CHF", "2026-08-01")] {
      let answer = try month(product, currency, on: day)
      #expect(answer.prices.isEmpty)
      #expect(answer["currency"]?.string == currency)
      #expect(answer["left_out"]?["other_currency"]?.int == 6)
    }
    #expect(try month(product, "EUR", on: "2026-07-29").prices["2026-09-03"] == "30.01")
  }

  @Test("pounds become dollars through the euro in one step, and by their own rate where there is one")
  func throughEuro() throws {
    let product = try product(rates: "eurofxref-hist.csv")
    // 10.49 / 0.8450 is 12.41 euro, which rounded first would come to 13.46.
    #expect(try month(product, "USD", to: "LHR", on: "2026-08-01").prices == ["2026-09-01": "13.47"])
    try product.ingest(text: "base,quote,rate,date\nGBP,USD,1.3,2026-07-31\n", as: "own.csv", ["rates"])
    #expect(try month(product, "USD", to: "LHR", on: "2026-08-01").prices == ["2026-09-01": "13.64"])
  }

  @Test("every rate of a wide row counts: what repeats is a duplicate, and a bad one does not take the others with it")
  func counts() throws {
    let product = try product(rates: "rates.csv")
    let wide = """
      Date,USD,JPY,GBP,CHF,
      2026-07-31,1.0850,abc,0.8450,0.9500,
      2026-07-30,1.1000,N/A,0.8500,0.9600,

      """
    let report = try product.ingest(text: wide, as: "wide.csv", ["rates"])
    #expect(report["rows_read"]?.int == 7)
    #expect(report["rows_loaded"]?.int == 2 && report["rows_duplicate"]?.int == 4 && report["rows_rejected"]?.int == 1)
    #expect(try month(product, "CHF", on: "2026-08-01").prices["2026-09-01"] == "9.50")
  }

  @Test("the bank's daily file, with its spaces and its date in words, is read too")
  func dailyFile() throws {
    let product = try Product.holding(Self.fares)
    let report = try product.ingest(
      text: "Date, USD, JPY, GBP, \n31 July 2026, 1.0850, 170.55, 0.8450, \n",
      as: "eurofxref.csv",
      ["rates"]
    )
    #expect(report["rows_loaded"]?.int == 3, "\(report)")
    #expect(try month(product, "USD", on: "2026-08-01").prices["2026-09-05"] == "1.09")
  }
}
