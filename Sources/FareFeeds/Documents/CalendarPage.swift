import FareModel

/// A page of day fares of one route that covers every day from its first to its last.
struct CalendarPage {
  let route: (origin: PlaceCode, destination: PlaceCode)
  private let source: String
  private let cabin: Cabin?
  private let observedAt: Instant
  let currency: CurrencyCode

  /// A page with what the document says of it, and for the rest what the flags say.
  init(
    _ rows: borrowing DocumentRows,
    from origin: PlaceCode? = nil,
    to destination: PlaceCode? = nil,
    currency: CurrencyCode? = nil,
    observedAt: Instant? = nil
  ) throws(FeedError) {
    route = try rows.route(origin, destination)
    source = rows.source
    cabin = rows.context.cabin
    self.observedAt = try rows.observedAt(observedAt)
    self.currency = try rows.currency(currency)
  }

  /// The look at a day, without a price.
  func look(at day: Day, _ texts: inout TextPool) -> Observation {
    var row = Observation(
      kind: .day,
      source: texts.intern(source),
      origin: route.origin,
      destination: route.destination,
      departureDate: day,
      currency: currency,
      observedAt: observedAt
    )
    row.cabin = cabin
    row.isCompleteLook = true
    return row
  }

  /// Adds the looks at the days that the page leaves out between its first and its last.
  func addDaysLeftOut(_ seen: [Day], to rows: inout DocumentRows) throws(FeedError) {
    guard let first = seen.min(), let last = seen.max() else { return }
    guard first.distance(to: last) < Limits.mostPageDays else {
      throw FeedError("the page reaches from \(first) to \(last): more than \(Limits.mostPageDays) days")
    }
    let known = Set(seen)
    for day in first...last where !known.contains(day) {
      rows.addImplied { look(at: day, &$0) }
    }
  }
}
