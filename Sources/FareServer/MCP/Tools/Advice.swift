import FareModel

/// What to try next when a question had no or no useful answer, found by asking further.
enum Advice {
  private static let most = 12

  /// What a wrong argument should have been.
  static func on(_ error: ArgumentError, of tool: Tool, _ ask: ToolCall.Asking) -> String {
    let complaint = error.complaint(among: tool.parameters)
    let sentence = "\(ShownText.bounded(error.parameter)): \(complaint)" + (complaint.hasSuffix("?") ? "" : ".")
    guard let parameter = tool.parameters.first(where: { $0.name == error.parameter }) else {
      return sentence + " Parameters of \(tool.name): \(tool.parameters.map(\.name).joined(separator: ", "))."
    }
    guard case .place = parameter.kind, let value = error.value,
      error.kind == .unknownPlace || PlaceReference(value.shown) == nil
    else { return sentence }
    return sentence + nearestPlaces(to: value.shown, error.nearest, ask)
  }

  /// Where else or when else there are fares, after an answer about a route that has none.
  static func onNoFares(_ result: ResultValue, _ call: ToolCall) -> String? {
    if let advice = onCoverage(result, call) ?? onLeftOut(result, call) { return advice }
    let terms = call.given(
      "origin",
      "destination",
      "trip",
      "nights_min",
      "nights_max",
      "direct_only",
      "max_stops",
      "carriers",
      "cabin",
      "currency",
      "max_age_hours",
      "as_of",
      "include_predecessors"
    )
    let wanted = terms + [("months", ArgumentValue.integer(Limits.mostMonths))]
    let isReturn = result["trip"]?.text == "return" && call.arguments.given("trip") == nil
    let months = call.ask(.months, isReturn ? wanted + [("trip", .text("return"))] : wanted)
    let priced = (months?["months"]?.items ?? []).filter { $0["cheapest"] != nil }.compactMap { $0["month"]?.text }
    let isAside = Method.of(.matrix).parameters.contains { parameter in
      Method.of(.months).parameters.allSatisfy { $0.name != parameter.name } && !notFilters.contains(parameter.name)
        && call.arguments.given(parameter.name) != nil
    }
    if !priced.isEmpty {
      return "Months with \(isAside ? "fares, filters aside" : "such fares"): \(priced.joined(separator: ", "))."
    }
    let start = call.given("as_of").isEmpty ? "now" : "then"
    return
      "No month from \(start) on has such fares. Ask with fewer filters or the other trip, or use nearby for other "
      + "airports."
  }

  /// Parameters of a matrix that say which days it has.
  private static let notFilters = ["departure_date", "return_date", "flex_days", "from", "to", "combine"]

  /// Which part of the question keeps fares out that there are.
  private static func onLeftOut(_ result: ResultValue, _ call: ToolCall) -> String? {
    func count(_ name: String) -> Int { result["left_out"]?[name]?.integer ?? 0 }
    if count("other_currency") > 0, !call.given("currency").isEmpty {
      return "Ask without currency to see the fares in theirs."
    }
    if count("stale") > 0 { return "Ask with a greater max_age_hours, or without it, to see older prices." }
    return count("filtered") > 0 ? "Ask with fewer filters to see the fares that they left out." : nil
  }

  /// What to try after an answer without a group.
  static func onNoGroups(_ result: ResultValue, _ call: ToolCall) -> String {
    onCoverage(result, call) ?? onLeftOut(result, call)
      ?? "Ask for another month or without one, with a greater budget, or with the other trip."
  }

  /// The same after an answer without itineraries.
  static func onNoItineraries(_ result: ResultValue, _ call: ToolCall) -> String? {
    if let removed = result["removed"]?.members, !removed.isEmpty {
      return
        "All flights that are known for that day were removed: ask without \(removed.map(\.name).joined(separator: ", "))."
    }
    return onCoverage(result, call)
      ?? "No flights are known for that day. calendar shows which days have a price; nearby finds other airports."
  }

  /// Which routes are covered, when the one that was asked for is not.
  static func onCoverage(_ result: ResultValue, _ call: ToolCall) -> String? {
    guard result["coverage"]?.text == "not_covered", let origin = result["origin"]?.text else { return nil }
    let terms = call.given("as_of", "include_predecessors") + [("limit", ArgumentValue.integer(most))]
    let until = call.given("as_of").first.map { " by \($0.value.shown)" } ?? ""
    let fromHere = call.ask(.routes, [("origin", .text(origin))] + terms)
    if let routes = fromHere, let total = routes["total"]?.integer, total > 0 {
      let codes = (routes["routes"]?.items ?? []).compactMap { $0["destination"]?.text }
      let rest = total > codes.count ? " and \(total - codes.count) more (see routes)" : ""
      return "No fare of this route was observed\(until). From \(origin) there are fares to "
        + "\(codes.joined(separator: ", "))\(rest)."
    }
    let all = call.ask(.routes, terms)
    let pairs = (all?["routes"]?.items ?? []).map { "\($0["origin"]?.text ?? "")-\($0["destination"]?.text ?? "")" }
    guard !pairs.isEmpty else { return "No fares were observed at all\(until)." }
    let rest = max(0, (all?["total"]?.integer ?? 0) - pairs.count)
    return "No fare from \(origin) was observed\(until). Routes with fares: \(pairs.joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more (see routes)." : ".")
  }

  /// The places that somebody probably meant, by their codes where those are known, else by what was written.
  private static func nearestPlaces(to text: String, _ codes: [String], _ ask: ToolCall.Asking) -> String {
    let city = "city:"
    let name = text.lowercased().hasPrefix(city) ? String(text.dropFirst(city.count)) : text
    let texts = codes.isEmpty ? [name].filter { !$0.isEmpty } : codes
    let found = texts.flatMap { text in
      let limit = codes.isEmpty ? 4 : 1
      return ask(.places, [("text", .text(text)), ("limit", .integer(limit))])?["places"]?.items ?? []
    }
    guard !found.isEmpty else { return " places finds codes by name." }
    return " Nearest places: " + found.map(PlacesDigest.line).joined(separator: "; ") + "."
  }
}
