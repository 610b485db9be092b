import FareJSON
import FareModel

/// The result object of `search`, as its answer writes it.
extension JSONShape {
  static let search = object(
    .route + .dates + [
      .always("trip", .choice(Trip.allCases.map(\.name))), .always("trade_off", .integer),
      .always("currency", .code.orNull), .always("as_of", .instant), .always("coverage", .coverage),
      .always("itineraries", .list(itinerary)),
      .always("tabs", .object(SearchOrder.allCases.map { .always($0.rawValue, tab.orNull) })),
      .always(
        "stats",
        .object([.always("by_stops", .list(shareByStops)), .always("by_carrier", .list(shareByCarrier))])
      ),
      .always("bands", .bands),
      .always("removed", .object([JSONShape.Member](FareFilter.allCases.map { .sometimes($0.rawValue, .integer) }))),
      .always("total", .integer), .always("next_cursor", .string.orNull),
    ]
  )

  private static let itinerary = object(
    [.always("id", .string)] + .shownPrice + [
      .always("duration_minutes", .integer.orNull), .always("stops", .integer.orNull),
      .always("self_transfer", .boolean.orNull), .always("dominated", .boolean),
      .always("scores", .object(SearchOrder.allCases.map { .always($0.rawValue, .number.orNull) })),
      .always("legs", .list(leg)), .always("offers", .list(offer)), .always("band", .band),
      .sometimes("combined", .boolean),
    ] + [JSONShape.Member].provenance.sometimes
  )

  private static let leg = object([
    .always("origin", .code), .always("destination", .code), .always("departs_at", .localTime.orNull),
    .always("arrives_at", .localTime.orNull), .always("day_offset", .integer.orNull),
    .always("duration_minutes", .integer.orNull), .always("stops", .integer.orNull), .always("via", .list(.code)),
    .always("segments", .list(segment)),
  ])

  private static let segment = object([
    .always("origin", .string.orNull), .always("destination", .string.orNull),
    .always("departs_at", .localTime.orNull), .always("arrives_at", .localTime.orNull),
    .always("duration_minutes", .integer.orNull), .always("carrier", .string.orNull),
    .always("carrier_name", .string.orNull), .always("flight_number", .string.orNull),
    .always("operating_carrier", .string.orNull),
  ])

  private static let offer = object(
    [.sometimes("leg", .choice(["outbound", "inbound"]))] + .shownPrice + [
      .always("cabin", .choice(Cabin.allCases.map(\.name)).orNull), .always("self_transfer", .boolean.orNull),
      .sometimes("expires_at", .instant),
    ] + .provenance
  )

  private static let tab = object([
    .always("id", .string), .always("price_minor", .minor.orNull), .always("duration_minutes", .integer.orNull),
  ])

  private static let shareByStops = object(
    [.always("stops", .integer.orNull), .always("count", .integer)] + .optionalPrice
  )

  private static let shareByCarrier = object(
    [.always("carrier", .string), .always("name", .string.orNull), .always("count", .integer)] + .optionalPrice
  )
}
