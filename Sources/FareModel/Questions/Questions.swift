/// How prices are displayed.
public enum Locale: String, Sendable, CaseIterable {
  /// American English.
  case enUS = "en-US"
  /// British English.
  case enGB = "en-GB"
  /// German.
  case deDE = "de-DE"
  /// French.
  case frFR = "fr-FR"
  /// Spanish.
  case esES = "es-ES"
  /// Italian.
  case itIT = "it-IT"
  /// Portuguese.
  case ptPT = "pt-PT"
}

/// What a day's price is compared with.
public enum BandReference: String, Sendable {
  /// The priced days from today through a year later.
  case horizon
  /// The priced days of the month shown.
  case month
}

/// Which fares of a route a question is about, and how it wants them shown. All questions about fares share it.
public struct FareQuestion: Hashable, Sendable {
  /// Where the trip begins.
  public var origin: PlaceReference
  /// Where it goes.
  public var destination: PlaceReference
  /// One way, or out and back.
  public var trip: Trip
  /// The nights of a return trip; nil for any.
  public var nights: ClosedRange<Int>?
  /// Which fares count.
  public var filters: FareFilters
  /// The currency of the answer; nil for the one with most priced days.
  public var currency: CurrencyCode?
  /// How prices are displayed.
  public var locale: Locale
  /// The instant to answer as at; nil for now.
  public var asOf: Instant?
  /// Whether fares under the retired codes of the places count too.
  public var includePredecessors: Bool
}

/// Which fares count. A fare of which a filter's attribute is unknown does not pass it.
public struct FareFilters: Hashable, Sendable {
  /// The most stops; 0 is direct only.
  public var maxStops: Int?
  /// The only marketing carriers.
  public var carriers: [String]?
  /// The only cabin.
  public var cabin: Cabin?
  /// The greatest age of an observation in hours.
  public var maxAgeHours: Int?

  /// Filters that every fare passes.
  public static let none = FareFilters()

  /// Whether a filter looks at what a fare is, rather than at how old it is.
  public var looksAtFares: Bool { maxStops != nil || carriers != nil || cabin != nil }
}

/// The question of `calendar`.
public struct CalendarQuestion: Hashable, Sendable {
  /// Which fares, and how.
  public var fares: FareQuestion
  /// The days to show.
  public var days: ClosedRange<Day>
  /// The month that was asked for, when it was a month.
  public var month: Month?
  /// What the bands compare with.
  public var bandReference: BandReference
  /// Whether a day says more than its date, price and band.
  public var detail: Bool
  /// Whether the days come as rows of seven.
  public var weeks: Bool
  /// The weekday that a row begins with: 0 for Monday, 6 for Sunday.
  public var weekStart: Int
}

/// The question of `months`.
public struct MonthsQuestion: Hashable, Sendable {
  /// Which fares, and how.
  public var fares: FareQuestion
  /// How many months, from the current one.
  public var months: Int
}

extension FareQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    guard let origin = arguments.place("origin"), let destination = arguments.place("destination") else {
      preconditionFailure("the table of methods requires origin and destination")
    }
    self.origin = origin
    self.destination = destination
    trip = arguments.text("trip").flatMap(Trip.init(name:)) ?? .oneWay
    nights = try Self.nights(arguments, trip)
    filters = FareFilters(
      maxStops: arguments.boolean("direct_only") == true ? 0 : arguments.integer("max_stops"),
      carriers: arguments.list("carriers"),
      cabin: arguments.text("cabin").flatMap(Cabin.init(name:)),
      maxAgeHours: arguments.integer("max_age_hours")
    )
    currency = arguments.currency("currency")
    locale = arguments.text("locale").flatMap(Locale.init(rawValue:)) ?? .enUS
    asOf = arguments.instant("as_of")
    includePredecessors = arguments.boolean("include_predecessors") ?? false
  }

  private static func nights(_ arguments: Arguments, _ trip: Trip) throws(ArgumentError) -> ClosedRange<Int>? {
    let (least, most) = (arguments.integer("nights_min"), arguments.integer("nights_max"))
    guard least != nil || most != nil else { return nil }
    guard trip == .return else {
      let name = least != nil ? "nights_min" : "nights_max"
      throw ArgumentError(parameter: name, value: arguments.given(name), expected: "trip return with nights")
    }
    let (lower, upper) = (least ?? 0, most ?? Limits.mostNights)
    guard lower <= upper else {
      throw ArgumentError(
        parameter: "nights_max",
        value: arguments.given("nights_max"),
        expected: "at least nights_min, which is \(lower)"
      )
    }
    return lower...upper
  }
}

extension CalendarQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    fares = try FareQuestion(arguments)
    month = arguments.month("month")
    days = try Self.days(arguments, month)
    bandReference = arguments.text("band_reference").flatMap(BandReference.init(rawValue:)) ?? .horizon
    detail = arguments.boolean("detail") ?? true
    weeks = arguments.text("layout") == "weeks"
    weekStart = arguments.text("week_start") == "sunday" ? 6 : 0
  }

  private static func days(_ arguments: Arguments, _ month: Month?) throws(ArgumentError) -> ClosedRange<Day> {
    let (from, to) = (arguments.day("from"), arguments.day("to"))
    if let month {
      guard from == nil, to == nil else {
        let name = from != nil ? "from" : "to"
        throw ArgumentError(parameter: name, value: arguments.given(name), expected: "either month, or from and to")
      }
      return month.days
    }
    guard let from, let to else {
      let name = from != nil ? "to" : to != nil ? "from" : "month"
      throw ArgumentError(
        parameter: name,
        value: nil,
        expected: name == "month" ? "a month as YYYY-MM, or from and to" : "a date as YYYY-MM-DD"
      )
    }
    guard from <= to else {
      throw ArgumentError(
        parameter: "to",
        value: arguments.given("to"),
        expected: "a date not before from, which is \(from)"
      )
    }
    guard from.distance(to: to) < Limits.mostCalendarDays else {
      throw ArgumentError(
        .limitExceeded,
        parameter: "to",
        value: arguments.given("to"),
        expected: "at most \(Limits.mostCalendarDays) days"
      )
    }
    return from...to
  }
}

extension MonthsQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    fares = try FareQuestion(arguments)
    months = arguments.integer("months") ?? 12
  }
}
