/// A local date, and the time where it is known.
public struct LocalMoment: Hashable, Sendable, CustomStringConvertible {
  /// The date.
  public var day: Day
  /// The time.
  public var time: TimeOfDay

  /// Creates a moment.
  public init(day: Day, time: TimeOfDay) {
    self.day = day
    self.time = time
  }

  /// Reads `YYYY-MM-DDTHH:MM`; nil when the text is no such moment.
  public init?(_ text: String) {
    let utf8 = text.utf8Span.span
    guard utf8.count == 16, utf8[10] == UInt8(ascii: "T"), let day = Day(iso8601: utf8.extracting(0..<10)),
      let time = TimeOfDay(iso8601: utf8.extracting(11..<16))
    else { return nil }
    self.init(day: day, time: time)
  }

  /// The moment as `YYYY-MM-DDTHH:MM`.
  public var description: String { "\(day)T\(time)" }
}

/// One flight of a leg, as far as it is known.
public struct ItinerarySegment: Hashable, Sendable {
  /// Where it takes off.
  public var origin: PlaceCode?
  /// Where it lands.
  public var destination: PlaceCode?
  /// When it takes off.
  public var departsAt: LocalMoment?
  /// When it lands.
  public var arrivesAt: LocalMoment?
  /// Elapsed minutes.
  public var durationMinutes: Int?
  /// Two-character code of the carrier that sells it.
  public var carrier: String?
  /// The name that the carrier has on the day of travel.
  public var carrierName: String?
  /// The number with its carrier.
  public var flightNumber: String?
  /// Two-character code of the carrier that flies it.
  public var operatingCarrier: String?

  /// Creates a segment of which nothing is known.
  public init() {}
}

/// One way of an itinerary.
public struct ItineraryLeg: Hashable, Sendable {
  /// Where it begins.
  public var origin: PlaceCode
  /// Where it ends.
  public var destination: PlaceCode
  /// The local date of the departure.
  public var departureDate: Day
  /// The local time of the departure, where known.
  public var departureTime: TimeOfDay?
  /// The local time of the arrival, where known.
  public var arrivalTime: TimeOfDay?
  /// Local days from the departure to the arrival, where known.
  public var dayOffset: Int?
  /// Elapsed minutes, where known.
  public var durationMinutes: Int?
  /// Intermediate landings, where known.
  public var stops: Int?
  /// Places of the intermediate landings, where known.
  public var via: [PlaceCode]
  /// The flights, where known.
  public var segments: [ItinerarySegment]

  /// Creates a leg.
  public init(
    origin: PlaceCode,
    destination: PlaceCode,
    departureDate: Day,
    departureTime: TimeOfDay?,
    arrivalTime: TimeOfDay?,
    dayOffset: Int?,
    durationMinutes: Int?,
    stops: Int?,
    via: [PlaceCode],
    segments: [ItinerarySegment]
  ) {
    self.origin = origin
    self.destination = destination
    self.departureDate = departureDate
    self.departureTime = departureTime
    self.arrivalTime = arrivalTime
    self.dayOffset = dayOffset
    self.durationMinutes = durationMinutes
    self.stops = stops
    self.via = via
    self.segments = segments
  }

  /// When it departs, where the time is known.
  public var departsAt: LocalMoment? { departureTime.map { LocalMoment(day: departureDate, time: $0) } }

  /// When it arrives, where day and time are known.
  public var arrivesAt: LocalMoment? {
    guard let arrivalTime, let dayOffset else { return nil }
    return LocalMoment(day: departureDate.advanced(by: dayOffset), time: arrivalTime)
  }
}

/// What one source asks for an itinerary, or for one way of a combined one.
public struct ItineraryOffer: Hashable, Sendable {
  /// The price in the currency of the answer; nil when unpriced.
  public var priceMinor: Int64?
  /// Which leg of a combined itinerary it is for, 0 or 1; nil when it is for all.
  public var leg: Int?
  /// The cabin, where known.
  public var cabin: Cabin?
  /// Whether the traveller transfers at their own risk, where known.
  public var isSelfTransfer: Bool?
  /// When it was observed.
  public var observedAt: Instant
  /// When it ends, where known.
  public var expiresAt: Instant?
  /// The feed.
  public var source: String
  /// An address to book at, where known.
  public var deepLink: String?

  /// Creates an offer.
  public init(
    priceMinor: Int64?,
    leg: Int?,
    cabin: Cabin?,
    isSelfTransfer: Bool?,
    observedAt: Instant,
    expiresAt: Instant?,
    source: String,
    deepLink: String?
  ) {
    self.priceMinor = priceMinor
    self.leg = leg
    self.cabin = cabin
    self.isSelfTransfer = isSelfTransfer
    self.observedAt = observedAt
    self.expiresAt = expiresAt
    self.source = source
    self.deepLink = deepLink
  }
}

