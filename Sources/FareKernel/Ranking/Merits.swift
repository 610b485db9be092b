import FareModel

/// What ranking looks at of an itinerary.
public struct Merits: Hashable, Sendable, BitwiseCopyable {
  /// The price in minor units, more than 0; nil when unpriced.
  public var priceMinor: Int64?
  /// Minutes of all legs together, more than 0; nil where unknown.
  public var durationMinutes: Int32?
  /// The stops of the leg that has most of them, 0 or more; nil where unknown.
  public var stops: Int8?
  /// Whether the traveller transfers at their own risk.
  public var isSelfTransfer: Bool
  /// Local minutes of the departure since some common day, where known.
  public var departure: Int64?
  /// The place of the itinerary's identifier among all identifiers in order. No two itineraries share one.
  public var idPlace: Int

  /// Creates merits.
  @inlinable
  public init(
    priceMinor: Int64?,
    durationMinutes: Int32?,
    stops: Int8?,
    isSelfTransfer: Bool,
    departure: Int64?,
    idPlace: Int
  ) {
    self.priceMinor = priceMinor
    self.durationMinutes = durationMinutes
    self.stops = stops
    self.isSelfTransfer = isSelfTransfer
    self.departure = departure
    self.idPlace = idPlace
  }
}

/// How much a duration weighs against a price.
public struct TradeOff: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// From −6, the price alone, to 6, the duration alone.
  public let rawValue: Int

  /// Creates a trade-off, or nil beyond −6 and 6.
  public init?(rawValue: Int) {
    guard (-Self.greatest...Self.greatest).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(checked: Int) {
    rawValue = checked
  }

  /// Only the price counts.
  public static let cheapest = TradeOff(checked: -greatest)
  /// Price and duration count alike.
  public static let best = TradeOff(checked: 0)
  /// Only the duration counts.
  public static let fastest = TradeOff(checked: greatest)

  /// The greatest trade-off either way.
  public static let greatest = Limits.greatestTradeOff
}
