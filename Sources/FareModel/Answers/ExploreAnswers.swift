/// The cheapest fare of a group of `everywhere`.
public struct EverywhereGroup: Hashable, Sendable {
  /// What the fare is the cheapest of: a place code, a country's code or a month.
  public var group: String
  /// Where the fare goes.
  public var destination: PlaceCode
  /// The city that it goes to, where known.
  public var name: String?
  /// The country's two-letter code, where known.
  public var country: String?
  /// The day of departure; nil when not covered.
  public var departureDate: Day?
  /// The fare; nil when none was ever observed.
  public var fare: ShownFare?
  /// The edges of the bands of the year from today of its route; nil when not covered.
  public var edges: BandEdges?

  /// How the price stands among those of the year from today of its route.
  public var band: Band? { fare.flatMap { edges?.band(of: $0.priceMinor) } }

  /// Creates a group.
  public init(
    group: String,
    destination: PlaceCode,
    name: String?,
    country: String?,
    departureDate: Day? = nil,
    fare: ShownFare? = nil,
    edges: BandEdges? = nil
  ) {
    self.group = group
    self.destination = destination
    self.name = name
    self.country = country
    self.departureDate = departureDate
    self.fare = fare
    self.edges = edges
  }
}

/// The answer of `everywhere`.
public struct EverywhereAnswer: Hashable, Sendable {
  /// The question that it answers.
  public var question: EverywhereQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// The first day of departure.
  public var from: Day
  /// The last day of departure; nil for any.
  public var to: Day?
  /// Whether any route from the origin is covered.
  public var coverage: Coverage
  /// The currency of every price in the answer.
  public var currency: CurrencyCode?
  /// The groups by price, those not covered last.
  public var groups: [EverywhereGroup]
  /// What was left out of the days that were looked at.
  public var leftOut: LeftOut

  /// Creates an answer.
  public init(
    question: EverywhereQuestion,
    asOf: Instant,
    from: Day,
    to: Day?,
    coverage: Coverage,
    currency: CurrencyCode?,
    groups: [EverywhereGroup],
    leftOut: LeftOut
  ) {
    self.question = question
    self.asOf = asOf
    self.from = from
    self.to = to
    self.coverage = coverage
    self.currency = currency
    self.groups = groups
    self.leftOut = leftOut
  }
}

/// The cheapest return trip between two days.
public struct MatrixCell: Hashable, Sendable {
  /// The price.
  public var priceMinor: Int64
  /// How it stands among the cells.
  public var band: Band?
  /// When it was observed: of two one-ways the earlier observation.
  public var observedAt: Instant
  /// The feed; of two one-ways both, joined by `+` where they differ.
  public var source: String
  /// Where it can be booked, where known. Two one-ways have no one address.
  public var deepLink: String?
  /// Whether two one-ways were put together.
  public var isCombined: Bool

  /// Creates a cell.
  public init(
    priceMinor: Int64,
    band: Band? = nil,
    observedAt: Instant,
    source: String,
    deepLink: String? = nil,
    isCombined: Bool
  ) {
    self.priceMinor = priceMinor
    self.band = band
    self.observedAt = observedAt
    self.source = source
    self.deepLink = deepLink
    self.isCombined = isCombined
  }
}

/// The answer of `matrix`.
public struct MatrixAnswer: Hashable, Sendable {
  /// The question that it answers.
  public var question: MatrixQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// Whether the store knows the route.
  public var coverage: Coverage
  /// The currency of every price in the answer.
  public var currency: CurrencyCode?
  /// A row for each day of departure, with a cell for each day of return.
  public var cells: [[MatrixCell?]]
  /// The edges of the bands.
  public var edges: BandEdges
  /// What was left out of the cells, and of the one-ways that might have been combined.
  public var leftOut: LeftOut

  /// Creates an answer.
  public init(
    question: MatrixQuestion,
    asOf: Instant,
    coverage: Coverage,
    currency: CurrencyCode?,
    cells: [[MatrixCell?]],
    edges: BandEdges,
    leftOut: LeftOut
  ) {
    self.question = question
    self.asOf = asOf
    self.coverage = coverage
    self.currency = currency
    self.cells = cells
    self.edges = edges
    self.leftOut = leftOut
  }

  /// The cheapest cell: of equals that of the earlier departure, then of the earlier return.
  public var cheapest: (departureDate: Day, returnDate: Day, cell: MatrixCell)? {
    var cheapest: (departureDate: Day, returnDate: Day, cell: MatrixCell)?
    for (departureDate, row) in zip(question.departures, cells) {
      for (returnDate, cell) in zip(question.returns, row) {
        guard let cell, cell.priceMinor < cheapest?.cell.priceMinor ?? .max else { continue }
        cheapest = (departureDate, returnDate, cell)
      }
    }
    return cheapest
  }
}
