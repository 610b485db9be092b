/// An airport or a city as a reference row says it, with the time for which the code was valid.
public struct PlaceRecord: Hashable, Sendable {
  /// What a place code stands for.
  public enum Kind: String, Sendable {
    /// An airport.
    case airport
    /// A city or metropolitan area with its airports.
    case city
  }

  /// The code.
  public var code: PlaceCode
  /// What it stands for.
  public var kind: Kind
  /// The name of the airport or city.
  public var name: String
  /// The name of the city that an airport serves.
  public var city: String
  /// ISO 3166 two-letter country code, or empty.
  public var country: String
  /// Degrees north; nil where unknown.
  public var latitude: Double?
  /// Degrees east; nil where unknown.
  public var longitude: Double?
  /// IANA time zone; nil where unknown.
  public var timeZone: String?
  /// The first day on which the code was valid; nil for always.
  public var validFrom: Day?
  /// The last day on which the code was valid; nil for still.
  public var validTo: Day?
  /// The code that took its place.
  public var successor: PlaceCode?

  /// Creates a record.
  public init(
    code: PlaceCode,
    kind: Kind,
    name: String,
    city: String = "",
    country: String = "",
    latitude: Double? = nil,
    longitude: Double? = nil,
    timeZone: String? = nil,
    validFrom: Day? = nil,
    validTo: Day? = nil,
    successor: PlaceCode? = nil
  ) {
    self.code = code
    self.kind = kind
    self.name = name
    self.city = city
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
    self.timeZone = timeZone
    self.validFrom = validFrom
    self.validTo = validTo
    self.successor = successor
  }
}

/// That an airport belongs to a city.
public struct CityMembership: Hashable, Sendable {
  /// The city.
  public var city: PlaceCode
  /// The airport.
  public var airport: PlaceCode

  /// Creates a membership.
  public init(city: PlaceCode, airport: PlaceCode) {
    self.city = city
    self.airport = airport
  }
}

/// The name of a carrier code, with the time for which it was valid.
public struct CarrierRecord: Hashable, Sendable {
  /// The two-character code.
  public var code: String
  /// The name.
  public var name: String
  /// The first day on which the code meant this carrier; nil for always.
  public var validFrom: Day?
  /// The last day on which the code meant this carrier; nil for still.
  public var validTo: Day?

  /// Creates a record.
  public init(code: String, name: String, validFrom: Day? = nil, validTo: Day? = nil) {
    self.code = code
    self.name = name
    self.validFrom = validFrom
    self.validTo = validTo
  }
}

/// That a carrier flies a route.
public struct RouteRecord: Hashable, Sendable {
  /// Where it begins.
  public var origin: PlaceCode
  /// Where it ends.
  public var destination: PlaceCode
  /// The carrier's two-character code, or empty.
  public var carrier: String

  /// Creates a record.
  public init(origin: PlaceCode, destination: PlaceCode, carrier: String) {
    self.origin = origin
    self.destination = destination
    self.carrier = carrier
  }
}

/// How many units of one currency a unit of another buys, as published for a day.
public struct ExchangeRate: Hashable, Sendable {
  /// One unit of this …
  public var base: CurrencyCode
  /// … buys `rate` of this.
  public var quote: CurrencyCode
  /// The rate as the source wrote it: plain decimal text.
  public var rate: String
  /// The day that the source gives.
  public var date: Day

  /// Creates a rate.
  public init(base: CurrencyCode, quote: CurrencyCode, rate: String, date: Day) {
    self.base = base
    self.quote = quote
    self.rate = rate
    self.date = date
  }
}

/// What a user loaded on top of the shipped reference data.
public struct ReferenceOverlay: Hashable, Sendable {
  /// Airports and cities, which replace shipped ones of the same code and kind.
  public var places: [PlaceRecord] = []
  /// Memberships, which add to the shipped ones.
  public var memberships: [CityMembership] = []
  /// Carriers, which replace shipped ones of the same code.
  public var carriers: [CarrierRecord] = []

  /// Nothing loaded.
  public init() {}
}
