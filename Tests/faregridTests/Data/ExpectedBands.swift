import Foundation
import Testing

/// `expected_calendar.csv` of a feed: the priced days of some routes as of some instants, with both bands.
struct ExpectedBands {
  private var pages: [Page: [[String: String]]]

  /// A month of a route as of an instant, with bands against the horizon or the month.
  private struct Page: Hashable {
    var origin, destination, asOf, month, reference: String
  }

  init(_ relative: String) throws {
    pages = [:]
    for row in try DataFiles.rows(relative) {
      for reference in ["horizon", "month"] {
        let page = Page(
          origin: row["origin"] ?? "",
          destination: row["destination"] ?? "",
          asOf: row["as_of"] ?? "",
          month: String((row["departure_date"] ?? "").prefix(7)),
          reference: reference
        )
        let day = ["departure_date", "price_minor", "currency", "observed_at"].map { row[$0] ?? "" }
        pages[page, default: []].append(["day": (day + [row["band_\(reference)"] ?? ""]).joined(separator: " ")])
      }
    }
  }

  /// How many days there are.
  var count: Int { pages.filter { $0.key.reference == "month" }.values.reduce(0) { $0 + $1.count } }

  /// The pages that a product answers otherwise, with the first day that differs.
  func differences(in product: Product) throws -> [String] {
    let asked = pages.keys.sorted { "\($0)" < "\($1)" }
    var requests = Data()
    for (number, page) in asked.enumerated() {
      let parameters = [
        "origin": page.origin, "destination": page.destination, "as_of": page.asOf, "month": page.month,
        "band_reference": page.reference,
      ]
      let request: [String: Any] = ["jsonrpc": "2.0", "id": number, "method": "calendar", "params": parameters]
      requests += try JSONSerialization.data(withJSONObject: request) + Data("\n".utf8)
    }
    let lines = try product.done(["query"], input: requests).split(separator: "\n")
    try #require(lines.count == asked.count)
    var differences: [String] = []
    for line in lines {
      let answer = try JSON(String(line))
      let page = asked[try #require(answer["id"]?.int)]
      let today = String(page.asOf.prefix(10))
      let priced = (answer["result"]?["days"]?.items ?? []).filter {
        $0["status"]?.string == "priced" && ($0["departure_date"]?.string ?? "") >= today
      }
      let days = priced.map { day in
        [
          day["departure_date"]?.string, day["price_minor"]?.int.map(String.init), day["currency"]?.string,
          day["observed_at"]?.string, day["band"]?.string,
        ].map { $0 ?? "-" }.joined(separator: " ")
      }
      let expected = (pages[page] ?? []).compactMap { $0["day"] }
      if days != expected, let first = days.difference(from: expected).first { differences.append("\(page): \(first)") }
    }
    return differences
  }
}
