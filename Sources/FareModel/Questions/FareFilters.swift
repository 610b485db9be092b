/// Which fares count. A fare of which a filter's attribute is unknown does not pass it.
public struct FareFilters: Hashable, Sendable {
  /// Whether only fares without a stop count.
  public var isDirectOnly = false
  /// The most stops; 0 is direct only.
  public var maxStops: Int?
  /// The only marketing carriers.
  public var carriers: [String]?
  /// Marketing carriers of which a fare may have none.
  public var excludedCarriers: [String]?
  /// The only cabin.
  public var cabin: Cabin?
  /// The greatest age of an observation in hours.
  public var maxAgeHours: Int?
  /// The local times of the way out.
  public var outbound = LegHours()
  /// The local times of the way back.
  public var inbound = LegHours()
  /// The longest duration of all legs together, in minutes.
  public var maxDurationMinutes: Int?
  /// Whether fares count on which the traveller transfers at their own risk.
  public var allowsSelfTransfer = true
  /// Places of which a fare must land at one on its way.
  public var via: [PlaceCode]?
  /// Places of which a fare may land at none on its way.
  public var excludedVia: [PlaceCode]?

  /// Filters that every fare passes.
  public static let none = FareFilters()
}

/// Between which local times a leg departs and arrives, both ends included; nil for any.
///
/// Where the earliest is later than the latest, the hours go over midnight: from 22:00 to 02:00 takes 23:30 and 01:00.
public struct LegHours: Hashable, Sendable {
  /// The earliest departure.
  public var departureAfter: TimeOfDay?
  /// The latest departure.
  public var departureBefore: TimeOfDay?
  /// The earliest arrival, on whichever day.
  public var arrivalAfter: TimeOfDay?
  /// The latest arrival, on whichever day.
  public var arrivalBefore: TimeOfDay?

  /// Any times.
  public init() {}
}

/// A filter, by the name of its parameter where it has one. A fare is counted under the first that removes it.
public enum FareFilter: String, Sendable, CaseIterable {
  /// No rate converts the fare into the currency of the answer.
  case currency
  /// The offer has ended.
  case expired
  /// It is older than the question allows.
  case maxAgeHours = "max_age_hours"
  /// It is of another cabin.
  case cabin
  /// It is not known to have no stop.
  case directOnly = "direct_only"
  /// It is not known to have so few stops.
  case maxStops = "max_stops"
  /// A marketing carrier is none of those asked for.
  case carriers
  /// A marketing carrier is one of those left out.
  case excludeCarriers = "exclude_carriers"
  /// The way out departs earlier.
  case departureAfter = "departure_after"
  /// The way out departs later.
  case departureBefore = "departure_before"
  /// The way out arrives earlier.
  case arrivalAfter = "arrival_after"
  /// The way out arrives later.
  case arrivalBefore = "arrival_before"
  /// The way back departs earlier.
  case returnDepartureAfter = "return_departure_after"
  /// The way back departs later.
  case returnDepartureBefore = "return_departure_before"
  /// The way back arrives earlier.
  case returnArrivalAfter = "return_arrival_after"
  /// The way back arrives later.
  case returnArrivalBefore = "return_arrival_before"
  /// It takes longer.
  case maxDurationMinutes = "max_duration_minutes"
  /// The traveller may have to transfer at their own risk.
  case selfTransfer = "self_transfer"
  /// It lands at none of the places asked for.
  case via
  /// It lands at one of the places left out.
  case excludeVia = "exclude_via"
  /// It is a one-way that goes into no combined trip: of each way, only the first of each order do.
  case combine
  /// It costs more.
  case maxPriceMinor = "max_price_minor"
}

extension FareFilters {
  /// The filters of one way of a trip, as those of a one-way trip.
  ///
  /// How long the whole trip takes a way cannot tell, nor whether the other way lands at a place asked for.
  public func ofWay(_ hours: LegHours) -> FareFilters {
    var filters = self
    filters.outbound = hours
    filters.inbound = LegHours()
    filters.maxDurationMinutes = nil
    filters.via = nil
    return filters
  }

  /// Reads the filters of a question about a trip.
  init(_ arguments: Arguments, _ trip: Trip) throws(ArgumentError) {
    isDirectOnly = arguments.boolean("direct_only") == true
    maxStops = isDirectOnly ? 0 : arguments.integer("max_stops")
    carriers = arguments.list("carriers")
    excludedCarriers = arguments.list("exclude_carriers")
    cabin = arguments.text("cabin").flatMap(Cabin.init(name:))
    maxAgeHours = arguments.integer("max_age_hours")
    outbound = LegHours(arguments, "")
    inbound = LegHours(arguments, "return_")
    maxDurationMinutes = arguments.integer("max_duration_minutes")
    allowsSelfTransfer = arguments.boolean("self_transfer") ?? true
    via = arguments.list("via")?.compactMap { PlaceCode($0) }
    excludedVia = arguments.list("exclude_via")?.compactMap { PlaceCode($0) }
    guard trip == .oneWay, let name = LegHours.names("return_").first(where: { arguments.time($0) != nil }) else {
      return
    }
    throw ArgumentError(parameter: name, value: arguments.given(name), expected: "a way back with it")
  }
}

extension LegHours {
  static func names(_ prefix: String) -> [String] {
    ["departure_after", "departure_before", "arrival_after", "arrival_before"].map { prefix + $0 }
  }

  init(_ arguments: Arguments, _ prefix: String) {
    departureAfter = arguments.time(prefix + "departure_after")
    departureBefore = arguments.time(prefix + "departure_before")
    arrivalAfter = arguments.time(prefix + "arrival_after")
    arrivalBefore = arguments.time(prefix + "arrival_before")
  }
}
