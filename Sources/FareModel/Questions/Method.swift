/// A question that Faregrid answers, with the parameters it takes.
public struct Method: Sendable {
  /// The methods, by name.
  public enum Name: String, Sendable, CaseIterable {
    /// A month of prices, banded.
    case calendar
    /// The cheapest of each of the next months.
    case months
    /// The itineraries of one day, ranked.
    case search
    /// The cheapest of every destination.
    case everywhere
    /// Outbound days against return days.
    case matrix
    /// Type-ahead for places.
    case places
    /// The airports around a place.
    case nearby
    /// Which routes are covered.
    case routes
    /// What stands behind a day's price.
    case explain
    /// What the store holds.
    case status
    /// Whether anybody is there.
    case ping
  }

  /// Which method it is.
  public var name: Name
  /// One sentence for people.
  public var summary: String
  /// The parameters, in the order in which help and documentation show them.
  public var parameters: [Parameter]
  /// Which parameters the command line also takes by place, in order.
  public var positional: [String]

  /// The method of a name, or nil.
  public static func named(_ name: String) -> Method? {
    Name(rawValue: name).map(of)
  }

  /// The method of a name.
  public static func of(_ name: Name) -> Method {
    switch name {
    case .calendar: calendar
    case .months: months
    case .search: search
    case .everywhere: everywhere
    case .matrix: matrix
    case .places: places
    case .nearby: nearby
    case .routes: routes
    case .explain: explain
    case .status: status
    case .ping: Method(name: .ping, summary: "Answers \"pong\".", parameters: [], positional: [])
    }
  }

  /// Every method.
  public static let all = Name.allCases.map(of)
}

extension Method {
  private static let calendar = Method(
    name: .calendar,
    summary: "A month of prices, each day banded low, avg or high.",
    parameters: [
      origin, destination,
      Parameter("month", .month, "The month to show; or give from and to."),
      from, to,
    ] + fareParameters + [
      Parameter(
        "band_reference",
        .choice(["horizon", "month"]),
        "What a day is compared with: the year from today (horizon, default) or the month shown."
      ),
      Parameter("detail", .boolean, "false leaves only date, price and band of each day (true by default)."),
      Parameter("layout", .choice(["days", "weeks"]), "days as one list (default), or weeks as rows of seven."),
      Parameter("week_start", .choice(["monday", "sunday"]), "The first day of a week row (monday by default)."),
    ],
    positional: ["origin", "destination", "month"]
  )

  private static let months = Method(
    name: .months,
    summary: "The cheapest day of each of the next months.",
    parameters: [
      origin, destination,
      Parameter("months", .integer(1...Limits.mostMonths), "How many months, from the current one (12 by default)."),
    ] + fareParameters,
    positional: ["origin", "destination"]
  )

  private static let places = Method(
    name: .places,
    summary: "Places whose code, city or name begins with a text.",
    parameters: [
      Parameter("text", .text, isRequired: true, "The beginning of a code, a city or a name; accents do not matter."),
      placeLimit,
    ],
    positional: ["text"]
  )

  private static let nearby = Method(
    name: .nearby,
    summary: "The airports around a place, nearest first.",
    parameters: [
      Parameter("place", .place, isRequired: true, "The place in the middle."),
      Parameter("radius_km", .integer(1...Limits.widestRadius), "How far to look (100 by default)."),
      placeLimit,
    ],
    positional: ["place"]
  )

  private static let status = Method(
    name: .status,
    summary: "What the store holds and how old it is.",
    parameters: [
      Parameter(
        "max_age_hours",
        .integer(0...Limits.mostAgeHours),
        "Counts a source whose newest fare is older as stale."
      ),
      Parameter("batches", .integer(1...Limits.mostListedBatches), "Lists so many batches, too, the newest first."),
    ],
    positional: []
  )
}
