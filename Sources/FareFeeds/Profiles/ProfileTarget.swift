import FareModel

/// What a field of a profile says of a fare: a column of the own format, or the date of an arrival, which the own format
/// has as a number of days.
enum ProfileTarget: Hashable {
  case column(OwnFormat.Column)
  case arrivalDate
  case returnArrivalDate

  /// Every target, those first whose days the others are counted from.
  static let all = OwnFormat.columns.map(Self.column) + [.arrivalDate, .returnArrivalDate]

  var name: String {
    switch self {
    case .column(let column): column.rawValue
    case .arrivalDate: "arrival_date"
    case .returnArrivalDate: "return_arrival_date"
    }
  }

  /// How the text of a target is read.
  enum Kind {
    case plain, list, date, time, instant, duration, price
  }

  var kind: Kind {
    switch self {
    case .arrivalDate, .returnArrivalDate: .date
    case .column(let column):
      switch column {
      case .departureDate, .returnDate: .date
      case .departureTime, .arrivalTime, .returnDepartureTime, .returnArrivalTime: .time
      case .observedAt, .expiresAt: .instant
      case .durationMinutes, .returnDurationMinutes: .duration
      case .price: .price
      case .via, .carriers, .flightNumbers, .operatingCarriers, .returnVia, .returnCarriers, .returnFlightNumbers,
        .returnOperatingCarriers:
        .list
      case .origin, .destination, .currency, .fare, .arrivalDayOffset, .stops, .segments, .returnArrivalDayOffset,
        .returnStops, .returnSegments, .cabin, .selfTransfer, .available, .complete, .source, .deepLink:
        .plain
      }
    }
  }

  /// The members of a field that only some targets have.
  var options: [String] {
    switch kind {
    case .plain, .list: []
    case .date: ["format", "plus_days", "minus_days"]
    case .time, .duration: ["format"]
    case .instant: ["format", "zone"]
    case .price: ["numbers", "unpriced", "sold_out"]
    }
  }
}
