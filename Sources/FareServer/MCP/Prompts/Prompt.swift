import FareModel

/// A common job, put into words that a model can follow with the tools.
struct Prompt: Sendable {
  /// A part of the words that the user fills in.
  struct Argument: Sendable {
    /// The name.
    var name: String
    /// What it may be.
    var meaning: String
    /// Whether the job cannot be put without it.
    var isRequired: Bool
  }

  /// The name.
  var name: String
  /// A title for people.
  var title: String
  /// What the job is.
  var meaning: String
  /// What the user fills in.
  var arguments: [Argument]
  /// The words, by what was filled in.
  var words: @Sendable (_ given: [String: String]) -> String

  /// Every prompt.
  static let all = [cheapestWeek, whenToFly, whereToGo]

  private static let origin = Argument(
    name: "origin",
    meaning: "Where the trip begins: a city, an airport or a code.",
    isRequired: true
  )
  private static let destination = Argument(
    name: "destination",
    meaning: "Where it goes: a city, an airport or a code.",
    isRequired: true
  )
  private static let codes = "If a place is not a code such as LHR or city:LON, find its code with places first."
  private static let honesty = """
    Say how old the prices are and that they were observed, not offered now. Say "no fare was observed", not "no flights", \
    where a price is missing.
    """

  private static let cheapestWeek = Prompt(
    name: "cheapest_week",
    title: "Cheapest week",
    meaning: "Finds the seven days in a row that cost least to leave in, on one route.",
    arguments: [
      origin, destination,
      Argument(
        name: "month",
        meaning: "The month as YYYY-MM; without it, the cheapest of the next twelve.",
        isRequired: false
      ),
    ]
  ) { given in
    let month = given["month"].map { "in \($0)" } ?? "in the next twelve months"
    let start =
      given["month"] == nil
      ? "Ask months for the route, and calendar for its two or three cheapest months." : "Ask calendar for that month."
    return """
      Find the cheapest week to leave from \(given["origin"] ?? "") to \(given["destination"] ?? "") \(month).
      \(codes) \(start)
      Compare weeks by the sum of their priced days over the number of those days, and pass over weeks with fewer than \
      four priced days. Give the week, its cheapest day with its price and band, and the next best week.
      \(honesty)
      """
  }

  private static let whenToFly = Prompt(
    name: "when_to_fly",
    title: "When to fly",
    meaning: "Finds the best dates for a trip on one route, one way or for a number of nights.",
    arguments: [
      origin, destination,
      Argument(
        name: "nights",
        meaning: "How many nights to stay, as 7 or 5-8; without it, one way.",
        isRequired: false
      ),
    ]
  ) { given in
    let stay = given["nights"].map { "for \($0) nights" } ?? "one way"
    let returning = given["nights"] == nil ? "" : " Use trip return with nights_min and nights_max everywhere."
    return """
      When is the best time to fly from \(given["origin"] ?? "") to \(given["destination"] ?? ""), \(stay)?
      \(codes)\(returning)
      Ask months first, then calendar for the cheapest months, then search for the cheapest day to see whether its \
      flights are good ones. Give three choices: the cheapest, one with good flights, and one at another time of the \
      year; each with date, price and band.
      \(honesty)
      """
  }

  private static let whereToGo = Prompt(
    name: "where_to_go",
    title: "Where to go",
    meaning: "Finds destinations from a place that are cheap for what they usually cost.",
    arguments: [
      origin, Argument(name: "month", meaning: "The month as YYYY-MM; without it, any time.", isRequired: false),
      Argument(name: "budget", meaning: "The most that the fare may cost, such as 150 GBP.", isRequired: false),
    ]
  ) { given in
    let month = given["month"].map { "in \($0)" } ?? "at any time"
    let budget = given["budget"].map { " for at most \($0)" } ?? ""
    return """
      Where can I go from \(given["origin"] ?? "") \(month)\(budget)?
      \(codes) Ask everywhere\(given["budget"] == nil ? "" : " with currency and max_price_minor, which is in minor units").
      Prefer destinations whose band is low: they are cheap for what they usually cost. Give up to five, each with the \
      city, date, price and band, and ask calendar for the one you would choose.
      \(honesty)
      """
  }
}
