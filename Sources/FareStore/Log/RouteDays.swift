public import FareModel

/// What a question about the days of one route mostly needs, as it stood at one moment.
public struct RouteDays: Sendable {
  /// The day prices of a month of which only the prices are wanted.
  public struct ComparedMonth: Sendable {
    /// The currency of the prices; nil for the days whose looks found none.
    public var currency: CurrencyCode?
    /// The newest observation behind the month, from which on it holds …
    public var newestObservedAt: Instant
    /// … and until when; nil for ever.
    public var holdsUntil: Instant?
    /// The prices of the days that are compared with, in no order.
    public var prices: [Int64]

    /// Creates a month.
    public init(currency: CurrencyCode?, newestObservedAt: Instant, holdsUntil: Instant?, prices: [Int64]) {
      self.currency = currency
      self.newestObservedAt = newestObservedAt
      self.holdsUntil = holdsUntil
      self.prices = prices
    }
  }

  /// The edition of the store, where it was asked for and the route was ever observed.
  public var edition: Int64?
  /// What is known of the route; nil when it was never observed.
  public var span: RouteSpan?
  /// The day prices of the months shown, in the order of month and currency.
  public var shown: [DayPriceRow]
  /// Those of the other months that are compared with.
  public var compared: [ComparedMonth]

  /// Creates what was read.
  public init(edition: Int64?, span: RouteSpan?, shown: [DayPriceRow], compared: [ComparedMonth]) {
    self.edition = edition
    self.span = span
    self.shown = shown
    self.compared = compared
  }
}

extension Store {
  /// Reads what is known of a route, its one-way day prices for departures in the months `shown`, and the prices of the days
  /// `compared`.
  ///
  /// It is one statement, so that it needs no snapshot and goes to the server and back once. `withEdition` has the edition
  /// read, too.
  public func routeDays(
    of route: Route,
    shown: ClosedRange<Month>,
    compared: ClosedRange<Day>,
    withEdition: Bool
  ) throws(PostgresError) -> RouteDays? {
    let whole = compared.wholeMonths
    let result = try connection.query(
      withEdition ? Self.routeDaysWithEdition : Self.routeDays,
      [
        .text(route.origin.description), .text(route.destination.description), .text(Trip.oneWay.name),
        .date(min(shown.lowerBound.firstDay, compared.lowerBound.month.firstDay)),
        .date(max(shown.upperBound.firstDay, compared.upperBound)),
        .date(shown.lowerBound.firstDay), .date(shown.upperBound.firstDay),
        .date(whole.lowerBound), .date(whole.upperBound),
      ]
    )
    let spanColumn = 7 + DayPriceColumn.all.count
    var found = RouteDays(edition: nil, span: nil, shown: [], compared: [])
    guard result.rowCount > 0 else { return found }
    found.edition = result.int8(0, spanColumn + 4)
    found.span = result.routeSpan(row: 0, firstColumn: spanColumn)
    for row in 0..<result.rowCount {
      guard let month = result.date(row, 2)?.month, let newest = result.timestamp(row, 4) else { continue }
      if shown.contains(month) {
        if let row = result.dayPriceRow(row, trip: .oneWay) { found.shown.append(row) }
      } else {
        found.compared.append(
          RouteDays.ComparedMonth(
            currency: result.text(row, 3).flatMap { CurrencyCode($0) },
            newestObservedAt: newest,
            holdsUntil: result.timestamp(row, 5),
            prices: result.prices(row, month, on: compared)
          )
        )
      }
    }
    // The rows mostly come in this order, but sorting on the server costs more.
    found.shown.sort { ($0.month, $0.currency?.description ?? "") < ($1.month, $1.currency?.description ?? "") }
    return found
  }

  private static let routeDays = routeDaysStatement(edition: "null::bigint")
  private static let routeDaysWithEdition = routeDaysStatement(edition: "(\(currentEdition))")

  // Sending an array costs by its elements: of the months that are only compared with no others are sent than prices and, of
  // those that are not compared with whole, their days.
  private static func routeDaysStatement(edition: String) -> String {
    let columns = DayPriceColumn.all.map { column in
      switch column.name {
      case "departure_day":
        "case when d.departure_month between $6 and $7 or d.departure_month not between $8 and $9 then d.departure_day end"
      case "price_minor": "d.price_minor"
      default: "case when d.departure_month between $6 and $7 then d.\(column.name) end"
      }
    }
    return """
      select r.origin, r.destination, d.departure_month, d.currency, d.newest_observed_at, d.holds_until,
        cardinality(d.departure_day), \(columns.joined(separator: ", ")),
        r.first_observed_at, r.last_observed_at, r.first_departure, r.last_departure, \(edition)
      from route_coverage r left join day_price d
        on d.origin = $1 and d.destination = $2 and d.trip = $3 and d.departure_month between $4 and $5
      where r.origin = $1 and r.destination = $2
      """
  }
}

extension PostgresResult {
  /// The prices of a row on some days, of which the row names none when it is of those days throughout.
  fileprivate func prices(_ row: Int, _ month: Month, on days: ClosedRange<Day>) -> [Int64] {
    let (daysColumn, pricesColumn) = (DayPriceColumn.column("departure_day"), DayPriceColumn.column("price_minor"))
    guard let array = bytes(row, 7 + pricesColumn) else { return [] }
    var isCompared: [Bool] = []
    if let departures = bytes(row, 7 + daysColumn) {
      ObservationArraysDecoder.forEachElement(of: departures) { _, bytes in
        isCompared.append(days.contains(month.firstDay.advanced(by: Int(bytes.bigEndianInteger) - 1)))
      }
    }
    var prices: [Int64] = []
    ObservationArraysDecoder.forEachElement(of: array) { index, bytes in
      if isCompared.isEmpty || isCompared[index] { prices.append(bytes.bigEndianInteger) }
    }
    return prices
  }
}

extension ClosedRange<Day> {
  /// From the first to the last first day of months that these days hold whole; before any day when there are none.
  fileprivate var wholeMonths: ClosedRange<Day> {
    let (first, last) = (lowerBound.month, upperBound.month)
    let start = first.firstDay == lowerBound ? first : first.advanced(by: 1)
    let end = last.lastDay == upperBound ? last : last.advanced(by: -1)
    return start <= end ? start.firstDay...end.firstDay : .distantPast
  }

  private static var distantPast: ClosedRange<Day> {
    let day = Month(year: 1, month: 1).firstDay
    return day...day
  }
}
