/// Where a page of a search begins: after the itinerary that ended the page before. Its text is the cursor that clients
/// carry from page to page.
///
/// It says what the itinerary was ranked by, so that the next page goes on at the same place when fares were loaded
/// meanwhile, even when that itinerary is gone: no page repeats what one before it listed.
public struct PagePosition: Hashable, Sendable {
  /// The question that it belongs to.
  public var digest: UInt64
  /// The instant that all pages are answered as at.
  public var asOf: Instant
  /// The currency of all pages.
  public var currency: CurrencyCode?
  /// The price of the last itinerary in minor units; nil when unpriced.
  public var priceMinor: Int64?
  /// Its duration in minutes, where known.
  public var durationMinutes: Int32?
  /// Its stops, where known.
  public var stops: Int8?
  /// Whether the traveller transfers at their own risk.
  public var isSelfTransfer: Bool
  /// Its departure in local minutes since some common day, where known.
  public var departure: Int64?
  /// Its identifier.
  public var id: UInt64

  /// Creates a position.
  public init(
    digest: UInt64,
    asOf: Instant,
    currency: CurrencyCode?,
    priceMinor: Int64?,
    durationMinutes: Int32?,
    stops: Int8?,
    isSelfTransfer: Bool,
    departure: Int64?,
    id: UInt64
  ) {
    self.digest = digest
    self.asOf = asOf
    self.currency = currency
    self.priceMinor = priceMinor
    self.durationMinutes = durationMinutes
    self.stops = stops
    self.isSelfTransfer = isSelfTransfer
    self.departure = departure
    self.id = id
  }
}

extension PagePosition: LosslessStringConvertible {
  private static let unknown = "-"

  /// The cursor.
  public var description: String {
    let numbers = [priceMinor, durationMinutes.map(Int64.init), stops.map(Int64.init), departure]
    let fields =
      [ContentHash.text(digest), "\(asOf)", currency?.description ?? Self.unknown, isSelfTransfer ? "1" : "0"]
      + numbers.map { $0.map { "\($0)" } ?? Self.unknown } + [ContentHash.text(id)]
    return fields.joined(separator: ".")
  }

  /// Reads a cursor; nil when the text is none.
  public init?(_ text: String) {
    let fields = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 9, let digest = UInt64(fields[0], radix: 16), let asOf = Instant(fields[1]),
      let id = UInt64(fields[8], radix: 16)
    else { return nil }
    self.init(
      digest: digest,
      asOf: asOf,
      currency: CurrencyCode(fields[2]),
      priceMinor: Int64(fields[4]),
      durationMinutes: Int32(fields[5]),
      stops: Int8(fields[6]),
      isSelfTransfer: fields[3] == "1",
      departure: Int64(fields[7]),
      id: id
    )
    // What is no number is read as unknown, and written in another way than it came.
    guard description == text, priceMinor ?? 1 > 0, durationMinutes ?? 1 > 0, stops ?? 0 >= 0 else { return nil }
  }
}
