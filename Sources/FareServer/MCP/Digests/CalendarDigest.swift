import FareModel

/// A calendar in words: the cheapest days, what the bands mean, how old the prices are, and what is missing.
enum CalendarDigest {
  private static let cheapestShown = 5

  /// The text about a result that has all details.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let days = result["days"]?.items ?? []
    let priced = days.filter { $0["price_minor"] != nil }
    let when = result["month"]?.text ?? "\(result["from"]?.text ?? "") to \(result["to"]?.text ?? "")"
    let currency = result["currency"].map { ", in \($0.text) for one adult with taxes" } ?? ""
    let title = "\(Digest.route(result)), \(when)\(currency). \(priced.count) of \(days.count) days have a price"
    guard !priced.isEmpty else {
      return Digest.lines([title + ".", unpriced(days), Digest.leftOut(result), Advice.onNoFares(result, call)])
    }
    return Digest.lines([
      title + range(result) + ".",
      cheapest(priced, result),
      Digest.bands(result, among: sample(result)) + counts(result),
      Digest.age(priced, asOf: result["as_of"]?.text),
      unpriced(days),
      Digest.leftOut(result),
    ])
  }

  private static func range(_ result: ResultValue) -> String {
    guard let statistics = result["statistics"], let median = statistics["median"] else { return "" }
    return ", median \(median.text)"
  }

  /// The cheapest days, of those that are not past where any is to come: the days of the statistics.
  private static func cheapest(_ priced: [ResultValue], _ result: ResultValue) -> String {
    let ahead = result["statistics"]?["n"]?.integer ?? 0
    let ranked = (ahead == 0 ? priced[...] : priced.suffix(ahead)).sorted {
      ($0["price_minor"]?.integer ?? .max, $0["departure_date"]?.text ?? "")
        < ($1["price_minor"]?.integer ?? .max, $1["departure_date"]?.text ?? "")
    }
    let shown = ranked.prefix(cheapestShown).map { "\(Digest.dates($0)) \(Digest.price($0))\(Digest.band($0))" }
    return "Cheapest: \(shown.joined(separator: ", "))."
  }

  private static func sample(_ result: ResultValue) -> String {
    result["bands"]?["reference"]?.text == "month" ? "priced days of these" : "priced days of the year from today"
  }

  private static func counts(_ result: ResultValue) -> String {
    guard let bands = result["bands"], bands["low_below"] != nil, let counts = bands["counts"] else { return "" }
    return " Here: " + counts.members.map { "\($0.value.text) \($0.name)" }.joined(separator: ", ") + "."
  }

  private static func unpriced(_ days: [ResultValue]) -> String? {
    let statuses = days.filter { $0["price_minor"] == nil }.compactMap { $0["status"]?.text }
    guard !statuses.isEmpty else { return nil }
    let counts = DayStatus.allCases.compactMap { status -> String? in
      let count = statuses.count { $0 == status.rawValue }
      return count > 0 ? "\(count) \(status.rawValue)" : nil
    }
    return "Without a price: \(counts.joined(separator: ", "))."
  }
}
