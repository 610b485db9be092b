/// The cheapest days of months in words.
enum MonthsDigest {
  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let months = result["months"]?.items ?? []
    let priced = months.filter { $0["cheapest"] != nil }
    let title = "\(Digest.route(result)): \(priced.count) of \(months.count) months have prices"
    guard !priced.isEmpty else {
      return Digest.lines([title + ".", Digest.leftOut(result), Advice.onNoFares(result, call)])
    }
    return Digest.lines(
      [title + ", cheapest \(result["cheapest_month"]?.text ?? "")."] + priced.map(line) + [
        Digest.bands(result, among: "cheapest days of these months"), Digest.leftOut(result),
        "As at \(result["as_of"]?.text ?? ""); calendar says for a month how old its prices are.",
      ]
    )
  }

  private static func line(_ month: ResultValue) -> String {
    guard let cheapest = month["cheapest"] else { return "" }
    return "\(month["month"]?.text ?? ""): \(Digest.price(cheapest)) on \(Digest.dates(cheapest))\(Digest.band(month))"
      + ", median \(month["median"]?.text ?? "unknown"), \(month["priced_days"]?.text ?? "0") days"
  }
}
