/// A named order of itineraries.
public enum SearchOrder: String, Sendable, CaseIterable {
  /// By price and duration alike.
  case best
  /// By price.
  case cheapest
  /// By duration.
  case fastest

  /// The trade-off that gives the order.
  public var tradeOff: Int {
    switch self {
    case .best: 0
    case .cheapest: -Limits.greatestTradeOff
    case .fastest: Limits.greatestTradeOff
    }
  }
}

/// The question of `search`.
public struct SearchQuestion: Hashable, Sendable {
  /// Which fares, and how.
  public var fares: FareQuestion
  /// The day of the way out.
  public var departureDate: Day
  /// The day of the way back; nil for a one-way trip.
  public var returnDate: Day?
  /// The greatest price in minor units of the answer's currency.
  public var maxPriceMinor: Int64?
  /// How much the duration weighs against the price: −6 is the price alone, 6 the duration alone.
  public var tradeOff: Int
  /// Whether two one-ways may make a return trip.
  public var combines: Bool
  /// How many itineraries to list.
  public var limit: Int
  /// Where to go on; nil for the first page.
  public var position: PagePosition?
}

extension SearchQuestion {
  /// Reads a question from checked arguments.
  public init(_ arguments: Arguments) throws(ArgumentError) {
    let departureDate = arguments.requiredDay("departure_date")
    let returnDate = arguments.day("return_date")
    (self.departureDate, self.returnDate) = (departureDate, returnDate)
    if let returnDate, returnDate < departureDate {
      throw ArgumentError(
        parameter: "return_date",
        value: arguments.given("return_date"),
        expected: "a date not before departure_date, which is \(departureDate)"
      )
    }
    let nights = returnDate.map { departureDate.distance(to: $0) }
    let terms = try FareTerms(arguments, trip: nights == nil ? .oneWay : .return, nights: nights.map { $0...$0 })
    fares = FareQuestion(
      origin: arguments.required("origin"),
      destination: arguments.required("destination"),
      terms: terms
    )
    maxPriceMinor = arguments.integer("max_price_minor").map(Int64.init)
    combines = arguments.boolean("combine") ?? false
    limit = arguments.integer("limit") ?? 50
    tradeOff = try Self.tradeOff(arguments)
    position = nil
    if combines, returnDate == nil {
      throw ArgumentError(parameter: "combine", value: arguments.given("combine"), expected: "return_date with it")
    }
    if let cursor = arguments.text("cursor") { try goOn(at: cursor, arguments) }
  }

  /// What tells the question from others, whichever page of it is asked for, as at when, and however it is shown.
  public var digest: UInt64 {
    var question = self
    (question.limit, question.position) = (0, nil)
    (question.fares.terms.asOf, question.fares.terms.locale) = (nil, .enUS)
    return ContentHash.of("\(question)")
  }

  private static func tradeOff(_ arguments: Arguments) throws(ArgumentError) -> Int {
    let order = arguments.text("order").flatMap(SearchOrder.init(rawValue:))
    guard let tradeOff = arguments.integer("trade_off") else { return (order ?? .best).tradeOff }
    guard order == nil else {
      throw ArgumentError(
        parameter: "trade_off",
        value: arguments.given("trade_off"),
        expected: "either order or trade_off"
      )
    }
    return tradeOff
  }

  /// Takes the position of a cursor and answers as at its instant.
  private mutating func goOn(at cursor: String, _ arguments: Arguments) throws(ArgumentError) {
    guard let position = PagePosition(cursor), position.digest == digest,
      fares.asOf == nil || fares.asOf == position.asOf
    else {
      throw ArgumentError(
        parameter: "cursor",
        value: arguments.given("cursor"),
        expected: "the next_cursor of an answer to this very question"
      )
    }
    self.position = position
    fares.terms.asOf = position.asOf
  }
}

extension Arguments {
  /// A day that the table of methods requires.
  func requiredDay(_ name: String) -> Day {
    guard let day = day(name) else { preconditionFailure("the table of methods requires \(name)") }
    return day
  }
}
