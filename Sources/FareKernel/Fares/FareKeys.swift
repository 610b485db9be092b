import FareModel

/// How many marketing flight numbers each leg of an observation names.
///
/// The kernel sees texts only as identifiers, so whoever knows the text pool counts the entries of its lists.
public struct FlightNumberCounts: Hashable, Sendable, BitwiseCopyable {
  /// Numbers of the way out.
  public var outbound: UInt8
  /// Numbers of the way back.
  public var inbound: UInt8

  /// Creates counts.
  @inlinable
  public init(outbound: UInt8, inbound: UInt8) {
    self.outbound = outbound
    self.inbound = inbound
  }
}

/// Which observations are about the same look and the same fare: their keys, hashed and compared.
///
/// A *look* is what one source was asked: source, origin, destination, dates and cabin. A *fare* is a look and its kind,
/// and of an itinerary its flights.
struct FareKeys {
  /// The hash of a row's look.
  @inline(__always)
  static func lookHash(_ row: Observation) -> UInt64 {
    let cabin = row.cabin.map { UInt32($0.rawValue) + 1 } ?? 0
    return UInt64(0)
      .mixed(
        UInt64(packing: row.source.rawValue, row.origin.rawValue),
        UInt64(packing: row.destination.rawValue, UInt32(bitPattern: row.departureDate.rawValue))
      )
      .mixed(UInt64(cabin), UInt64(UInt32(bitPattern: row.returnDate?.rawValue ?? .min)))
  }

  /// Whether two rows have the same look.
  @inline(__always)
  static func isSameLook(_ left: Observation, _ right: Observation) -> Bool {
    left.departureDate == right.departureDate && left.returnDate == right.returnDate
      && left.origin == right.origin && left.destination == right.destination
      && left.source == right.source && left.cabin == right.cabin
  }

  /// The hash of a row's fare among those of its look.
  @inline(__always)
  static func fareHash(_ row: Observation, _ numbers: FlightNumberCounts) -> UInt64 {
    guard row.kind == .itinerary else { return 0 }
    return UInt64(1).mixed(legHash(row.outbound, numbers.outbound), legHash(row.inbound, numbers.inbound))
  }

  /// Whether two rows of the same look are about the same fare.
  @inline(__always)
  static func isSameFare(
    _ left: Observation,
    _ leftNumbers: FlightNumberCounts,
    _ right: Observation,
    _ rightNumbers: FlightNumberCounts
  ) -> Bool {
    guard left.kind == right.kind else { return false }
    return left.kind == .day
      || isSameLeg(left.outbound, leftNumbers.outbound, right.outbound, rightNumbers.outbound)
        && isSameLeg(left.inbound, leftNumbers.inbound, right.inbound, rightNumbers.inbound)
  }

  @inline(__always)
  private static func legHash(_ leg: ObservedLeg, _ count: UInt8) -> UInt64 {
    let hash = UInt64(leg.flightNumbers.rawValue)
    if leg.isNumbered(Int(count)) { return hash }
    let time = UInt32(bitPattern: Int32(leg.departureTime?.rawValue ?? -1))
    let stops = UInt32(bitPattern: Int32(leg.stops ?? -1))
    return
      hash
      .mixed(
        UInt64(packing: leg.carriers.rawValue, leg.via.rawValue),
        UInt64(packing: time, UInt32(bitPattern: leg.durationMinutes ?? -1))
      )
      .mixed(UInt64(stops), 1)
  }

  @inline(__always)
  private static func isSameLeg(
    _ left: ObservedLeg,
    _ leftCount: UInt8,
    _ right: ObservedLeg,
    _ rightCount: UInt8
  ) -> Bool {
    guard left.flightNumbers == right.flightNumbers else { return false }
    let isNumbered = left.isNumbered(Int(leftCount))
    guard isNumbered == right.isNumbered(Int(rightCount)) else { return false }
    return isNumbered
      || left.carriers == right.carriers && left.departureTime == right.departureTime
        && left.durationMinutes == right.durationMinutes && left.stops == right.stops && left.via == right.via
  }
}
