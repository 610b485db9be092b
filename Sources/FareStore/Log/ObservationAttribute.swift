import FareModel

/// An observation with its provenance, as the log holds it.
struct StoredObservation {
  var observation: Observation
  var provenance: Provenance
  /// The nights of a return fare while it is being read: they become a date once the departure is known.
  var nights: Int?
}

/// What the numbers of a row of arrays count from.
struct ArrayBase {
  /// The first day of the month of departure: departure days count from it, beginning with 1.
  var month: Day
  /// The oldest observation of the row: observation times count from it in seconds.
  var observedAt: Instant
}

/// One attribute of an observation, as an array of a segment or as a field of `observation_attributes`.
struct ObservationAttribute: Sendable {
  /// How wide a number is in the database.
  enum Width: Int32 {
    case int2 = 2
    case int4 = 4
    case int8 = 8

    var type: PostgresType {
      switch self {
      case .int2: .int2
      case .int4: .int4
      case .int8: .int8
      }
    }
  }

  /// How a value that is not null is taken into an observation.
  enum Reading: Sendable {
    case number(@Sendable (inout StoredObservation, ArrayBase, Int64) -> Void)
    case flag(@Sendable (inout Observation, Bool) -> Void)
    case text(@Sendable (inout Observation, TextID) -> Void)
    case currency
  }

  /// The column.
  var name: String
  /// How it is read.
  var reading: Reading
}

extension ObservationAttribute {
  /// Every attribute, in the order of the type `observation_attributes`, in which ``ObservationArraysEncoder`` writes them.
  static let all: [ObservationAttribute] =
    [
      number("batch_id") { $0.provenance.batch = $2 },
      number("kind") { $0.observation.kind = FareKind(rawValue: UInt8(truncatingIfNeeded: $2)) ?? .day },
      number("departure_day") { $0.observation.departureDate = $1.month.advanced(by: Int($2) - 1) },
      number("nights") { row, _, value in row.nights = Int(value) },
      number("observed_seconds") { $0.observation.observedAt = $1.observedAt.advanced(bySeconds: $2) },
      number("price_minor") { row, _, value in row.observation.priceMinor = value },
      ObservationAttribute(name: "currency", reading: .currency),
      flag("sold_out") { $0.isSoldOut = $1 },
      flag("complete") { $0.isCompleteLook = $1 },
      flag("self_transfer") { $0.isSelfTransfer = $1 },
      number("cabin") { row, _, value in row.observation.cabin = Cabin(rawValue: UInt8(truncatingIfNeeded: value)) },
      number("expires_at") { row, _, value in row.observation.expiresAt = Instant(rawValue: value) },
      text("source") { $0.source = $1 },
      text("deep_link") { $0.deepLink = $1 },
    ] + leg("") { $1(&$0.outbound) } + leg("return_") { $1(&$0.inbound) }

  /// The names of the array columns, comma-separated: the record number, then every attribute.
  static let columns = (["record_number"] + all.map(\.name)).joined(separator: ", ")

  private static func leg(
    _ prefix: String,
    _ change: @escaping @Sendable (inout Observation, (inout ObservedLeg) -> Void) -> Void
  ) -> [ObservationAttribute] {
    func number(_ name: String, _ set: @escaping @Sendable (inout ObservedLeg, Int64) -> Void) -> ObservationAttribute {
      Self.number(prefix + name) { row, _, value in change(&row.observation) { set(&$0, value) } }
    }
    func text(_ name: String, _ set: @escaping @Sendable (inout ObservedLeg, TextID) -> Void) -> ObservationAttribute {
      Self.text(prefix + name) { row, value in change(&row) { set(&$0, value) } }
    }
    return [
      number("departure_minute") { $0.departureTime = TimeOfDay(rawValue: Int16(truncatingIfNeeded: $1)) },
      number("arrival_minute") { $0.arrivalTime = TimeOfDay(rawValue: Int16(truncatingIfNeeded: $1)) },
      number("arrival_day_offset") { $0.arrivalDayOffset = Int8(truncatingIfNeeded: $1) },
      number("duration_minutes") { $0.durationMinutes = Int32(truncatingIfNeeded: $1) },
      number("stops") { $0.stops = Int8(truncatingIfNeeded: $1) },
      text("via") { $0.via = $1 },
      text("carriers") { $0.carriers = $1 },
      text("flight_numbers") { $0.flightNumbers = $1 },
      text("operating_carriers") { $0.operatingCarriers = $1 },
      text("segments") { $0.segments = $1 },
    ]
  }

  private static func number(
    _ name: String,
    _ set: @escaping @Sendable (inout StoredObservation, ArrayBase, Int64) -> Void
  ) -> ObservationAttribute {
    ObservationAttribute(name: name, reading: .number(set))
  }

  private static func flag(
    _ name: String,
    _ set: @escaping @Sendable (inout Observation, Bool) -> Void
  ) -> ObservationAttribute {
    ObservationAttribute(name: name, reading: .flag(set))
  }

  private static func text(
    _ name: String,
    _ set: @escaping @Sendable (inout Observation, TextID) -> Void
  ) -> ObservationAttribute {
    ObservationAttribute(name: name, reading: .text(set))
  }
}
