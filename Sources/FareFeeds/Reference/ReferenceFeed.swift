public import FareModel

/// What reference rows are about.
public enum ReferenceKind: String, CaseIterable, Sendable {
  /// Airports and cities, or which airports a city has.
  case places
  /// Which carrier flies from where to where.
  case routes
  /// The names of carriers.
  case carriers
  /// Exchange rates.
  case rates
}

/// The rows of a reference feed: those of its kind, in the order of the feed.
public struct ReferenceRows: Sendable {
  /// Airports and cities.
  public internal(set) var places: [PlaceRecord] = []
  /// Which airport belongs to which city.
  public internal(set) var memberships: [CityMembership] = []
  /// Which carrier flies from where to where.
  public internal(set) var routes: [RouteRecord] = []
  /// The names of carriers.
  public internal(set) var carriers: [CarrierRecord] = []
  /// Exchange rates.
  public internal(set) var rates: [ExchangeRate] = []

  /// What stands before the records in a file of them: the header of a CSV, nothing for a layout without one; nil where
  /// records make no file of their own.
  public internal(set) var recordsHeader: String?

  /// How many rows there are.
  public var count: Int { places.count + memberships.count + routes.count + carriers.count + rates.count }
}

/// Reads reference rows: CSV with a header, or a layout that others publish, told by the content.
///
/// - `places`: `code,kind,name,city,country,latitude,longitude,tz,valid_from,valid_to,successor`, of which only `code` must
///   be there; or `city,airport`; or the airports of OpenFlights.
/// - `carriers`: `code,name,valid_from,valid_to`; or the airlines of OpenFlights. Of several airlines with one code the
///   active ones win, of those the ones with a call sign, of those the first; the others count as duplicates.
/// - `routes`: `origin,destination,carrier`; or the routes of OpenFlights.
/// - `rates`: `base,quote,rate,date`; or the reference rates of the European Central Bank as CSV or XML.
///
/// A row of OpenFlights without an IATA code is passed over, and counted as a warning.
public enum ReferenceFeed {
  /// Reads a feed whole and adds to `report` what was read of it and why rows were rejected.
  public static func read(
    _ source: consuming ByteSource,
    _ kind: ReferenceKind,
    _ report: inout FeedReport
  ) throws(FeedError) -> ReferenceRows {
    var input = try InputBuffer(source)
    guard try input.skipBlank() else { throw FeedError("the file is empty") }
    try input.fill(to: Limits.longestRecord)
    if kind == .rates, input.unread[0] == UInt8(ascii: "<") { return try CentralBankXML.read(input, &report) }
    var table = try ReferenceTable(input, kind)
    var rows = ReferenceRows()
    rows.recordsHeader = table.headerText
    switch kind {
    case .places where table.has("airport"):
      try table.require("city")
      while try table.next(&report, { row throws(Rejection) in rows.memberships.append(try row.membership()) }) {}
    case .places:
      try table.require("code")
      while try table.next(&report, { row throws(Rejection) in rows.places.append(try row.place()) }) {}
    case .routes:
      for name in ["origin", "destination"] { try table.require(name) }
      while try table.next(&report, { row throws(Rejection) in rows.routes.append(try row.route()) }) {}
    case .carriers:
      for name in ["code", "name"] { try table.require(name) }
      var carriers = CarrierList()
      while try table.next(&report, { row throws(Rejection) in carriers.add(try row.carrier(), row) }) {}
      rows.carriers = carriers.records
    case .rates where table.has("base"):
      for name in ["quote", "rate", "date"] { try table.require(name) }
      while try table.next(&report, { row throws(Rejection) in rows.rates.append(try row.rate()) }) {}
    case .rates:
      try table.require("date")
      while try table.nextOfBank(&report, { rate in rows.rates.append(rate) }) {}
    }
    return rows
  }
}

/// Carriers as they come in, of which those of OpenFlights may repeat a code.
private struct CarrierList {
  private(set) var records: [CarrierRecord] = []
  private var places: [String: (index: Int, rank: Int)] = [:]

  mutating func add(_ record: CarrierRecord, _ row: ReferenceRow) {
    guard let rank = row.carrierRank else {
      records.append(record)
      return
    }
    if let known = places[record.code] {
      guard rank > known.rank else { return }
      records[known.index] = record
      places[record.code] = (known.index, rank)
    } else {
      places[record.code] = (records.count, rank)
      records.append(record)
    }
  }
}
