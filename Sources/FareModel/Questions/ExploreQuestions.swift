/// What has a cheapest fare each in an answer of `everywhere`.
public enum Grouping: String, Sendable, CaseIterable {
  /// Every place code that fares go to.
  case destination
  /// Every city, with all its airports.
  case city
  /// Every country, by its two-letter code; `ZZ` for places whose country is not known.
  case country
  /// Every month of departure.
  case month
}

/// The question of `everywhere`.
public struct EverywhereQuestion: Hashable, Sendable {
  /// Where the trip begins.
  public var origin: PlaceReference
  /// Which fares, and how.
  public var terms: FareTerms
  /// The days of departure; nil for any from today on.
  public var days: ClosedRange<Day>?
  /// The greatest price in minor units of the answer's currency.
  public var maxPriceMinor: Int64?
  /// What has a cheapest fare each.
  public var grouping: Grouping
  /// Whether destinations are listed that only loaded routes know.
  public var includesNotCovered: Bool
  /// Which of the groups are shown.
  public var page: ListPage
}

extension EverywhereQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    origin = arguments.required("origin")
    terms = try FareTerms(arguments)
    days = try DateRange.optional(arguments)
    maxPriceMinor = arguments.integer("max_price_minor").map(Int64.init)
    grouping = arguments.text("group_by").flatMap(Grouping.init(rawValue:)) ?? .destination
    includesNotCovered = arguments.boolean("include_not_covered") ?? false
    page = ListPage(arguments)
    if arguments.boolean("anytime") == true, days != nil {
      throw ArgumentError(
        parameter: "anytime",
        value: arguments.given("anytime"),
        expected: "either anytime, or a month, or from and to"
      )
    }
    if includesNotCovered, grouping == .month {
      throw ArgumentError(
        parameter: "include_not_covered",
        value: arguments.given("include_not_covered"),
        expected: "another group_by than month"
      )
    }
  }
}

/// The question of `matrix`.
public struct MatrixQuestion: Hashable, Sendable {
  /// Which fares, and how. The trip is a return; it has nights only where the days of return are given by them.
  public var fares: FareQuestion
  /// The days of departure, a row each.
  public var departures: ClosedRange<Day>
  /// The days of return, a column each.
  public var returns: ClosedRange<Day>
  /// The day that must not be past, when one was named.
  public var departureDate: Day?
  /// The greatest price in minor units of the answer's currency.
  public var maxPriceMinor: Int64?
  /// Whether two one-ways may make a return trip.
  public var combines: Bool
}

extension MatrixQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    var nights: ClosedRange<Int>?
    departureDate = arguments.day("departure_date")
    if let departureDate {
      (departures, returns) = try Self.around(departureDate, arguments)
    } else {
      let stays = try Self.stays(arguments)
      (departures, nights) = (stays.days, stays.nights)
      returns =
        departures.lowerBound.advanced(
          by: stays.nights.lowerBound
        )...departures.upperBound.advanced(
          by: stays.nights.upperBound
        )
    }
    guard departures.count <= Limits.mostMatrixDays, returns.count <= Limits.mostMatrixDays else {
      let name = departureDate == nil ? "to" : "return_date"
      throw ArgumentError(
        .limitExceeded,
        parameter: name,
        value: arguments.given(name),
        expected: "at most \(Limits.mostMatrixDays) days of departure and of return"
      )
    }
    fares = FareQuestion(
      origin: arguments.required("origin"),
      destination: arguments.required("destination"),
      terms: try FareTerms(arguments, trip: .return, nights: nights)
    )
    maxPriceMinor = arguments.integer("max_price_minor").map(Int64.init)
    combines = arguments.boolean("combine") ?? false
  }

  /// Days around two dates.
  private static func around(
    _ departureDate: Day,
    _ arguments: Arguments
  ) throws(ArgumentError) -> (ClosedRange<Day>, ClosedRange<Day>) {
    for name in ["from", "to", "nights_min", "nights_max"] {
      guard let value = arguments.given(name) else { continue }
      throw ArgumentError(
        parameter: name,
        value: value,
        expected: "either departure_date and return_date, or from, to and nights"
      )
    }
    guard let returnDate = arguments.day("return_date") else {
      throw ArgumentError(parameter: "return_date", value: nil, expected: "a date as YYYY-MM-DD")
    }
    guard returnDate >= departureDate else {
      throw ArgumentError(
        parameter: "return_date",
        value: arguments.given("return_date"),
        expected: "a date not before departure_date, which is \(departureDate)"
      )
    }
    let flex = arguments.integer("flex_days") ?? 3
    return (
      departureDate.advanced(by: -flex)...departureDate.advanced(by: flex),
      returnDate.advanced(by: -flex)...returnDate.advanced(by: flex)
    )
  }

  /// Days of departure and how long to stay.
  private static func stays(
    _ arguments: Arguments
  ) throws(ArgumentError) -> (days: ClosedRange<Day>, nights: ClosedRange<Int>) {
    for name in ["return_date", "flex_days"] {
      guard let value = arguments.given(name) else { continue }
      throw ArgumentError(parameter: name, value: value, expected: "departure_date with it")
    }
    guard let days = try DateRange.optional(arguments) else {
      throw ArgumentError(
        parameter: "departure_date",
        value: nil,
        expected: "departure_date and return_date, or from, to and nights"
      )
    }
    guard let least = arguments.integer("nights_min"), let most = arguments.integer("nights_max") else {
      let name = arguments.integer("nights_min") == nil ? "nights_min" : "nights_max"
      throw ArgumentError(parameter: name, value: nil, expected: "an integer from 0 to \(Limits.mostNights)")
    }
    return (days, try arguments.nights(least: least, most: most))
  }
}

/// The question of `routes`.
public struct RoutesQuestion: Hashable, Sendable {
  /// Where the routes begin; nil for anywhere.
  public var origin: PlaceReference?
  /// Where they go; nil for anywhere.
  public var destination: PlaceReference?
  /// The instant to answer as at; nil for now.
  public var asOf: Instant?
  /// Whether routes under the retired codes of the places count too.
  public var includePredecessors: Bool
  /// Which of the routes are shown.
  public var page: ListPage
}

extension RoutesQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    origin = arguments.place("origin")
    destination = arguments.place("destination")
    asOf = arguments.instant("as_of")
    includePredecessors = arguments.boolean("include_predecessors") ?? false
    page = ListPage(arguments)
  }
}

/// The question of `explain`.
public struct ExplainQuestion: Hashable, Sendable {
  /// Which fares, and how.
  public var fares: FareQuestion
  /// The day.
  public var departureDate: Day
  /// Which of the observations are shown.
  public var page: ListPage
}

extension ExplainQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    fares = try FareQuestion(arguments)
    departureDate = arguments.requiredDay("departure_date")
    page = ListPage(arguments)
  }
}