/// The flights of a trip with what they cost.
public struct Itinerary: Hashable, Sendable {
  /// What tells it from all others, derived from its content.
  public var id: String
  /// The least price of its offers; nil when unpriced.
  public var priceMinor: Int64?
  /// Minutes of all legs together, where known.
  public var durationMinutes: Int?
  /// The stops of the leg that has most of them, where known.
  public var stops: Int?
  /// Whether the traveller transfers at their own risk, where known.
  public var isSelfTransfer: Bool?
  /// Whether another one is no worse in anything and better in something.
  public var isDominated: Bool
  /// How it stands among the others.
  public var scores: Scores
  /// One leg, or two.
  public var legs: [ItineraryLeg]
  /// What sources ask for it, the cheapest first. A combined itinerary has those of its way out, then those of its way
  /// back.
  public var offers: [ItineraryOffer]
  /// How its price stands among the year from today.
  public var band: Band?
  /// Whether two one-ways were put together.
  public var isCombined: Bool

  /// Creates an itinerary.
  public init(
    id: String,
    priceMinor: Int64?,
    durationMinutes: Int?,
    stops: Int?,
    isSelfTransfer: Bool?,
    isDominated: Bool,
    scores: Scores,
    legs: [ItineraryLeg],
    offers: [ItineraryOffer],
    band: Band?,
    isCombined: Bool
  ) {
    self.id = id
    self.priceMinor = priceMinor
    self.durationMinutes = durationMinutes
    self.stops = stops
    self.isSelfTransfer = isSelfTransfer
    self.isDominated = isDominated
    self.scores = scores
    self.legs = legs
    self.offers = offers
    self.band = band
    self.isCombined = isCombined
  }

  /// The offers that make the price: the cheapest, of a combined itinerary that of each way.
  public var chosenOffers: [ItineraryOffer] {
    isCombined ? [0, 1].compactMap { leg in offers.first { $0.leg == leg } } : Array(offers.prefix(1))
  }

  /// When the price was observed: of two, the one observed earlier.
  public var observedAt: Instant? { chosenOffers.map(\.observedAt).min() }
}

/// The first itinerary of an order.
public struct SearchTab: Hashable, Sendable {
  /// The itinerary.
  public var id: String
  /// Its price; nil when unpriced.
  public var priceMinor: Int64?
  /// Its duration, where known.
  public var durationMinutes: Int?

  /// Creates a tab.
  public init(id: String, priceMinor: Int64?, durationMinutes: Int?) {
    self.id = id
    self.priceMinor = priceMinor
    self.durationMinutes = durationMinutes
  }
}

/// How many itineraries there are of a kind, and what the cheapest costs.
public struct SearchShare<Kind: Hashable & Sendable>: Hashable, Sendable {
  /// The kind.
  public var kind: Kind
  /// How many.
  public var count: Int
  /// The least price; nil when none is priced.
  public var priceMinor: Int64?

  /// Creates a share.
  public init(kind: Kind, count: Int, priceMinor: Int64?) {
    self.kind = kind
    self.count = count
    self.priceMinor = priceMinor
  }
}

/// The answer of `search`.
public struct SearchAnswer: Hashable, Sendable {
  /// The question that it answers.
  public var question: SearchQuestion
  /// The instant that it answers as at.
  public var asOf: Instant
  /// Whether the store knows the route.
  public var coverage: Coverage
  /// The currency of every price in the answer; nil when nothing was priced and none was asked for.
  public var currency: CurrencyCode?
  /// The itineraries of the page, in order.
  public var itineraries: [Itinerary]
  /// The first of each order; nil when there is no itinerary.
  public var tabs: [SearchOrder: SearchTab]
  /// The itineraries by stops, nil for unknown, fewest first.
  public var byStops: [SearchShare<Int?>]
  /// The itineraries by marketing carrier, each under all of its carriers, the cheapest first.
  public var byCarrier: [SearchShare<String>]
  /// The names of those carriers on the day of departure.
  public var carrierNames: [String: String]
  /// The edges of the bands: those of the route's horizon, under the filters of the question.
  public var edges: BandEdges
  /// How many itineraries of all pages have each band.
  public var bandCounts: [Band: Int]
  /// How many itineraries each filter removed, each under the first that did; with combined trips, one-ways that were
  /// removed before they could be combined, too.
  public var removed: [FareFilter: Int]
  /// How many itineraries all pages hold.
  public var total: Int
  /// How many the pages before this one hold.
  public var offset: Int
  /// Where the next page begins; nil on the last.
  public var nextPosition: PagePosition?

  /// Creates an answer.
  public init(
    question: SearchQuestion,
    asOf: Instant,
    coverage: Coverage,
    currency: CurrencyCode?,
    itineraries: [Itinerary],
    tabs: [SearchOrder: SearchTab],
    byStops: [SearchShare<Int?>],
    byCarrier: [SearchShare<String>],
    carrierNames: [String: String],
    edges: BandEdges,
    bandCounts: [Band: Int],
    removed: [FareFilter: Int],
    total: Int,
    offset: Int,
    nextPosition: PagePosition?
  ) {
    self.question = question
    self.asOf = asOf
    self.coverage = coverage
    self.currency = currency
    self.itineraries = itineraries
    self.tabs = tabs
    self.byStops = byStops
    self.byCarrier = byCarrier
    self.carrierNames = carrierNames
    self.edges = edges
    self.bandCounts = bandCounts
    self.removed = removed
    self.total = total
    self.offset = offset
    self.nextPosition = nextPosition
  }
}
