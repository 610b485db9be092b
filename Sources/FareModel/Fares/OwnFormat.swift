/// The own format: the columns of its CSV, which are the names of its NDJSON, and the canonical line of an observation.
public enum OwnFormat {
  /// A column of the own format.
  public enum Column: String, CaseIterable, Sendable {
    /// The column `origin`.
    case origin
    /// The column `destination`.
    case destination
    /// The column `departure_date`.
    case departureDate = "departure_date"
    /// The column `price`.
    case price
    /// The column `currency`.
    case currency
    /// The column `observed_at`.
    case observedAt = "observed_at"
    /// The column `fare`.
    case fare
    /// The column `return_date`.
    case returnDate = "return_date"
    /// The column `departure_time`.
    case departureTime = "departure_time"
    /// The column `arrival_time`.
    case arrivalTime = "arrival_time"
    /// The column `arrival_day_offset`.
    case arrivalDayOffset = "arrival_day_offset"
    /// The column `duration_minutes`.
    case durationMinutes = "duration_minutes"
    /// The column `stops`.
    case stops
    /// The column `via`.
    case via
    /// The column `carriers`.
    case carriers
    /// The column `flight_numbers`.
    case flightNumbers = "flight_numbers"
    /// The column `operating_carriers`.
    case operatingCarriers = "operating_carriers"
    /// The column `segments`.
    case segments
    /// The column `return_departure_time`.
    case returnDepartureTime = "return_departure_time"
    /// The column `return_arrival_time`.
    case returnArrivalTime = "return_arrival_time"
    /// The column `return_arrival_day_offset`.
    case returnArrivalDayOffset = "return_arrival_day_offset"
    /// The column `return_duration_minutes`.
    case returnDurationMinutes = "return_duration_minutes"
    /// The column `return_stops`.
    case returnStops = "return_stops"
    /// The column `return_via`.
    case returnVia = "return_via"
    /// The column `return_carriers`.
    case returnCarriers = "return_carriers"
    /// The column `return_flight_numbers`.
    case returnFlightNumbers = "return_flight_numbers"
    /// The column `return_operating_carriers`.
    case returnOperatingCarriers = "return_operating_carriers"
    /// The column `return_segments`.
    case returnSegments = "return_segments"
    /// The column `cabin`.
    case cabin
    /// The column `self_transfer`.
    case selfTransfer = "self_transfer"
    /// The column `available`.
    case available
    /// The column `complete`.
    case complete
    /// The column `expires_at`.
    case expiresAt = "expires_at"
    /// The column `source`.
    case source
    /// The column `deep_link`.
    case deepLink = "deep_link"

    /// Whether a file must have the column.
    public var isRequired: Bool {
      switch self {
      case .origin, .destination, .departureDate, .price, .currency, .observedAt: true
      default: false
      }
    }
  }

  /// The columns in canonical order.
  public static let columns = Column.allCases

  /// The header line of the canonical CSV, without its newline.
  public static let header = columns.map(\.rawValue).joined(separator: ",")

  /// The value of a column as the own format writes it, or nil when it is missing.
  ///
  /// `exponent` is the number of decimals of the observation's currency.
  public static func value(of column: Column, in row: Observation, texts: TextPool, exponent: Int) -> String? {
    switch column {
    case .origin: row.origin.description
    case .destination: row.destination.description
    case .departureDate: row.departureDate.description
    case .price: row.priceMinor.map { Money.decimal($0, exponent: exponent) }
    case .currency: row.currency.description
    case .observedAt: row.observedAt.description
    case .fare: row.kind == .day ? "day" : "itinerary"
    case .returnDate: row.returnDate?.description
    case .departureTime: row.outbound.departureTime?.description
    case .arrivalTime: row.outbound.arrivalTime?.description
    case .arrivalDayOffset: row.outbound.arrivalDayOffset.map(String.init)
    case .durationMinutes: row.outbound.durationMinutes.map(String.init)
    case .stops: row.outbound.stops.map(String.init)
    case .via: texts.string(row.outbound.via)
    case .carriers: texts.string(row.outbound.carriers)
    case .flightNumbers: texts.string(row.outbound.flightNumbers)
    case .operatingCarriers: texts.string(row.outbound.operatingCarriers)
    case .segments: texts.string(row.outbound.segments)
    case .returnDepartureTime: row.inbound.departureTime?.description
    case .returnArrivalTime: row.inbound.arrivalTime?.description
    case .returnArrivalDayOffset: row.inbound.arrivalDayOffset.map(String.init)
    case .returnDurationMinutes: row.inbound.durationMinutes.map(String.init)
    case .returnStops: row.inbound.stops.map(String.init)
    case .returnVia: texts.string(row.inbound.via)
    case .returnCarriers: texts.string(row.inbound.carriers)
    case .returnFlightNumbers: texts.string(row.inbound.flightNumbers)
    case .returnOperatingCarriers: texts.string(row.inbound.operatingCarriers)
    case .returnSegments: texts.string(row.inbound.segments)
    case .cabin: row.cabin?.name
    case .selfTransfer: row.isSelfTransfer.map { $0 ? "true" : "false" }
    case .available: row.isSoldOut ? "false" : nil
    case .complete: row.isCompleteLook ? "true" : nil
    case .expiresAt: row.expiresAt?.description
    case .source: texts.string(row.source)
    case .deepLink: texts.string(row.deepLink)
    }
  }

  /// The observation's line in the canonical CSV, without its newline.
  ///
  /// Two observations are equal in every stored field exactly when their lines are equal, and the byte order of the
  /// lines settles what nothing else does.
  public static func line(of row: Observation, texts: TextPool, exponent: Int) -> [UInt8] {
    var line: [UInt8] = []
    appendRecord(columns.map { value(of: $0, in: row, texts: texts, exponent: exponent) ?? "" }, to: &line)
    return line
  }

  /// Appends a CSV record without its newline: fields are quoted where they must be, and only there.
  public static func appendRecord(_ fields: [String], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendField(field, to: &bytes)
    }
  }

  private static func appendField(_ text: String, to line: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let special: Set<UInt8> = [quote, UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    guard text.utf8.contains(where: special.contains) else {
      line.append(contentsOf: text.utf8)
      return
    }
    line.append(quote)
    for byte in text.utf8 {
      if byte == quote { line.append(quote) }
      line.append(byte)
    }
    line.append(quote)
  }
}
