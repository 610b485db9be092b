import FareModel

/// What texts about results share. A text is for a reader with little room, and says first what matters most.
enum Digest {
  /// The route and the trip: `LHR to BCN, one way`.
  static func route(_ result: ResultValue) -> String {
    let trip = result["trip"]?.text == "return" ? "return" : "one way"
    return "\(result["origin"]?.text ?? "") to \(result["destination"]?.text ?? ""), \(trip)"
  }

  /// A price as people write it.
  static func price(_ value: ResultValue) -> String {
    value["display"]?.text ?? value["price"].map { "\($0.text) \(value["currency"]?.text ?? "")" } ?? "no price"
  }

  /// The days of a fare: `2027-02-02`, or `2027-02-02 back 2027-02-09`.
  static func dates(_ value: ResultValue) -> String {
    let departure = value["departure_date"]?.text ?? ""
    return departure + (value["return_date"].map { " back \($0.text)" } ?? "")
  }

  /// The band in brackets after a blank, or nothing.
  static func band(_ value: ResultValue) -> String {
    value["band"].map { " (\($0.text))" } ?? ""
  }

  /// What the bands mean.
  static func bands(_ result: ResultValue, among sample: String) -> String {
    guard let bands = result["bands"], let low = bands["low_below"]?.text, let high = bands["high_above"]?.text else {
      return "No bands: under \(Limits.fewestPricedDays) prices to compare with."
    }
    return "Bands: low is under \(low), high over \(high), avg from one to the other: the quartiles of "
      + "\(bands["sample_size"]?.text ?? "") \(sample)."
  }

  /// How old the prices are, and where they come from.
  static func age(_ fares: [ResultValue], asOf: String?) -> String? {
    let hours = fares.compactMap { $0["age_hours"]?.integer }
    guard let least = hours.min(), let most = hours.max() else { return nil }
    let sources = Set(fares.compactMap { $0["source"]?.text }).sorted()
    let named = sources.prefix(3).map { ShownText.bounded(String($0.prefix(longestSource))) }.joined(separator: ", ")
    let more = sources.count > 3 ? " and \(sources.count - 3) more sources" : ""
    let span = least == most ? "\(most)" : "\(least) to \(most)"
    return "Observed \(span) hours before \(asOf ?? "now") by \(named)\(more)."
  }

  /// So many letters of a feed's name are enough to know it by.
  private static let longestSource = 24

  /// That a list has nothing at the offset that was asked for, but before it; nil when it is empty altogether.
  static func pastEnd(of result: ResultValue, _ kind: String, _ call: ToolCall) -> String? {
    guard let total = result["total"]?.integer, total > 0, let offset = call.arguments.integer("offset"), offset > 0
    else { return nil }
    return "There are \(total) \(kind), so offset \(offset) is past the end."
  }

  /// Which part of a list is shown, and how to see the next; nil when it is all.
  static func part(_ shown: Int, of result: ResultValue, _ kind: String, _ call: ToolCall) -> String? {
    guard let total = result["total"]?.integer else { return nil }
    let offset = call.arguments.integer("offset") ?? 0
    let left = total - offset - shown
    guard left > 0 else { return nil }
    return "\(shown) of \(total) \(kind) shown, \(left) more: ask again with offset \(offset + shown)."
  }

  /// What was left out of the answer, where anything was.
  static func leftOut(_ result: ResultValue) -> String? {
    let words = [
      ("other_currency", "in other currencies without a loaded rate"), ("stale", "too old"), ("filtered", "by filters"),
    ]
    let parts = words.compactMap { name, word -> String? in
      guard let count = result["left_out"]?[name]?.integer, count > 0 else { return nil }
      return "\(count) \(word)"
    }
    return parts.isEmpty ? nil : "Fares left out: \(parts.joined(separator: ", "))."
  }

  /// Sentences, a line each.
  static func lines(_ lines: [String?]) -> String {
    lines.compactMap(\.self).joined(separator: "\n")
  }
}
