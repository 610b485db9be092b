import Foundation
import Support
import Testing

@Suite("Replies of Amadeus", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct AmadeusData {
  private static let observedAt = "2020-07-24T00:00:00Z"

  /// The return fares of flight-dates, in one store for all tests that only read it.
  private static let dates = Result {
    try LoadedFeed("amadeus_openapi/raw/FlightCheapestDateSearch_0.json", ["--observed-at", observedAt])
  }

  private func ask(_ method: String, _ more: [String: Any]) throws -> JSON {
    let question: [String: Any] = [
      "origin": "MAD", "destination": "MUC", "as_of": Self.observedAt, "trip": "return",
    ]
    return try Self.dates.get().product.ask(method, question.merging(more) { $1 })
  }

  @Test("flight-dates gives 753 return fares, column by column as expected")
  func flightDates() throws {
    let product = try Self.dates.get().product
    let report = try Self.dates.get().report
    #expect(report["rows_read"]?.int == 753 && report["rows_loaded"]?.int == 753)
    let rows = try product.observations()
    #expect(rows.allSatisfy { $0["fare"] == "day" && $0["observed_at"] == Self.observedAt })
    let expected = try DataFiles.rows("amadeus_openapi/expected_canonical.csv")
    #expect(rows.map(Canonical.line(exported:)).sorted() == expected.map(Canonical.line(expected:)).sorted())
  }

  @Test("flat fares are average on every day", arguments: [("2020-07", 3), ("2020-08", 31), ("2020-09", 26)])
  func flatFares(month: String, priced: Int) throws {
    let answer = try ask("calendar", ["month": month])
    let days = (answer["days"]?.items ?? []).filter { $0["status"]?.string == "priced" }
    #expect(days.count == priced)
    #expect(days.allSatisfy { $0["price"]?.string == "98.53" && $0["band"]?.string == "avg" })
    #expect(answer["currency"]?.string == "EUR")
    #expect(answer["bands"]?["sample_size"]?.int == 60)
    #expect(answer["bands"]?["low_below"]?.string == "98.53" && answer["bands"]?["high_above"]?.string == "98.53")
  }

  @Test("return fares never answer a question for one way, whose route is covered all the same")
  func oneWay() throws {
    let answer = try ask("calendar", ["month": "2020-08", "trip": "one_way"])
    #expect(answer.prices.isEmpty)
    #expect(answer["coverage"]?.string == "covered")
    #expect(answer["days"]?.items.count == 31)
    #expect(answer["days"]?.items.allSatisfy { $0["status"]?.string == "no_fare_observed" } == true)
  }

  @Test(
    "a stay of so many nights has the days that have such a pair",
    arguments: [(1, 1, 57), (15, 15, 43), (1, 15, 60), (14, 15, 46), (16, 30, 0)]
  )
  func nights(least: Int, most: Int, priced: Int) throws {
    let pairs = try DataFiles.rows("amadeus_openapi/expected_canonical.csv").filter { row in
      let nights = Self.days(from: row["departure_local"] ?? "", to: row["return_date"] ?? "")
      return least <= nights && nights <= most
    }
    let departures = Set(pairs.map { $0["departure_local"] ?? "" })
    let answer = try ask(
      "calendar",
      ["from": "2020-07-24", "to": "2020-10-31", "nights_min": least, "nights_max": most]
    )
    #expect(Set(answer.prices.keys) == departures)
    #expect(departures.count == priced || (least, most) == (14, 15))
  }

  @Test("months count the days with a return fare")
  func months() throws {
    let answer = try ask("months", ["months": 4])
    #expect(answer["months"]?.items.map { $0["priced_days"]?.int } == [3, 31, 26, 0])
    #expect(answer["months"]?[1]?["cheapest"]?["price"]?.string == "98.53")
    #expect(answer["months"]?[3]?["cheapest"]?.isNull == true)
  }

  // Both come to 3842.10 for an adult and a child.
  @Test("flight-offers gives both offers for one adult, of the same flights out and other ones back")
  func flightOffers() throws {
    let product = try Product()
    let file = try DataFiles.path("amadeus_openapi/raw/amadeus-java_flight_search_offer_response_ok.json")
    let report = try product.ingest(file, ["--observed-at", Self.observedAt])
    #expect(report["rows_read"]?.int == 2 && report["rows_loaded"]?.int == 2)
    let rows = try product.observations().sorted {
      ($0["return_flight_numbers"] ?? "") < ($1["return_flight_numbers"] ?? "")
    }
    let out = [
      "origin": "GIG", "destination": "MAD", "departure_date": "2020-08-01", "return_date": "2020-08-05",
      "price": "2178.55", "currency": "USD", "fare": "itinerary", "departure_time": "21:50", "arrival_time": "18:45",
      "arrival_day_offset": "1", "duration_minutes": "955", "stops": "1", "via": "LHR", "carriers": "BA+BA",
      "flight_numbers": "BA248+BA462", "return_departure_time": "23:55", "return_arrival_day_offset": "1",
      "return_stops": "1", "return_via": "GRU", "return_carriers": "IB+LA",
    ]
    let back = [
      [
        "return_arrival_time": "08:30", "return_duration_minutes": "815", "return_flight_numbers": "IB6827+LA4508",
      ],
      [
        "return_arrival_time": "14:00", "return_duration_minutes": "1145", "return_flight_numbers": "IB6827+LA4537",
      ],
    ]
    #expect(rows.count == 2)
    for (row, expected) in zip(rows, back.map { out.merging($0) { $1 } }) {
      #expect(row.filter { expected[$0.key] != nil } == expected)
    }
  }

  private static func days(from: String, to: String) -> Int {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let start = try? style.parse(from), let end = try? style.parse(to) else { return -1 }
    return Int(end.timeIntervalSince(start) / 86_400)
  }
}
