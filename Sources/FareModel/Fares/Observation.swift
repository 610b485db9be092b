/// What one row of a feed says: that a source saw, or looked for, a fare at an instant.
///
/// A plain value of fixed size, so that millions can be held and moved cheaply. Its texts stand in the ``TextPool`` of
/// the ``ObservationTable`` that the observation belongs to.
public struct Observation: Hashable, Sendable, BitwiseCopyable {
  /// Whether this is the fare of a day or of one itinerary.
  public var kind: FareKind
  /// Whether the source said that the day is sold out. Such an observation has no price.
  public var isSoldOut = false
  /// Whether this was all there was: older fares of the same source, route, dates and cabin are no longer current.
  public var isCompleteLook = false
  /// Whether the traveller transfers at their own risk; nil where the source does not say.
  public var isSelfTransfer: Bool?
  /// The cabin; nil where the source does not say.
  public var cabin: Cabin?
  /// The feed.
  public var source: TextID
  /// Where the way out begins.
  public var origin: PlaceCode
  /// Where the way out ends.
  public var destination: PlaceCode
  /// The local date at the origin on which the way out begins.
  public var departureDate: Day
  /// The local date on which the way back begins; nil for a one-way fare.
  public var returnDate: Day?
  /// The price for one adult with taxes in minor units, a return fare as one total; nil when unpriced. Never 0.
  public var priceMinor: Int64?
  /// The currency of the price, which unpriced observations have too.
  public var currency: CurrencyCode
  /// When the source saw it.
  public var observedAt: Instant
  /// When the offer ends; nil where the source does not say.
  public var expiresAt: Instant?
  /// An address to book at, or none.
  public var deepLink: TextID = .none
  /// The way out.
  public var outbound = ObservedLeg()
  /// The way back of a return fare.
  public var inbound = ObservedLeg()

  /// Creates an observation that says nothing beyond what every observation must.
  public init(
    kind: FareKind,
    source: TextID,
    origin: PlaceCode,
    destination: PlaceCode,
    departureDate: Day,
    currency: CurrencyCode,
    observedAt: Instant
  ) {
    self.kind = kind
    self.source = source
    self.origin = origin
    self.destination = destination
    self.departureDate = departureDate
    self.currency = currency
    self.observedAt = observedAt
  }

  /// One way, or out and back.
  public var trip: Trip { returnDate == nil ? .oneWay : .return }

  /// Minutes of both legs together; nil when the duration of a leg that the trip has is missing.
  public var durationMinutes: Int32? {
    guard let out = outbound.durationMinutes else { return nil }
    guard returnDate != nil else { return out }
    return inbound.durationMinutes.map { out + $0 }
  }

  /// The stops of the leg that has more of them; nil when the stops of a leg that the trip has are missing.
  public var stops: Int8? {
    guard let out = outbound.stops else { return nil }
    guard returnDate != nil else { return out }
    return inbound.stops.map { max(out, $0) }
  }
}

/// What an observation says of one leg. Every field may be missing.
public struct ObservedLeg: Hashable, Sendable, BitwiseCopyable {
  /// Local time of departure.
  public var departureTime: TimeOfDay?
  /// Local time of arrival.
  public var arrivalTime: TimeOfDay?
  /// Local days from the departure to the arrival, −1 to +3.
  public var arrivalDayOffset: Int8?
  /// Elapsed minutes, more than 0.
  public var durationMinutes: Int32?
  /// Intermediate landings; 0 is direct.
  public var stops: Int8?
  /// Places of the intermediate landings, joined by `+`.
  public var via: TextID = .none
  /// Marketing carriers of the segments, joined by `+`.
  public var carriers: TextID = .none
  /// Marketing flight numbers of the segments, joined by `+`.
  public var flightNumbers: TextID = .none
  /// Operating carriers of the segments, joined by `+`.
  public var operatingCarriers: TextID = .none
  /// The segments as a JSON array, where the source knows more of them than the lists say.
  public var segments: TextID = .none

  /// Creates a leg of which nothing is known.
  public init() {}

  /// A list whose items begin with the marketing carriers: these, or the flight numbers where only those are known.
  public var carrierList: TextID { carriers == .none ? flightNumbers : carriers }

  /// Whether `count` flight numbers are as many as the leg has segments, so that they alone tell which flights it has.
  @inlinable
  public func isNumbered(_ count: Int) -> Bool { count > Int(stops ?? 0) }
}

/// Whether a fare is keyed by its day or by its flights.
public enum FareKind: UInt8, Sendable, BitwiseCopyable {
  /// The fare of a day, keyed by source, route, dates and cabin; its flights are attributes.
  case day
  /// The fare of an itinerary, keyed by its flights too.
  case itinerary
}

/// The cabin of a fare.
public enum Cabin: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Economy.
  case economy
  /// Premium economy.
  case premiumEconomy
  /// Business.
  case business
  /// First.
  case first

  /// The cabin's name in feeds, questions and answers.
  public var name: String {
    switch self {
    case .economy: "economy"
    case .premiumEconomy: "premium_economy"
    case .business: "business"
    case .first: "first"
    }
  }

  /// The cabin of a name, or nil.
  public init?(name: String) {
    guard let cabin = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = cabin
  }
}

/// Out only, or out and back.
public enum Trip: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Out only.
  case oneWay
  /// Out and back, priced as one total.
  case `return`

  /// The trip's name in questions and answers.
  public var name: String {
    switch self {
    case .oneWay: "one_way"
    case .return: "return"
    }
  }

  /// The trip of a name, or nil.
  public init?(name: String) {
    guard let trip = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = trip
  }
}
