/// An observation behind a day's price, and what became of it.
public struct ExplainedFare: Hashable, Sendable {
  /// What became of an observation.
  public enum Verdict: String, Sendable, CaseIterable {
    /// It makes the price of the day.
    case chosen
    /// It is a current fare, and another one makes the price.
    case current
    /// It is a current fare, and the question leaves it out.
    case leftOut = "left_out"
    /// Another observation took its place.
    case superseded
  }

  /// A record of a file.
  public struct Record: Hashable, Sendable {
    /// The batch and the record.
    public var provenance: Provenance
    /// The file that the batch was loaded from.
    public var file: String?

    /// Creates a record.
    public init(provenance: Provenance, file: String?) {
      self.provenance = provenance
      self.file = file
    }
  }

  /// What was observed.
  public var fare: Observation
  /// The price in the currency of the answer; nil when unpriced, or when no rate converts it.
  public var priceMinor: Int64?
  /// The feed.
  public var source: String
  /// The marketing flight numbers, or else the carriers, joined by `+`; nil where unknown.
  public var flights: String?
  /// The record that says so, the first one loaded of those that are not retracted.
  public var record: Record
  /// Further records that say the same.
  public var alsoSeen: [Record]
  /// What became of it.
  public var verdict: Verdict
  /// By which rule, or by which filter.
  public var rule: Rule
  /// The place of the observation that it lost to, among all that are listed.
  public var lostTo: Int?

  /// Why an observation met its verdict.
  public enum Rule: Hashable, Sendable {
    /// By a rule of current fares or of the day's price.
    case rule(FareRule)
    /// A filter removed it.
    case filter(FareFilter)

    /// The name in answers.
    public var name: String {
      switch self {
      case .rule(let rule): rule.rawValue
      case .filter(let filter): filter.rawValue
      }
    }
  }

  /// Creates an explained fare.
  public init(
    fare: Observation,
    priceMinor: Int64?,
    source: String,
    flights: String?,
    record: Record,
    alsoSeen: [Record],
    verdict: Verdict,
    rule: Rule,
    lostTo: Int?
  ) {
    self.fare = fare
    self.priceMinor = priceMinor
    self.source = source
    self.flights = flights
    self.record = record
    self.alsoSeen = alsoSeen
    self.verdict = verdict
    self.rule = rule
    self.lostTo = lostTo
  }
}

/// The answer of `explain`.
public struct ExplainAnswer: Hashable, Sendable {
  /// The question that it answers.
  public var question: ExplainQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// Whether the store knows the route.
  public var coverage: Coverage
  /// The currency of the day's price.
  public var currency: CurrencyCode?
  /// The day as a calendar shows it.
  public var day: CalendarDay
  /// The edges that its band compares with.
  public var edges: BandEdges
  /// Every observation: the chosen one, then the current ones by price, those left out, and those superseded.
  public var observations: [ExplainedFare]

  /// Creates an answer.
  public init(
    question: ExplainQuestion,
    asOf: Instant,
    coverage: Coverage,
    currency: CurrencyCode?,
    day: CalendarDay,
    edges: BandEdges,
    observations: [ExplainedFare]
  ) {
    self.question = question
    self.asOf = asOf
    self.coverage = coverage
    self.currency = currency
    self.day = day
    self.edges = edges
    self.observations = observations
  }
}
