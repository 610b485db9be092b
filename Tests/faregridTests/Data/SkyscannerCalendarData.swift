import Foundation
import Support
import Testing

/// A real price calendar with its provider's own label for every day.
@Suite("Skyscanner's price calendar", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct SkyscannerCalendarData {
  private static let asOf = "2023-08-02T20:51:06Z"

  /// One store for all tests, which only read it.
  private static let loaded = Result {
    try LoadedFeed(
      "skyscanner_calendar_groups/price_calendar_BOM_JFK.json",
      ["--origin", "BOM", "--destination", "JFK", "--currency", "USD"]
    )
  }

  private var product: Product { get throws { try Self.loaded.get().product } }

  private func calendar(_ from: String, _ to: String, _ more: [String: Any] = [:]) throws -> JSON {
    let question: [String: Any] = [
      "origin": "BOM", "destination": "JFK", "from": from, "to": to, "as_of": Self.asOf,
    ]
    return try product.ask("calendar", question.merging(more) { $1 })
  }

  @Test("is read whole: 244 days and no other rows")
  func report() throws {
    let report = try Self.loaded.get().report
    #expect(report["state"]?.string == "loaded")
    #expect(report["rows_read"]?.int == 244)
    #expect(report["rows_loaded"]?.int == 244)
    #expect(report["rows_duplicate"]?.int == 0 && report["rows_rejected"]?.int == 0)
    #expect(report["routes_touched"]?.int == 1)
  }

  @Test("gets its provider's own label on every day")
  func labels() throws {
    let theirs = try DataFiles.rows("skyscanner_calendar_groups/price_calendar_BOM_JFK.csv")
    #expect(theirs.count == 244)
    let answer = try calendar("2023-08-03", "2024-07-26")
    let words = ["low": "low", "medium": "avg", "high": "high"]
    let wrong = theirs.filter { row in
      answer.day(row["day"] ?? "")?["band"]?.string != words[row["group"] ?? ""]
    }
    #expect(wrong.isEmpty)
    #expect(answer["bands"]?["sample_size"]?.int == 244)
    #expect(answer["bands"]?["low_below"]?.string == "569.97")
    #expect(answer["bands"]?["high_above"]?.string == "745.8125")
    let counts = answer["bands"]?["counts"]
    #expect([counts?["low"]?.int, counts?["avg"]?.int, counts?["high"]?.int] == [58, 125, 61])
  }

  @Test("has the expected price and both bands on every day of every month")
  func months() throws {
    let expected = try DataFiles.rows("skyscanner_calendar_groups/expected_calendar.csv")
    let byMonth = Dictionary(grouping: expected) { String(($0["departure_date"] ?? "").prefix(7)) }
    #expect(byMonth.count == 12 && expected.count == 244)
    for (month, rows) in byMonth.sorted(by: { $0.key < $1.key }) {
      for (reference, column) in [("horizon", "band_horizon"), ("month", "band_month")] {
        let answer = try product.ask(
          "calendar",
          [
            "origin": "BOM", "destination": "JFK", "month": month, "as_of": Self.asOf, "band_reference": reference,
          ]
        )
        let priced = (answer["days"]?.items ?? []).filter { $0["status"]?.string == "priced" }
        let got = priced.map { day in
          [day["departure_date"]?.string, day["price_minor"]?.int.map(String.init), day["band"]?.string]
        }
        #expect(got == rows.map { [$0["departure_date"], $0["price_minor"], $0[column]] }, "\(month) by \(reference)")
        #expect(priced.allSatisfy { $0["observed_at"]?.string == Self.asOf && $0["currency"]?.string == "USD" })
      }
    }
  }

  @Test("answers for November 2023 exactly as the contract shows it")
  func november() throws {
    let flags = ["calendar", "BOM", "JFK", "2023-11", "--as-of", Self.asOf, "--json"]
    let answer = try product.done(flags)
    let head =
      #"{"origin":"BOM","destination":"JFK","month":"2023-11","trip":"one_way","currency":"USD","#
      + #""as_of":"2023-08-02T20:51:06Z","coverage":"covered","#
      + #""bands":{"rule":"quartiles","reference":"horizon","sample_size":244,"low_below":"569.97","#
      + #""high_above":"745.8125","counts":{"low":10,"avg":18,"high":0},"reason":null},"#
      + #""cheapest":{"departure_date":"2023-11-08","price_minor":53174,"price":"531.74","currency":"USD"},"#
      + #""statistics":{"n":28,"min_minor":53174,"median":"574.72","mean_minor":58472,"max_minor":71754},"#
      + #""days":[{"departure_date":"2023-11-01","status":"priced","price_minor":56276,"price":"562.76","#
      + #""display":"$562.76","currency":"USD","band":"low","label":"Cheap","direct":null,"stops":null,"#
      + #""airports":["BOM","JFK"],"observed_at":"2023-08-02T20:51:06Z","age_hours":0,"#
      + #""source":"skyscanner-calendar","spoken":"November 1, $562.76, cheap price"},"#
    let middle =
      #"},{"departure_date":"2023-11-12","status":"no_fare_observed","price_minor":null,"band":null},"#
    let tail = #"}],"left_out":{"other_currency":0,"stale":0,"filtered":0}}"# + "\n"
    #expect(answer.hasPrefix(head))
    #expect(answer.contains(middle))
    #expect(answer.hasSuffix(tail))
    let days = try JSON(answer)["days"]?.items ?? []
    #expect(days.map { $0["departure_date"]?.string } == (1...30).map { "2023-11-" + ($0 < 10 ? "0" : "") + "\($0)" })
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"calendar","params":"#
      + #"{"origin":"BOM","destination":"JFK","month":"2023-11","as_of":"2023-08-02T20:51:06Z"}}"#
    let response = #"{"jsonrpc":"2.0","id":1,"result":"# + answer.dropLast() + "}\n"
    #expect(try product.done(["query"], input: Data(request.utf8)) == response)
  }

  @Test("keeps the days that the page leaves out as unpriced, complete looks")
  func daysLeftOut() throws {
    let priced = Set(
      try DataFiles.rows("skyscanner_calendar_groups/price_calendar_BOM_JFK.csv").map { $0["day"] ?? "" }
    )
    let rows = try product.observations()
    #expect(rows.count == 359)
    let unpriced = rows.filter { $0["price"] == "" }
    #expect(unpriced.count == 115)
    #expect(priced.isDisjoint(with: unpriced.map { $0["departure_date"] ?? "" }))
    #expect(unpriced.allSatisfy { $0["complete"] == "true" && $0["fare"] == "day" && $0["observed_at"] == Self.asOf })
    let answer = try calendar("2023-08-03", "2024-07-26")
    let statuses = (answer["days"]?.items ?? []).map { $0["status"]?.string }
    #expect(statuses.count == 360 - 1)
    #expect(statuses.count { $0 == "no_fare_observed" } == 115 && statuses.count { $0 == "priced" } == 244)
  }

  @Test("is the same from its own export in an empty store")
  func exported() throws {
    let copy = try Product()
    let report = try copy.ingest(text: product.done(["export", "observations"]))
    #expect(report["rows_loaded"]?.int == 359)
    #expect(try copy.done(["export", "observations"]) == product.done(["export", "observations"]))
    let question = ["months", "BOM", "JFK", "--as-of", Self.asOf, "--json"]
    #expect(try copy.done(question) == product.done(question))
  }

  @Test("has a cheapest day for each of its months")
  func cheapestOfMonths() throws {
    let answer = try product.ask("months", ["origin": "BOM", "destination": "JFK", "as_of": Self.asOf])
    let months = answer["months"]?.items ?? []
    #expect(months.map { $0["priced_days"]?.int } == [29, 30, 31, 28, 27, 28, 18, 12, 11, 12, 11, 7])
    #expect(months.prefix(4).map { $0["cheapest"]?["price"]?.string } == ["799.89", "475.21", "424.87", "531.74"])
    #expect(answer["cheapest_month"]?.string == "2023-10")
  }
}
