/// Whether the store knows the route of a question.
public enum Coverage: String, Sendable {
  /// Fares of the route were observed.
  case covered
  /// None ever was.
  case notCovered = "not_covered"
}

/// Why a day of a calendar has a price, or none. The first that applies.
public enum DayStatus: String, Sendable, CaseIterable {
  /// It has a price.
  case priced
  /// It has fares, and the filters leave none.
  case filteredOut = "filtered_out"
  /// It has fares, and all are older than the question allows.
  case stale
  /// The source said that the day is sold out.
  case soldOut = "sold_out"
  /// No priced fare was observed.
  case noFareObserved = "no_fare_observed"
}

/// An amount with what it takes to write it.
public struct Price: Hashable, Sendable {
  /// The amount in minor units.
  public var minor: Int64
  /// The currency.
  public var currency: CurrencyCode

  /// Creates a price.
  public init(minor: Int64, currency: CurrencyCode) {
    self.minor = minor
    self.currency = currency
  }
}

/// A priced fare as a calendar shows it.
public struct ShownFare: Hashable, Sendable {
  /// The price in the currency of the answer.
  public var priceMinor: Int64
  /// Where the fare really begins.
  public var origin: PlaceCode
  /// Where it really goes.
  public var destination: PlaceCode
  /// The day of the way back of a return fare.
  public var returnDate: Day?
  /// The stops, where known.
  public var stops: Int?
  /// When it was observed.
  public var observedAt: Instant
  /// The feed.
  public var source: String
  /// An address to book at, where known.
  public var deepLink: String?

  /// Creates a fare.
  public init(
    priceMinor: Int64,
    origin: PlaceCode,
    destination: PlaceCode,
    returnDate: Day?,
    stops: Int?,
    observedAt: Instant,
    source: String,
    deepLink: String?
  ) {
    self.priceMinor = priceMinor
    self.origin = origin
    self.destination = destination
    self.returnDate = returnDate
    self.stops = stops
    self.observedAt = observedAt
    self.source = source
    self.deepLink = deepLink
  }
}

/// A day of a calendar.
public struct CalendarDay: Hashable, Sendable {
  /// The day.
  public var date: Day
  /// Why it has a price, or none.
  public var status: DayStatus
  /// The cheapest fare, when priced.
  public var fare: ShownFare?
  /// The band, when priced and the reference set is large enough.
  public var band: Band?

  /// Creates a day.
  public init(date: Day, status: DayStatus, fare: ShownFare? = nil, band: Band? = nil) {
    self.date = date
    self.status = status
    self.fare = fare
    self.band = band
  }
}

/// What the prices of some days come to.
public struct PriceStatistics: Hashable, Sendable {
  /// How many days are priced.
  public var count: Int
  /// The least price.
  public var minMinor: Int64
  /// Twice the median.
  public var medianHalves: Int64
  /// The mean to the minor unit, half up.
  public var meanMinor: Int64
  /// The greatest price.
  public var maxMinor: Int64

  /// Creates statistics.
  public init(count: Int, minMinor: Int64, medianHalves: Int64, meanMinor: Int64, maxMinor: Int64) {
    self.count = count
    self.minMinor = minMinor
    self.medianHalves = medianHalves
    self.meanMinor = meanMinor
    self.maxMinor = maxMinor
  }
}

/// The answer of `calendar`.
public struct CalendarAnswer: Hashable, Sendable {
  /// The question that it answers.
  public var question: CalendarQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// The date at the origin at that instant.
  public var today: Day
  /// Whether the store knows the route.
  public var coverage: Coverage
  /// The currency of every price in the answer; nil when nothing was priced and none was asked for.
  public var currency: CurrencyCode?
  /// The edges of the bands.
  public var edges: BandEdges
  /// How many of the days shown have each band.
  public var counts: [Band: Int]
  /// The cheapest day, the earliest of equals.
  public var cheapest: CalendarDay?
  /// What the prices come to; nil when no day is priced.
  public var statistics: PriceStatistics?
  /// Every day shown, once and in order.
  public var days: [CalendarDay]
  /// What was left out.
  public var leftOut: LeftOut

  /// Creates an answer.
  public init(
    question: CalendarQuestion,
    asOf: Instant,
    today: Day,
    coverage: Coverage,
    currency: CurrencyCode?,
    edges: BandEdges,
    counts: [Band: Int],
    cheapest: CalendarDay?,
    statistics: PriceStatistics?,
    days: [CalendarDay],
    leftOut: LeftOut
  ) {
    self.question = question
    self.asOf = asOf
    self.today = today
    self.coverage = coverage
    self.currency = currency
    self.edges = edges
    self.counts = counts
    self.cheapest = cheapest
    self.statistics = statistics
    self.days = days
    self.leftOut = leftOut
  }
}

/// A month of the answer of `months`.
public struct MonthSummary: Hashable, Sendable {
  /// The month.
  public var month: Month
  /// How many of its days are priced.
  public var pricedDays: Int
  /// Its cheapest day; nil when none is priced.
  public var cheapest: CalendarDay?
  /// Twice the median of its days; nil when none is priced.
  public var medianHalves: Int64?
  /// The band of its cheapest among the months.
  public var band: Band?

  /// Creates a summary.
  public init(month: Month, pricedDays: Int, cheapest: CalendarDay?, medianHalves: Int64?, band: Band?) {
    self.month = month
    self.pricedDays = pricedDays
    self.cheapest = cheapest
    self.medianHalves = medianHalves
    self.band = band
  }
}

/// The answer of `months`.
public struct MonthsAnswer: Hashable, Sendable {
  /// The question that it answers.
  public var question: MonthsQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// Whether the store knows the route.
  public var coverage: Coverage
  /// The currency of every price in the answer.
  public var currency: CurrencyCode?
  /// The edges that the months' cheapest prices are compared with.
  public var edges: BandEdges
  /// The months, in order.
  public var months: [MonthSummary]
  /// The month with the cheapest day, the earliest of equals.
  public var cheapestMonth: Month?
  /// What was left out.
  public var leftOut: LeftOut

  /// Creates an answer.
  public init(
    question: MonthsQuestion,
    asOf: Instant,
    coverage: Coverage,
    currency: CurrencyCode?,
    edges: BandEdges,
    months: [MonthSummary],
    cheapestMonth: Month?,
    leftOut: LeftOut
  ) {
    self.question = question
    self.asOf = asOf
    self.coverage = coverage
    self.currency = currency
    self.edges = edges
    self.months = months
    self.cheapestMonth = cheapestMonth
    self.leftOut = leftOut
  }
}
