import Foundation
import Support
import Testing

/// Real feeds and what is expected of them, which lie beside the project and not in it.
enum DataFiles {
  static let arePresent = SharedData.path("data") != nil
  static let skipped: Comment = "the feeds are not here: skipped"

  static func path(_ relative: String) throws -> String {
    try #require(SharedData.path("data/\(relative)"))
  }

  static func rows(_ relative: String) throws -> [[String: String]] {
    try CSVText.rows(try String(contentsOfFile: path(relative), encoding: .utf8))
  }
}

/// A store over one feed, which tests only read, and the report of its ingest.
struct LoadedFeed: Sendable {
  let product: Product
  private let line: String

  init(_ file: String, _ flags: [String]) throws {
    product = try Product()
    line = try product.done(["ingest", "--json"] + flags + [DataFiles.path(file)])
  }

  var report: JSON { get throws { try JSON(line) } }
}

/// Rows of `export observations` and of `expected_canonical.csv` in the words of the latter.
enum Canonical {
  /// The columns that are compared: the others name the row, or hold what the feed does not say.
  private static let columns = [
    "origin", "destination", "departure_local", "arrival_local", "duration_min", "stops", "marketing_carriers",
    "flight_numbers", "operating_carriers", "price_minor", "currency", "return_date",
  ]

  /// An expected row, in one line.
  static func line(expected row: [String: String]) -> String {
    columns.map { row[$0] ?? "" }.joined(separator: "|")
  }

  /// A priced row of the export in a currency of two decimals, in one line.
  static func line(exported row: [String: String]) -> String {
    let same = [
      "duration_min": "duration_minutes", "marketing_carriers": "carriers", "price_minor": "price",
    ]
    return columns.map { column in
      let value = row[same[column] ?? column] ?? ""
      switch column {
      case "departure_local": return moment(row["departure_date"], row["departure_time"])
      case "arrival_local":
        guard let offset = row["arrival_day_offset"], !offset.isEmpty else { return "" }
        return moment(row["departure_date"].map { date($0, plus: Int(offset) ?? 0) }, row["arrival_time"])
      case "price_minor": return value.replacingOccurrences(of: ".", with: "")
      default: return value
      }
    }.joined(separator: "|")
  }

  private static func moment(_ date: String?, _ time: String?) -> String {
    [date, time].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "T")
  }

  private static func date(_ text: String, plus days: Int) -> String {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let date = try? style.parse(text) else { return text }
    return date.addingTimeInterval(Double(days) * 86_400).formatted(style)
  }
}
