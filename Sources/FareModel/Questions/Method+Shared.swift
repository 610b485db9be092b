/// Parameters that several methods take.
extension Method {
  static let origin = Parameter("origin", .place, isRequired: true, "Where the trip begins: an airport or a city.")
  static let destination = Parameter("destination", .place, isRequired: true, "Where it goes.")
  static let placeLimit = Parameter("limit", .integer(1...Limits.mostPlaces), "How many to list (10 by default).")
  static let listPage = [
    Parameter("limit", .integer(1...Limits.mostListed), "How many to list (all by default); total counts them all."),
    Parameter(
      "offset",
      .integer(0...Limits.mostListed),
      "How many to pass over first, to see the next of a long list."
    ),
  ]
  static let from = Parameter("from", .day, "The first day to show, with to instead of month.")
  static let to = Parameter("to", .day, "The last day to show.")
  static let trip = Parameter("trip", .choice(Trip.allCases.map(\.name)), "one_way (default) or return.")
  static let nightsMin = Parameter(
    "nights_min",
    .integer(0...Limits.mostNights),
    "The fewest nights of a return trip."
  )
  static let nightsMax = Parameter("nights_max", .integer(0...Limits.mostNights), "The most nights of a return trip.")
  static let directOnly = Parameter("direct_only", .boolean, "Only fares known to have no stop.")
  static let maxStops = Parameter(
    "max_stops",
    .integer(0...Limits.mostStops),
    "Only fares known to have at most so many stops."
  )
  static let carriers = Parameter(
    "carriers",
    .list(of: .carrier),
    "Only fares whose every marketing carrier is one of these; where it is not named, as its flight numbers say."
  )
  static let cabin = Parameter("cabin", .choice(Cabin.allCases.map(\.name)), "Only fares of this cabin.")
  static let currency = Parameter(
    "currency",
    .currency,
    "The currency of the answer; by default the one with most priced days."
  )
  static let locale = Parameter(
    "locale",
    .choice(Locale.allCases.map(\.rawValue)),
    "How prices are displayed (en-US by default)."
  )
  static let maxAgeHours = Parameter(
    "max_age_hours",
    .integer(0...Limits.mostAgeHours),
    "Only prices observed at most so long ago."
  )
  static let asOf = Parameter(
    "as_of",
    .instant,
    "Answer as at this instant: only what was observed up to then (now by default)."
  )
  static let includePredecessors = Parameter(
    "include_predecessors",
    .boolean,
    "Also fares under retired codes whose successor was asked for."
  )

  /// What every question about the fares of days takes.
  static let fareParameters = [
    trip, nightsMin, nightsMax, directOnly, maxStops, carriers, cabin, currency, locale, maxAgeHours, asOf,
    includePredecessors,
  ]

  /// The filters of a search, in the order in which they are applied.
  static let searchFilters =
    [maxAgeHours, cabin, directOnly, maxStops, carriers] + [
      Parameter("exclude_carriers", .list(of: .carrier), "Only fares known to have none of these marketing carriers.")
    ] + hours("", "way out") + hours("return_", "way back") + [
      Parameter(
        "max_duration_minutes",
        .integer(1...2 * Limits.longestLegMinutes),
        "Only fares known to take at most so long, all legs together."
      ),
      Parameter("self_transfer", .boolean, "false leaves out fares that may need a transfer at one's own risk."),
      Parameter("via", .list(of: .place), "Only fares that land at one of these places on the way."),
      Parameter("exclude_via", .list(of: .place), "Only fares known to land at none of these places on the way."),
      Parameter(
        "max_price_minor",
        .integer(1...Int(Limits.greatestPriceMinor)),
        "Only fares of at most so many minor units of the answer's currency."
      ),
    ]

  /// The local times of a leg.
  private static func hours(_ prefix: String, _ leg: String) -> [Parameter] {
    [
      Parameter(
        prefix + "departure_after",
        .time,
        "Only fares whose \(leg) departs then or later. Where after is later than before, the hours go over midnight."
      ),
      Parameter(prefix + "departure_before", .time, "Only fares whose \(leg) departs then or earlier."),
      Parameter(prefix + "arrival_after", .time, "Only fares whose \(leg) arrives then or later."),
      Parameter(prefix + "arrival_before", .time, "Only fares whose \(leg) arrives then or earlier."),
    ]
  }
}
