import FareModel

/// The cheapest of each destination in words.
enum EverywhereDigest {
  private static let shown = 20

  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let groups = result["groups"]?.items ?? []
    let days = result["to"].map { "\(result["from"]?.text ?? "") to \($0.text)" } ?? "\(result["from"]?.text ?? "") on"
    let title = "From \(result["origin"]?.text ?? ""), \(days), cheapest fare of each \(result["group_by"]?.text ?? "")"
    guard !groups.isEmpty else {
      if let end = Digest.pastEnd(of: result, "groups", call) { return end }
      return Digest.lines([title + ": none.", Digest.leftOut(result), Advice.onNoGroups(result, call)])
    }
    return Digest.lines(
      [title + ":"] + groups.prefix(shown).map(line) + [
        groups.count > shown ? "\(groups.count - shown) more are in the structured content." : nil,
        Digest.part(groups.count, of: result, "groups", call),
        "A band compares with the year of its own route.",
        Digest.leftOut(result),
        Digest.age(groups, asOf: result["as_of"]?.text),
      ]
    )
  }

  private static func line(_ group: ResultValue) -> String {
    let place = [group["destination"]?.text, group["name"]?.text].compactMap(\.self).joined(separator: " ")
    let name = group["group"]?.text == group["destination"]?.text ? place : "\(group["group"]?.text ?? ""): \(place)"
    guard group["price_minor"] != nil else { return "\(name): not covered" }
    return "\(name): \(Digest.price(group)) on \(Digest.dates(group))\(Digest.band(group))"
  }
}

/// Return trips in words.
enum MatrixDigest {
  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let cells = result["cells"]?.items ?? []
    let title = "\(Digest.route(result)): \(cells.count) pairs of days have a price"
    guard let cheapest = result["cheapest"] else {
      return Digest.lines([title + ".", Digest.leftOut(result), Advice.onNoFares(result, call)])
    }
    let combined = cheapest["combined"]?.isTrue == true ? ", two one-way tickets" : ""
    return Digest.lines([
      title + ".", "Cheapest: \(Digest.dates(cheapest)), \(Digest.price(cheapest))\(combined).",
      Digest.bands(result, among: "cells"),
      Digest.leftOut(result),
      cells.compactMap { $0["observed_at"]?.text }.min().map { "The oldest of them was observed at \($0)." },
      "cells has a row per departure date and a column per return date.",
    ])
  }
}

/// The observations behind a price in words.
enum ExplainDigest {
  private static let shown = 5

  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let observations = result["observations"]?.items ?? []
    let title = "\(Digest.route(result)), \(Digest.dates(result)): \(Digest.price(result))\(Digest.band(result))"
    guard !observations.isEmpty else {
      if let end = Digest.pastEnd(of: result, "observations", call) { return end }
      return Digest.lines([title + ", nothing was observed.", Advice.onNoFares(result, call)])
    }
    return Digest.lines(
      [title + ", from \(result["total"]?.text ?? "") observations."] + observations.prefix(shown).map(line) + [
        Digest.part(observations.count, of: result, "observations", call)
      ]
    )
  }

  private static func line(_ observation: ResultValue) -> String {
    let loser = observation["lost_to"].map { " to number \($0.text)" } ?? ""
    let file = observation["file"].map { ", \(ShownText.bounded($0.text)) record \(observation["record"]?.text ?? "")" }
    return "\(observation["number"]?.text ?? ""). \(Digest.price(observation)) observed "
      + "\(observation["observed_at"]?.text ?? "") by \(ShownText.bounded(observation["source"]?.text ?? ""))"
      + ": \(observation["verdict"]?.text ?? "") by \(observation["rule"]?.text ?? "")\(loser)\(file ?? "")"
  }
}

/// Covered routes in words.
enum RoutesDigest {
  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let routes = result["routes"]?.items ?? []
    guard !routes.isEmpty else {
      if let end = Digest.pastEnd(of: result, "routes", call) { return end }
      let isNarrow = !call.given("origin", "destination").isEmpty
      return "No route is covered here." + (isNarrow ? " Ask without origin and destination for all routes." : "")
    }
    let lines = routes.map { route in
      let name = route["name"].map { " (\(ShownText.bounded($0.text)))" } ?? ""
      return "\(route["origin"]?.text ?? "")-\(route["destination"]?.text ?? "")\(name) "
        + "\(route["first_departure_date"]?.text ?? "") to \(route["last_departure_date"]?.text ?? ""), "
        + "\(route["age_hours"]?.text ?? "") h old"
    }
    return Digest.lines(
      ["\(result["total"]?.text ?? "") routes have fares, with their days of departure:"] + lines + [
        Digest.part(routes.count, of: result, "routes", call)
      ]
    )
  }
}

/// Places in words.
enum PlacesDigest {
  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let places = result["places"]?.items ?? []
    guard !places.isEmpty else {
      return call.given("text").isEmpty
        ? "No airport is so near. Ask with a greater radius_km."
        : "No place found. Try the beginning of a city's name in English, without its country."
    }
    let isFull = places.count == call.arguments.integer("limit")
    return Digest.lines(places.map(line) + [isFull ? "There may be more: a greater limit lists them." : nil])
  }

  /// A place by what other tools take: `LHR, airport: London Heathrow Airport, London, GB`.
  static func line(_ place: ResultValue) -> String {
    let names = [place["name"]?.text, place["city"]?.text, place["country"]?.text].compactMap(\.self)
    let distance = place["distance_km"].map { ", \($0.text) km" } ?? ""
    let successor = place["successor"].map { ", now \($0.text)" } ?? ""
    let retired = place["valid_to"].map { ", retired after \($0.text)\(successor)" } ?? ""
    let known = names.map(ShownText.bounded).joined(separator: ", ")
    let kind = place["kind"]?.text ?? ""
    // A bare code that an airport has means the airport.
    let code = (kind == "city" ? "city:" : "") + (place["code"]?.text ?? "")
    return "\(code), \(kind): \(known)\(distance)\(retired)"
  }
}

/// The state of the store in words.
enum StatusDigest {
  /// The text about a result.
  static func text(_ result: ResultValue, _ call: ToolCall) -> String {
    let sources = (result["sources"]?.items ?? []).map { source in
      "\(ShownText.bounded(source["source"]?.text ?? "")): \(source["observations"]?.text ?? "") observations, newest "
        + "\(source["age_hours"]?.text ?? "") hours old\(source["stale"]?.isTrue == true ? ", stale" : "")"
    }
    guard let loaded = result["last_loaded_at"] else { return "Nothing was loaded yet: there are no fares to ask for." }
    return Digest.lines(
      [
        "\(result["observations"]?.text ?? "") observations of \(result["routes"]?.text ?? "") routes, last loaded "
          + "\(loaded.text), \(result["age_hours"]?.text ?? "") hours ago."
      ] + sources
    )
  }
}
