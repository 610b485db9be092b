public import FareModel

/// The cheapest current fares of a route's month, a cell for each day, as the store keeps them ready.
public struct DayPriceRow: Hashable, Sendable {
  /// Where the fares begin.
  public var origin: PlaceCode
  /// Where they go.
  public var destination: PlaceCode
  /// The month of departure.
  public var month: Month
  /// One way, or out and back.
  public var trip: Trip
  /// The currency of the prices; nil for the row that holds the days whose current looks have no price.
  public var currency: CurrencyCode?
  /// The newest observation behind the row. The row answers questions as at this instant or later …
  public var newestObservedAt: Instant
  /// … and before this one, at which an offer expires; nil for ever.
  public var holdsUntil: Instant?
  /// The cells by departure and return date.
  public var cells: [DayPriceCell]

  /// Creates a row.
  public init(
    origin: PlaceCode,
    destination: PlaceCode,
    month: Month,
    trip: Trip,
    currency: CurrencyCode?,
    newestObservedAt: Instant,
    holdsUntil: Instant?,
    cells: [DayPriceCell]
  ) {
    self.origin = origin
    self.destination = destination
    self.month = month
    self.trip = trip
    self.currency = currency
    self.newestObservedAt = newestObservedAt
    self.holdsUntil = holdsUntil
    self.cells = cells
  }
}

/// The cheapest current fare of a day in one currency, or that its looks found none.
public struct DayPriceCell: Hashable, Sendable {
  /// The day of departure.
  public var departureDate: Day
  /// The day of return of a return fare.
  public var returnDate: Day?
  /// The least price; nil in the row of looks without a price.
  public var priceMinor: Int64?
  /// How many priced current fares stand behind the price.
  public var fareCount: Int
  /// Whether a look without a price said that the day is sold out.
  public var isSoldOut: Bool
  /// When the fare was observed.
  public var observedAt: Instant
  /// The stops of the fare, where known.
  public var stops: Int?
  /// The feed.
  public var source: String
  /// An address to book at, where known.
  public var deepLink: String?
  /// Where the observation stands in the log.
  public var provenance: Provenance

  /// Creates a cell.
  public init(
    departureDate: Day,
    returnDate: Day?,
    priceMinor: Int64?,
    fareCount: Int,
    isSoldOut: Bool,
    observedAt: Instant,
    stops: Int?,
    source: String,
    deepLink: String?,
    provenance: Provenance
  ) {
    self.departureDate = departureDate
    self.returnDate = returnDate
    self.priceMinor = priceMinor
    self.fareCount = fareCount
    self.isSoldOut = isSoldOut
    self.observedAt = observedAt
    self.stops = stops
    self.source = source
    self.deepLink = deepLink
    self.provenance = provenance
  }
}

extension DayPriceCell {
  /// Creates the cell of a day whose cheapest fare, or newest look without a price, is the row at `index` of a table.
  ///
  /// `priceMinor` is in minor units. For a look it is nil, and `fareCount` is 0.
  public init(_ table: ObservationTable, _ index: Int, priceMinor: Int64?, fareCount: Int) {
    let row = table.rows[index]
    self.init(
      departureDate: row.departureDate,
      returnDate: row.returnDate,
      priceMinor: priceMinor,
      fareCount: fareCount,
      isSoldOut: row.isSoldOut,
      observedAt: row.observedAt,
      stops: row.stops.map { Int($0) },
      source: table.texts.string(row.source) ?? "",
      deepLink: table.texts.string(row.deepLink),
      provenance: table.provenance[index]
    )
  }
}
