import FareJSON
import FareModel

/// Members that the answers of several questions share, as `JSONWriter+Fares.swift` writes them.
extension [JSONShape.Member] {
  /// `origin` and `destination`, as the question named them.
  static var route: Self {
    [.always("origin", .string), .always("destination", .string)]
  }

  /// What a question asked for and in which terms it is answered.
  static var terms: Self {
    [
      .always("trip", .choice(Trip.allCases.map(\.name))), .sometimes("nights_min", .integer),
      .sometimes("nights_max", .integer), .always("currency", .code.orNull), .always("as_of", .instant),
      .always("coverage", .coverage),
    ]
  }

  /// `departure_date` and, of return fares, `return_date`.
  static var dates: Self {
    [.always("departure_date", .day), .sometimes("return_date", .day)]
  }

  /// `price_minor` and `price`.
  static var price: Self {
    [.always("price_minor", .minor), .always("price", .decimal)]
  }

  /// `price_minor`, `price` and `display`, null when unpriced.
  static var optionalPrice: Self {
    [
      .always("price_minor", .minor.orNull), .always("price", .decimal.orNull), .always("display", .string.orNull),
    ]
  }

  /// The same with the currency.
  static var shownPrice: Self {
    optionalPrice + [.always("currency", .code.orNull)]
  }

  /// When and by which feed a price was observed.
  static var provenance: Self {
    [
      .always("observed_at", .instant), .always("age_hours", .hours), .always("source", .string),
      .sometimes("deep_link", .string),
    ]
  }

  /// The same members, of which any may be missing.
  var sometimes: Self {
    map { .sometimes($0.name, $0.shape) }
  }
}

extension JSONShape {
  /// An amount in minor units.
  static let minor = JSONShape.integer.meaning("minor units of currency: cents of USD, whole JPY")
  /// An age in whole hours.
  static let hours = JSONShape.integer.meaning("whole hours before as_of")
  /// Whether fares of the route were ever observed.
  static let coverage = choice([Coverage.covered.rawValue, Coverage.notCovered.rawValue])
  /// How a price stands among others.
  static let band = choice(Band.allCases.map(\.name)).orNull.meaning("null: unpriced, or too few prices to compare")

  /// `bands`: the rule, its sample and edges, and how many prices have each band.
  static let bands = object([
    .always("rule", .choice(["quartiles"])),
    .always("reference", .choice(["horizon", "month", "months", "matrix"])),
    .always("sample_size", .integer),
    .always("low_below", .decimal.orNull), .always("high_above", .decimal.orNull),
    .always("counts", .object(Band.allCases.map { .always($0.name, .integer) })),
    .always("reason", .choice(["too_few_days"]).orNull),
  ])

  /// `statistics`, of no priced days with 0 and nulls.
  static let statistics = object([
    .always("n", .integer), .always("min_minor", .minor.orNull), .always("median", .decimal.orNull),
    .always("mean_minor", .minor.orNull), .always("max_minor", .minor.orNull),
  ])

  /// `left_out`.
  static let leftOut = object([
    .always("other_currency", .integer), .always("stale", .integer), .always("filtered", .integer),
  ])
}
