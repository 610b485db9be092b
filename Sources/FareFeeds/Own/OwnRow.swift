import FareAtlas
import FareJSON
import FareModel

/// A row of the own format while its fields come in, in any order.
///
/// One value serves all rows of a feed, so that its buffers are allocated once.
struct OwnRow {
  private let context: FeedContext
  private let defaultSourceName: String
  private var defaultSource = TextID.none
  private var lists = ListParser()
  private var segments = SegmentsParser()
  private var outboundFlights: [DocumentSegment] = []
  private var inboundFlights: [DocumentSegment] = []

  private var origin: PlaceCode?
  private var destination: PlaceCode?
  private var departureDate: Day?
  private var returnDate: Day?
  private var price = 0..<0
  private var currency: CurrencyCode?
  private var observedAt: Instant?
  private var expiresAt: Instant?
  private var kind: FareKind?
  private var cabin: Cabin?
  private var isSelfTransfer: Bool?
  private var isAvailable = true
  private var isCompleteLook = false
  private var source = TextID.none
  private var deepLink = TextID.none
  private var outbound = ObservedLeg()
  private var inbound = ObservedLeg()

  init(_ context: FeedContext, defaultSource: String) {
    self.context = context
    defaultSourceName = context.source ?? defaultSource
  }

  /// Prepares for rows whose texts go into `texts`.
  mutating func use(_ texts: inout TextPool) {
    defaultSource = texts.intern(defaultSourceName)
  }

  /// Forgets the row before.
  mutating func begin() {
    origin = context.origin
    destination = context.destination
    departureDate = nil
    returnDate = nil
    price = 0..<0
    currency = context.currency
    observedAt = context.observedAt
    expiresAt = nil
    kind = nil
    cabin = context.cabin
    isSelfTransfer = nil
    isAvailable = true
    isCompleteLook = false
    source = .none
    deepLink = .none
    outbound = ObservedLeg()
    inbound = ObservedLeg()
    outboundFlights = []
    inboundFlights = []
  }

  /// Takes the field of a column, which stands at `range` of the row's text. An empty field says nothing.
  mutating func set(
    _ column: OwnFormat.Column,
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    into texts: inout TextPool
  ) throws(Rejection) {
    if range.isEmpty { return }
    let field = text.extracting(range)
    switch column {
    case .origin: origin = try FieldParser.place(field, column)
    case .destination: destination = try FieldParser.place(field, column)
    case .departureDate: departureDate = try FieldParser.day(field, column)
    case .price: price = range
    case .currency: currency = try FieldParser.currency(field, column)
    case .observedAt: observedAt = try FieldParser.instant(field, column)
    case .fare: kind = try FieldParser.kind(field, column)
    case .returnDate: returnDate = try FieldParser.day(field, column)
    case .departureTime: outbound.departureTime = try FieldParser.time(field, column)
    case .arrivalTime: outbound.arrivalTime = try FieldParser.time(field, column)
    case .arrivalDayOffset: outbound.arrivalDayOffset = try FieldParser.dayOffset(field, column)
    case .durationMinutes: outbound.durationMinutes = try FieldParser.duration(field, column)
    case .stops: outbound.stops = try FieldParser.stops(field, column)
    case .via: outbound.via = try lists.places(field, column, into: &texts)
    case .carriers: outbound.carriers = try lists.carriers(field, column, into: &texts)
    case .flightNumbers: outbound.flightNumbers = try lists.flightNumbers(field, column, into: &texts)
    case .operatingCarriers: outbound.operatingCarriers = try lists.carriers(field, column, into: &texts)
    case .segments: (outbound.segments, outboundFlights) = try segments.parse(field, column, into: &texts)
    case .returnDepartureTime: inbound.departureTime = try FieldParser.time(field, column)
    case .returnArrivalTime: inbound.arrivalTime = try FieldParser.time(field, column)
    case .returnArrivalDayOffset: inbound.arrivalDayOffset = try FieldParser.dayOffset(field, column)
    case .returnDurationMinutes: inbound.durationMinutes = try FieldParser.duration(field, column)
    case .returnStops: inbound.stops = try FieldParser.stops(field, column)
    case .returnVia: inbound.via = try lists.places(field, column, into: &texts)
    case .returnCarriers: inbound.carriers = try lists.carriers(field, column, into: &texts)
    case .returnFlightNumbers: inbound.flightNumbers = try lists.flightNumbers(field, column, into: &texts)
    case .returnOperatingCarriers: inbound.operatingCarriers = try lists.carriers(field, column, into: &texts)
    case .returnSegments: (inbound.segments, inboundFlights) = try segments.parse(field, column, into: &texts)
    case .cabin: cabin = try FieldParser.cabin(field, column)
    case .selfTransfer: isSelfTransfer = try FieldParser.boolean(field, column)
    case .available: isAvailable = try FieldParser.boolean(field, column)
    case .complete: isCompleteLook = try FieldParser.boolean(field, column)
    case .expiresAt: expiresAt = try FieldParser.instant(field, column)
    case .source: source = try FieldParser.text(field, column, into: &texts)
    case .deepLink: deepLink = try FieldParser.text(field, column, into: &texts)
    }
  }

  /// Takes the day of an arrival, counted from the departure of its leg. What no flight takes is noted later, as any day is
  /// that contradicts the duration.
  mutating func setArrivalDay(_ days: Int, isReturn: Bool) {
    let days = Int8(clamping: days)
    if isReturn { inbound.arrivalDayOffset = days } else { outbound.arrivalDayOffset = days }
  }

  /// Takes that the fare is sold out.
  mutating func setSoldOut() {
    isAvailable = false
  }

  /// The observation that the fields make. `text` is that of the row.
  mutating func observation(
    _ text: Span<UInt8>,
    _ memo: inout AtlasMemo,
    into texts: inout TextPool
  ) throws(Rejection) -> Observation {
    guard let origin else { throw Self.missing(.origin) }
    guard let destination else { throw Self.missing(.destination) }
    guard let departureDate else { throw Self.missing(.departureDate) }
    guard let currency else { throw Self.missing(.currency) }
    guard let observedAt else { throw Self.missing(.observedAt) }
    try outbound.complete(from: outboundFlights, departing: departureDate, .segments, &memo, into: &texts)
    if let returnDate {
      try inbound.complete(from: inboundFlights, departing: returnDate, .returnSegments, &memo, into: &texts)
    }
    var row = Observation(
      kind: kind ?? (hasFlights ? .itinerary : .day),
      source: source == .none ? defaultSource : source,
      origin: origin,
      destination: destination,
      departureDate: departureDate,
      currency: currency,
      observedAt: observedAt
    )
    let priceMinor = try FieldParser.price(text.extracting(price), in: currency, exponent: memo.exponent(of: currency))
    row.priceMinor = isAvailable ? priceMinor : nil
    row.isSoldOut = !isAvailable
    row.isCompleteLook = isCompleteLook
    row.isSelfTransfer = isSelfTransfer
    row.cabin = cabin
    row.returnDate = returnDate
    row.expiresAt = expiresAt
    row.deepLink = deepLink
    row.outbound = outbound
    row.inbound = inbound
    return row
  }

  private var hasFlights: Bool {
    outbound.flightNumbers != .none || inbound.flightNumbers != .none || outbound.departureTime != nil
      || inbound.departureTime != nil
  }

  private static func missing(_ column: OwnFormat.Column) -> Rejection {
    Rejection(column, column.flag.map { "is missing, and \($0) is not given" } ?? "is missing")
  }
}
