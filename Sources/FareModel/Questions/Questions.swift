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

/// Which fares of a route a question is about, and how it wants them shown. All questions about a route share it.
///
/// Its terms read as members of its own.
@dynamicMemberLookup
public struct FareQuestion: Hashable, Sendable {
  /// Where the trip begins.
  public var origin: PlaceReference
  /// Where it goes.
  public var destination: PlaceReference
  /// Which fares between them, and how they are shown.
  public var terms: FareTerms

  /// Creates a question.
  public init(origin: PlaceReference, destination: PlaceReference, terms: FareTerms) {
    self.origin = origin
    self.destination = destination
    self.terms = terms
  }

  /// A member of the terms.
  public subscript<Value>(dynamicMember path: KeyPath<FareTerms, Value>) -> Value { terms[keyPath: path] }
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
    self.init(
      origin: arguments.required("origin"),
      destination: arguments.required("destination"),
      terms: try FareTerms(arguments)
    )
  }
}

extension Arguments {
  /// A place that the table of methods requires.
  func required(_ name: String) -> PlaceReference {
    guard let place = place(name) else { preconditionFailure("the table of methods requires \(name)") }
    return place
  }
}

extension CalendarQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    fares = try FareQuestion(arguments)
    month = arguments.month("month")
    days = try DateRange.required(arguments)
    bandReference = arguments.text("band_reference").flatMap(BandReference.init(rawValue:)) ?? .horizon
    detail = arguments.boolean("detail") ?? true
    weeks = arguments.text("layout") == "weeks"
    weekStart = arguments.text("week_start") == "sunday" ? 6 : 0
  }
}

extension MonthsQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    fares = try FareQuestion(arguments)
    months = arguments.integer("months") ?? 12
  }
}
