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
///
/// The table ``all`` is the one place that says how an observation becomes columns and back.
struct ObservationAttribute: Sendable {
  /// How wide a number is in the database.
  enum Width: Int32 {
    case int2 = 2
    case int4 = 4
    case int8 = 8

    var oid: UInt32 {
      switch self {
      case .int2: 21
      case .int4: 23
      case .int8: 20
      }
    }
  }

  /// How an attribute is read from an observation and written to it; nil and ``TextID/none`` are missing values.
  enum Access: Sendable {
    case number(
      Width,
      get: @Sendable (StoredObservation, ArrayBase) -> Int64?,
      set: @Sendable (inout StoredObservation, ArrayBase, Int64) -> Void
    )
    case flag(get: @Sendable (Observation) -> Bool?, set: @Sendable (inout Observation, Bool) -> Void)
    case text(get: @Sendable (Observation) -> TextID, set: @Sendable (inout Observation, TextID) -> Void)
    case currency
  }

  /// The column.
  var name: String
  /// How it is read and written.
  var access: Access

  /// The OID of the type of an element.
  var oid: UInt32 {
    switch access {
    case .number(let width, _, _): width.oid
    case .flag: 16
    case .text, .currency: 25
    }
  }
}

extension ObservationAttribute {
  /// Every attribute, in the order of the type `observation_attributes`.
  static let all: [ObservationAttribute] =
    [
      number("batch_id", .int8, { row, _ in row.provenance.batch }, { $0.provenance.batch = $2 }),
      number(
        "kind",
        .int2,
        { row, _ in Int64(row.observation.kind.rawValue) },
        { $0.observation.kind = FareKind(rawValue: UInt8(truncatingIfNeeded: $2)) ?? .day }
      ),
      number(
        "departure_day",
        .int2,
        { row, base in Int64(base.month.distance(to: row.observation.departureDate)) + 1 },
        { $0.observation.departureDate = $1.month.advanced(by: Int($2) - 1) }
      ),
      number(
        "nights",
        .int2,
        { row, _ in row.observation.returnDate.map { Int64(row.observation.departureDate.distance(to: $0)) } },
        { $0.nights = Int($2) }
      ),
      number(
        "observed_seconds",
        .int4,
        { row, base in row.observation.observedAt.rawValue - base.observedAt.rawValue },
        { $0.observation.observedAt = $1.observedAt.advanced(bySeconds: $2) }
      ),
      number("price_minor", .int8, { row, _ in row.observation.priceMinor }, { $0.observation.priceMinor = $2 }),
      ObservationAttribute(name: "currency", access: .currency),
      flag("sold_out", { $0.isSoldOut }, { $0.isSoldOut = $1 }),
      flag("complete", { $0.isCompleteLook }, { $0.isCompleteLook = $1 }),
      flag("self_transfer", { $0.isSelfTransfer }, { $0.isSelfTransfer = $1 }),
      number(
        "cabin",
        .int2,
        { row, _ in row.observation.cabin.map { Int64($0.rawValue) } },
        { $0.observation.cabin = Cabin(rawValue: UInt8(truncatingIfNeeded: $2)) }
      ),
      number(
        "expires_at",
        .int8,
        { row, _ in row.observation.expiresAt?.rawValue },
        { $0.observation.expiresAt = Instant(rawValue: $2) }
      ),
      text("source", { $0.source }, { $0.source = $1 }),
      text("deep_link", { $0.deepLink }, { $0.deepLink = $1 }),
    ] + leg("", { $0.outbound }, { $1(&$0.outbound) }) + leg("return_", { $0.inbound }, { $1(&$0.inbound) })

  /// The names of the array columns, comma-separated: the record number, then every attribute.
  static let columns = (["record_number"] + all.map(\.name)).joined(separator: ", ")

  private static func leg(
    _ prefix: String,
    _ get: @escaping @Sendable (Observation) -> ObservedLeg,
    _ change: @escaping @Sendable (inout Observation, (inout ObservedLeg) -> Void) -> Void
  ) -> [ObservationAttribute] {
    func number(
      _ name: String,
      _ width: Width,
      _ read: @escaping @Sendable (ObservedLeg) -> Int64?,
      _ write: @escaping @Sendable (inout ObservedLeg, Int64) -> Void
    ) -> ObservationAttribute {
      Self.number(
        prefix + name,
        width,
        { row, _ in read(get(row.observation)) },
        { row, _, value in change(&row.observation) { write(&$0, value) } }
      )
    }
    func text(
      _ name: String,
      _ read: @escaping @Sendable (ObservedLeg) -> TextID,
      _ write: @escaping @Sendable (inout ObservedLeg, TextID) -> Void
    ) -> ObservationAttribute {
      Self.text(prefix + name, { read(get($0)) }, { row, value in change(&row) { write(&$0, value) } })
    }
    return [
      number(
        "departure_minute",
        .int2,
        { $0.departureTime.map { Int64($0.rawValue) } },
        { $0.departureTime = TimeOfDay(rawValue: Int16(truncatingIfNeeded: $1)) }
      ),
      number(
        "arrival_minute",
        .int2,
        { $0.arrivalTime.map { Int64($0.rawValue) } },
        { $0.arrivalTime = TimeOfDay(rawValue: Int16(truncatingIfNeeded: $1)) }
      ),
      number(
        "arrival_day_offset",
        .int2,
        { $0.arrivalDayOffset.map(Int64.init) },
        { $0.arrivalDayOffset = Int8(truncatingIfNeeded: $1) }
      ),
      number(
        "duration_minutes",
        .int4,
        { $0.durationMinutes.map(Int64.init) },
        { $0.durationMinutes = Int32(truncatingIfNeeded: $1) }
      ),
      number("stops", .int2, { $0.stops.map(Int64.init) }, { $0.stops = Int8(truncatingIfNeeded: $1) }),
      text("via", { $0.via }, { $0.via = $1 }),
      text("carriers", { $0.carriers }, { $0.carriers = $1 }),
      text("flight_numbers", { $0.flightNumbers }, { $0.flightNumbers = $1 }),
      text("operating_carriers", { $0.operatingCarriers }, { $0.operatingCarriers = $1 }),
      text("segments", { $0.segments }, { $0.segments = $1 }),
    ]
  }

  private static func number(
    _ name: String,
    _ width: Width,
    _ get: @escaping @Sendable (StoredObservation, ArrayBase) -> Int64?,
    _ set: @escaping @Sendable (inout StoredObservation, ArrayBase, Int64) -> Void
  ) -> ObservationAttribute {
    ObservationAttribute(name: name, access: .number(width, get: get, set: set))
  }

  private static func flag(
    _ name: String,
    _ get: @escaping @Sendable (Observation) -> Bool?,
    _ set: @escaping @Sendable (inout Observation, Bool) -> Void
  ) -> ObservationAttribute {
    ObservationAttribute(name: name, access: .flag(get: get, set: set))
  }

  private static func text(
    _ name: String,
    _ get: @escaping @Sendable (Observation) -> TextID,
    _ set: @escaping @Sendable (inout Observation, TextID) -> Void
  ) -> ObservationAttribute {
    ObservationAttribute(name: name, access: .text(get: get, set: set))
  }
}
