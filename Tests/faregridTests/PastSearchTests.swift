import Foundation
import Testing

@Suite("Searches of the past")
struct PastSearchTests {
  private static let header =
    "origin,destination,departure_date,return_date,price,currency,observed_at,fare,flight_numbers"
  private static let rows = [
    "LHR,JFK,2026-09-10,,210.00,GBP,2026-08-01T06:00:00Z,itinerary,BA179",
    "LHR,JFK,2026-09-10,,190.00,GBP,2026-08-03T06:00:00Z,itinerary,BA179",
    "LHR,JFK,2026-09-10,,250.00,GBP,2026-08-01T06:00:00Z,itinerary,BA177",
    "LHR,JFK,2026-10-10,2026-10-17,400.00,GBP,2026-08-01T06:00:00Z,day,",
    "LHR,JFK,2026-10-10,2026-10-17,300.00,GBP,2026-08-03T06:00:00Z,day,",
    "LHR,JFK,2026-12-24,,90.00,GBP,2026-08-03T06:00:00Z,day,",
    "LHR,CDG,2026-09-12,,40.00,GBP,2026-08-03T06:00:00Z,day,",
    "LHR,DUB,2026-09-12,,30.00,GBP,2026-08-01T07:00:00Z,day,",
  ]

  @Test("are those of a store that holds nothing later")
  func past() throws {
    let asOf = "2026-08-02T00:00:00Z"
    let whole = try Product()
    let early = try Product()
    try whole.ingest(text: ([Self.header] + Self.rows).joined(separator: "\n") + "\n")
    let known = Self.rows.filter { !$0.contains("2026-08-03T") }
    try early.ingest(text: ([Self.header] + known).joined(separator: "\n") + "\n")
    let questions = [
      "search LHR JFK 2026-09-10", "search LHR JFK 2026-10-10 2026-10-17 --max-age-hours 48", "everywhere LHR",
      "everywhere LHR 2026-09 --max-age-hours 24 --group-by country", "routes", "routes LHR JFK",
      "matrix LHR JFK 2026-10-10 2026-10-17",
    ]
    for question in questions {
      let words = question.split(separator: " ").map(String.init) + ["--as-of", asOf, "--json"]
      let answer = try whole.done(words)
      #expect(try answer == early.done(words), "\(question)")
      #expect(answer.contains("GBP") || question.hasPrefix("routes"))
    }
    func prices(_ product: Product) throws -> [String?] {
      let asked = ["origin": "LHR", "destination": "JFK", "departure_date": "2026-09-10", "as_of": asOf]
      return try product.ask("explain", asked)["observations"]?.items.map { $0["price"]?.string } ?? []
    }
    #expect(try prices(whole) == ["210.00", "250.00"] && prices(early) == ["210.00", "250.00"])
  }
}
