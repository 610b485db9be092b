extension Method {
  static let search = Method(
    name: .search,
    summary: "The itineraries of a day or two, ranked Best, Cheapest or Fastest.",
    parameters: [
      origin, destination,
      Parameter("departure_date", .day, isRequired: true, "The day of the way out."),
      Parameter("return_date", .day, "The day of the way back of a return trip."),
      Parameter("order", .choice(SearchOrder.allCases.map(\.rawValue)), "best (default), cheapest or fastest."),
      Parameter(
        "trade_off",
        .integer(-Limits.greatestTradeOff...Limits.greatestTradeOff),
        "Instead of order: from -6, the price alone, over 0, best, to 6, the duration alone."
      ),
      Parameter("combine", .boolean, "Also two one-ways as a return trip, marked as combined."),
      Parameter("limit", .integer(1...Limits.mostItineraries), "How many to list (50 by default)."),
      Parameter("cursor", .text, "Where to go on: the next_cursor of the page before."),
    ] + searchFilters + [currency, locale, asOf, includePredecessors],
    positional: ["origin", "destination", "departure_date", "return_date"]
  )

  static let everywhere = Method(
    name: .everywhere,
    summary: "The cheapest fare to each destination.",
    parameters: [
      origin,
      Parameter("month", .month, "The month of departure; or give from and to. Without any, from today on."),
      from, to,
      Parameter("anytime", .boolean, "Any day from today on, which is the default."),
      trip, nightsMin, nightsMax,
      Parameter(
        "group_by",
        .choice(Grouping.allCases.map(\.rawValue)),
        "What has a cheapest fare each: destination (default), city, country (ZZ where unknown) or month."
      ),
      Parameter("include_not_covered", .boolean, "Also destinations that loaded routes know but no fare was seen to."),
    ] + searchFilters + [currency, locale, asOf, includePredecessors] + listPage,
    positional: ["origin", "month"]
  )

  static let matrix = Method(
    name: .matrix,
    summary: "Prices of return trips, departure days against return days.",
    parameters: [
      origin, destination,
      Parameter("departure_date", .day, "The day of the way out; or give from, to and nights."),
      Parameter("return_date", .day, "The day of the way back."),
      Parameter("flex_days", .integer(0...Limits.mostFlexDays), "So many days around both dates (3 by default)."),
      Parameter("from", .day, "The first day of departure, with to, nights_min and nights_max instead of dates."),
      Parameter("to", .day, "The last day of departure."),
      nightsMin, nightsMax,
      Parameter("combine", .boolean, "Also two one-ways where they are cheaper, marked as combined."),
    ] + searchFilters + [currency, locale, asOf, includePredecessors],
    positional: ["origin", "destination", "departure_date", "return_date"]
  )

  static let routes = Method(
    name: .routes,
    summary: "The routes that fares were observed of.",
    parameters: [
      Parameter("origin", .place, "Only routes from here."),
      Parameter("destination", .place, "Only routes to here."),
      asOf, includePredecessors,
    ] + listPage,
    positional: ["origin", "destination"]
  )

  static let explain = Method(
    name: .explain,
    summary: "Every observation behind a day's price, and which one won by which rule.",
    parameters: [
      origin, destination,
      Parameter("departure_date", .day, isRequired: true, "The day."),
    ] + fareParameters + listPage,
    positional: ["origin", "destination", "departure_date"]
  )
}
