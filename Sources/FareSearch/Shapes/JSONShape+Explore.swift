import FareJSON
import FareModel
import FareStore

/// The result objects of the methods that look around, as their answers write them.
extension JSONShape {
  static let everywhere = object(
    [
      .always("origin", .string), .always("from", .day), .always("to", .day.orNull),
      .always("group_by", .choice(Grouping.allCases.map(\.rawValue))),
    ] + .terms + [
      .always(
        "groups",
        .list(
          .object(
            [
              .always("group", .string), .always("destination", .code), .always("name", .string.orNull),
              .always("country", .string.orNull), .always("departure_date", .day.orNull),
              .always("return_date", .day.orNull),
            ] + .shownPrice + [
              .always("band", .band), .always("label", .choice(Band.allCases.map(\.label)).orNull),
              .always("sample_size", .integer.orNull), .always("low_below", .decimal.orNull),
              .always("high_above", .decimal.orNull),
              .always("stops", .integer.orNull), .always("observed_at", .instant.orNull),
              .always("age_hours", .hours.orNull), .always("source", .string.orNull),
              .always("status", .choice([DayStatus.priced.rawValue, Coverage.notCovered.rawValue])),
              .sometimes("deep_link", .string),
            ]
          )
        )
      ), .always("total", .integer), .always("left_out", .leftOut),
    ]
  )

  static let matrix = object(
    .route + .terms + [
      .always("departure_dates", .list(.day)), .always("return_dates", .list(.day)),
      .always("cells", .list(.list(cell.orNull)).meaning("a row per departure date; null: no price")),
      .always("bands", .bands),
      .always("cheapest", .object(.dates + .shownPrice + [.always("combined", .boolean)]).orNull),
      .always("left_out", .leftOut),
    ]
  )

  private static let cell = object(
    .optionalPrice + [.always("band", .band)] + .provenance + [.always("combined", .boolean)]
  )

  static let explain = object(
    .route + [.always("departure_date", .day)] + .terms
      + [.always("status", .choice(DayStatus.allCases.map(\.rawValue)))] + .optionalPrice + [
        .always("band", .band), .always("low_below", .decimal.orNull), .always("high_above", .decimal.orNull),
        .always("sample_size", .integer), .always("observations", .list(observation)), .always("total", .integer),
      ]
  )

  private static let observation = object(
    [
      .always("number", .integer), .always("verdict", .choice(ExplainedFare.Verdict.allCases.map(\.rawValue))),
      .always("rule", .string), .always("lost_to", .integer.orNull), .always("origin", .code),
      .always("destination", .code),
    ] + .dates + .shownPrice + [
      .always("converted_minor", .minor.orNull), .always("fare", .choice(["day", "itinerary"])),
      .always("flights", .string.orNull), .always("stops", .integer.orNull),
      .always("cabin", .choice(Cabin.allCases.map(\.name)).orNull), .always("sold_out", .boolean),
      .always("complete", .boolean),
    ] + .provenance + record + [
      .always("also_seen", .list(.object(record)))
    ]
  )

  /// Where a record stands.
  private static let record: [JSONShape.Member] = [
    .always("batch", .integer), .always("file", .string.orNull), .always("record", .integer),
  ]

  static let routes = object([
    .always("as_of", .instant),
    .always(
      "routes",
      .list(
        .object([
          .always("origin", .code), .always("destination", .code), .always("name", .string.orNull),
          .always("first_departure_date", .day), .always("last_departure_date", .day),
          .always("first_observed_at", .instant), .always("last_observed_at", .instant), .always("age_hours", .hours),
        ])
      )
    ), .always("total", .integer),
  ])

  static let places = object([
    .always(
      "places",
      .list(
        .object([
          .always("code", .code), .always("kind", .choice(["airport", "city"])), .always("name", .string),
          .always("city", .string.orNull), .always("country", .string.orNull), .always("latitude", .number.orNull),
          .always("longitude", .number.orNull), .always("tz", .string.orNull), .sometimes("valid_to", .day),
          .sometimes("successor", .code.orNull), .sometimes("distance_km", .number),
        ])
      )
    )
  ])

  static let status = object([
    .always("observations", .integer), .always("routes", .integer), .always("batches", .integer),
    .always("last_loaded_at", .instant.orNull), .always("age_hours", .integer.orNull), .sometimes("stale", .boolean),
    .always(
      "sources",
      .list(
        .object([
          .always("source", .string), .always("newest_observed_at", .instant), .always("age_hours", .integer),
          .always("observations", .integer), .sometimes("stale", .boolean),
        ])
      )
    ), .sometimes("newest_batches", .list(batch)), .always("schema_version", .integer),
    .always("server_version", .string), .always("bytes", .integer),
  ])

  private static let batch = object(
    [
      .always("batch_id", .integer), .always("state", .choice(["loaded", "refused"])),
      .always("kind", .choice(BatchSubject.allCases.map(\.rawValue))), .always("file", .string),
      .always("format", .string), .always("loaded_at", .instant),
    ]
      + ["rows_read", "rows_loaded", "rows_duplicate", "rows_rejected", "routes_touched"].map { .always($0, .integer) }
      + [.always("reason", .string.orNull), .always("retracted_at", .instant.orNull)]
  )
}
