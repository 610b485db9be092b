import FareModel

/// Ranked itineraries in words.
enum SearchDigest {
  private static let shown = 10

  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let itineraries = result["itineraries"]?.items ?? []
    let total = result["total"]?.integer ?? 0
    let count = total == 1 ? "1 itinerary" : "\(total) itineraries"
    let title = "\(Digest.route(result)), \(Digest.dates(result)): \(count)"
    let isFirst = call.given("cursor").isEmpty
    guard !itineraries.isEmpty else {
      return Digest.lines([title + ".", removed(result), Advice.onNoItineraries(result, call)])
    }
    return Digest.lines(
      [title + ", \(itineraries.count) here, \(order(call)) first\(isFirst ? "" : ", after the pages before")."]
        + itineraries.prefix(shown).enumerated().map { (isFirst ? "\($0 + 1)." : "-") + " \(line($1))" } + [
          tabs(result), removed(result), Digest.age(itineraries, asOf: result["as_of"]?.text),
          result["next_cursor"].map { "More: ask again with cursor \($0.text) and the same arguments." },
        ]
    )
  }

  private static func order(_ call: ToolCall) -> String {
    call.arguments.integer("trade_off").map { "by trade_off \($0) the best" } ?? call.arguments.text("order") ?? "best"
  }

  private static func line(_ itinerary: ResultValue) -> String {
    let legs = (itinerary["legs"]?.items ?? []).map(leg).joined(separator: "; ")
    let hazards = ["self_transfer", "combined"].filter { itinerary[$0]?.isTrue == true }
    let marks = hazards.isEmpty ? "" : ", " + hazards.joined(separator: ", ")
    return "\(Digest.price(itinerary))\(Digest.band(itinerary)): \(legs), \(duration(itinerary))\(marks)"
  }

  private static func leg(_ leg: ResultValue) -> String {
    let flights = (leg["segments"]?.items ?? []).compactMap { $0["flight_number"]?.text ?? $0["carrier"]?.text }
    let departure = leg["departs_at"]?.text ?? "at an unknown time"
    let arrival = leg["arrives_at"].map { " to \($0.text)" } ?? ""
    let stops =
      leg["stops"]?.integer.map { $0 == 0 ? ", direct" : $0 == 1 ? ", 1 stop" : ", \($0) stops" } ?? ", stops unknown"
    let words = [flights.joined(separator: "+"), departure].filter { !$0.isEmpty }
    return "\(words.joined(separator: " "))\(arrival)\(stops)"
  }

  private static func duration(_ itinerary: ResultValue) -> String {
    itinerary["duration_minutes"].map { "\($0.text) min" } ?? "duration unknown"
  }

  private static func tabs(_ result: ResultValue) -> String? {
    let itineraries = result["itineraries"]?.items ?? []
    let words = (result["tabs"]?.members ?? []).compactMap { name, tab -> String? in
      guard let id = tab["id"]?.text else { return nil }
      if let found = itineraries.firstIndex(where: { $0["id"]?.text == id }) {
        return "\(name) is \(Digest.price(itineraries[found]))"
      }
      let minutes = tab["duration_minutes"].map { ", \($0.text) min" } ?? ""
      return "\(name) is price_minor \(tab["price_minor"]?.text ?? "null")\(minutes), which order \(name) lists first"
    }
    return words.isEmpty ? nil : "Of all: \(words.joined(separator: ", "))."
  }

  private static func removed(_ result: ResultValue) -> String? {
    let counts = (result["removed"]?.members ?? []).map { "\($0.value.text) by \($0.name)" }
    return counts.isEmpty ? nil : "Removed: \(counts.joined(separator: ", "))."
  }
}
