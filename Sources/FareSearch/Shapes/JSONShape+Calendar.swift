import FareJSON
import FareModel

/// The result objects of `calendar` and `months`, as their answers write them.
extension JSONShape {
  static let calendar = object(
    .route + [.sometimes("month", .month), .sometimes("from", .day), .sometimes("to", .day)] + .terms + [
      .always("bands", .bands),
      .always("cheapest", .object(.dates + .price + [.always("currency", .code)]).orNull),
      .always("statistics", .statistics),
      .always(
        "days",
        .list(.either([calendarDay, .list(calendarDay.orNull)]))
          .meaning("one a day, in order; with layout weeks rows of seven, null outside the range")
      ),
      .always("left_out", .leftOut),
    ]
  )

  /// A day of a calendar: with all its details, or with what is always said.
  private static let calendarDay = either([
    object(
      .dates + [.always("status", .choice([DayStatus.priced.rawValue]))] + .price + [
        .always("display", .string), .always("currency", .code), .always("band", .band),
        .always("label", .choice(Band.allCases.map(\.label)).orNull), .always("direct", .boolean.orNull),
        .always("stops", .integer.orNull), .always("airports", .list(.code)),
      ] + .provenance + [.always("spoken", .string)]
    ),
    object([.always("departure_date", .day), .always("price_minor", .minor), .always("band", .band)]),
    object([
      .always("departure_date", .day),
      .always("status", .choice(DayStatus.allCases.filter { $0 != .priced }.map(\.rawValue))),
      .sometimes("price_minor", .null), .sometimes("band", .null),
    ]),
  ])

  static let months = object(
    .route + .terms + [
      .always("bands", .bands),
      .always(
        "months",
        .list(
          .object([
            .always("month", .month), .always("priced_days", .integer),
            .always(
              "cheapest",
              .object(.dates + .price + [.always("display", .string), .always("currency", .code)]).orNull
            ),
            .always("median", .decimal.orNull), .always("band", .band),
          ])
        )
      ),
      .always("cheapest_month", .month.orNull), .always("left_out", .leftOut),
    ]
  )
}
