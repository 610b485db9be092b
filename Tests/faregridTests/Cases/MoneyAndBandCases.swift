import Foundation
import Support
import Testing

@Suite("Cases about money and bands", .enabled(if: CaseFiles.arePresent, CaseFiles.skipped))
struct MoneyAndBandCases {
  @Test("B14: amounts have the decimals of their currency, and means are rounded half up to its minor unit")
  func minorUnits() throws {
    let product = try Product()
    let report = try product.ingest(CaseFiles.path("B14/fares.csv"))
    #expect(report["rows_rejected"]?.int == 3)
    #expect(report["rows_loaded"]?.int == 10)

    let yen = try product.month("NRT", "ICN", "2026-09")
    #expect(yen.day("2026-09-01")?["price_minor"]?.int == 500)
    #expect(yen.day("2026-09-01")?["price"]?.string == "500")
    let dinar = try product.month("KWI", "DXB", "2026-09")
    #expect(dinar.day("2026-09-01")?["price_minor"]?.int == 12_345)
    #expect(dinar.day("2026-09-01")?["price"]?.string == "12.345")
    let euro = try product.september()
    #expect(euro.day("2026-09-01")?["price_minor"]?.int == 1234)
    #expect(euro.day("2026-09-03")?["price_minor"]?.int == 1050)
    #expect(euro.prices == ["2026-09-01": "12.34", "2026-09-03": "10.50"])

    func mean(_ origin: String, _ destination: String) throws -> Int? {
      let days: [String: Any] = [
        "from": "2026-09-02", "to": "2026-09-04", "origin": origin, "destination": destination,
      ]
      return try product.ask("calendar", days.merging(["as_of": CaseFiles.asOf]) { $1 })["statistics"]?["mean_minor"]?
        .int
    }
    #expect(try mean("NRT", "ICN") == 101)
    #expect(try mean("KWI", "DXB") == 1001)
  }

  @Test("B19: equal prices have one band, a dearer day never a lower one, and ties at an edge are avg")
  func tiesAtTheEdges() throws {
    let answer = try Product.over("B19/fares.csv").september()
    var bands: [String: Set<String>] = [:]
    for day in answer["days"]?.items ?? [] {
      bands[try #require(day["price"]?.string), default: []].insert(try #require(day["band"]?.string))
    }
    #expect(bands == ["89.00": ["low"], "109.00": ["avg"], "149.00": ["high"]])
    #expect(answer["bands"]?["counts"]?["low"]?.int == 8)
    #expect(answer["bands"]?["counts"]?["avg"]?.int == 15)
    #expect(answer["bands"]?["counts"]?["high"]?.int == 7)
  }

  @Test("B20: equal prices on all days come to exactly that price, and to one band")
  func constantPrices() throws {
    let answer = try Product.over("B20/fares.csv").september()
    let statistics = try #require(answer["statistics"])
    #expect(statistics["min_minor"]?.int == 4999 && statistics["max_minor"]?.int == 4999)
    #expect(statistics["mean_minor"]?.int == 4999 && statistics["median"]?.string == "49.99")
    let bands = (answer["days"]?.items ?? []).filter { $0["status"]?.string == "priced" }.map { $0["band"]?.string }
    #expect(bands.count == 3 && Set(bands).count == 1)
  }

  @Test("B22: too few priced days have no band, and none at all have no numbers")
  func tooFewDays() throws {
    for (file, priced) in [("B22/one.csv", 1), ("B22/two.csv", 2)] {
      let answer = try Product.over(file).september()
      #expect(answer.prices.count == priced)
      #expect(answer["days"]?.items.allSatisfy { $0["band"]?.isNull == true } == true)
      #expect(answer["bands"]?["reason"]?.string == "too_few_days")
    }
    let none = try Product.over("B22/none.csv").september()
    #expect(none["days"]?.items.allSatisfy { $0["price_minor"]?.isNull == true && $0["band"]?.isNull == true } == true)
    #expect(none["cheapest"]?.isNull == true)
    for name in ["min_minor", "mean_minor", "max_minor", "median"] {
      #expect(none["statistics"]?[name]?.isNull == true)
    }
  }

  @Test("B22: no cut-off is absolute: a thousand times the prices has the same bands", arguments: ["B19/fares.csv"])
  func noAbsoluteCutOff(file: String) throws {
    let text = try String(contentsOfFile: CaseFiles.path(file), encoding: .utf8)
    let product = try Product()
    try product.ingest(text: text.replacingOccurrences(of: ".00,EUR", with: "000.00,EUR"))
    func bands(_ answer: JSON) -> [String?] { (answer["days"]?.items ?? []).map { $0["band"]?.string } }
    #expect(try bands(product.september()) == bands(Product.over(file).september()))
  }

  @Test("B24: what is no amount is rejected with its record, and the rest is counted in any order")
  func notAnAmount() throws {
    let lines = try String(contentsOfFile: CaseFiles.path("B24/fares.csv"), encoding: .utf8).split(separator: "\n")
    for rows in [Array(lines.dropFirst()), lines.dropFirst().reversed(), lines.dropFirst().sorted()] {
      let product = try Product()
      // Four bad rows of seven are under the floor from which --max-rejects counts.
      let report = try product.ingest(text: ([lines[0]] + rows).joined(separator: "\n") + "\n")
      #expect(report["rows_rejected"]?.int == 4)
      let statistics = try #require(try product.september()["statistics"])
      #expect(statistics["min_minor"]?.int == 10_000 && statistics["max_minor"]?.int == 14_000)
      #expect(statistics["mean_minor"]?.int == 12_000 && statistics["median"]?.string == "120.00")
    }
  }

  @Test("B25: a day that is sold out has no price, and what is not priced is in no minimum or mean")
  func soldOut() throws {
    let product = try Product.over("B25/fares.csv")
    let answer = try product.september()
    #expect(answer["statistics"]?["min_minor"]?.int == 7500)
    #expect(answer["statistics"]?["mean_minor"]?.int == 7500)
    #expect(answer.day("2026-09-03")?["status"]?.string == "sold_out")
    #expect(answer.day("2026-09-03")?["price_minor"]?.isNull == true)
    #expect(answer.day("2026-09-05")?["price_minor"]?.isNull == true)
    #expect(answer.day("2026-09-06")?["status"]?.string == "no_fare_observed")
    let october = try product.month("OSL", "FCO", "2026-10")
    for name in ["min_minor", "mean_minor", "max_minor"] { #expect(october["statistics"]?[name]?.isNull == true) }
  }
}
