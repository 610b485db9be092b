/// Which fares a question is about wherever they go, and how it wants them shown. All questions about fares share it.
public struct FareTerms: Hashable, Sendable {
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

extension FareTerms {
  /// Reads the terms of a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    let trip = arguments.text("trip").flatMap(Trip.init(name:)) ?? .oneWay
    try self.init(arguments, trip: trip, nights: Self.nights(arguments, trip))
  }

  /// Reads the terms of a question that says by its dates which trip it is about.
  init(_ arguments: Arguments, trip: Trip, nights: ClosedRange<Int>?) throws(ArgumentError) {
    self.trip = trip
    self.nights = nights
    filters = try FareFilters(arguments, trip)
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
    return try arguments.nights(least: least ?? 0, most: most ?? Limits.mostNights)
  }
}

extension Arguments {
  /// A range of nights, which must not be empty.
  func nights(least: Int, most: Int) throws(ArgumentError) -> ClosedRange<Int> {
    guard least <= most else {
      throw ArgumentError(
        parameter: "nights_max",
        value: given("nights_max"),
        expected: "at least nights_min, which is \(least)"
      )
    }
    return least...most
  }
}
