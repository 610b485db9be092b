import Foundation
import Support
import Testing

/// The files of the cases from public reports, which lie beside the project and not in it.
enum CaseFiles {
  static let arePresent = SharedData.path("cases") != nil
  static let skipped: Comment = "the cases are not here: skipped"

  static func path(_ relative: String) throws -> String {
    try #require(SharedData.path("cases/\(relative)"))
  }

  static func rows(_ relative: String) throws -> [[String: String]] {
    try CSVText.rows(try String(contentsOfFile: path(relative), encoding: .utf8))
  }

  /// An instant after the observations of most cases and before their departures.
  static let asOf = "2026-08-02T00:00:00Z"
}

extension Product {
  /// A product over the fares of some files of cases.
  static func over(_ files: String...) throws -> Product {
    let product = try Product()
    for file in files { try product.ingest(CaseFiles.path(file)) }
    return product
  }

  /// The calendar of OSL–FCO in September 2026, which many cases are about.
  func september(_ more: [String: Any] = [:]) throws -> JSON {
    try month("OSL", "FCO", "2026-09", more)
  }

  func month(_ origin: String, _ destination: String, _ month: String, _ more: [String: Any] = [:]) throws -> JSON {
    let question: [String: Any] = [
      "origin": origin, "destination": destination, "month": month, "as_of": CaseFiles.asOf,
    ]
    return try ask("calendar", question.merging(more) { $1 })
  }
}
