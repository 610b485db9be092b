import FareAtlas
import FareIngest
import FareJSON
import FareModel
import FareStore

/// Writes what the log holds as files that can be read again.
///
/// Observations come in the own format and in canonical order: by the bytes of their canonical lines. The lines begin with
/// origin, destination and departure date, so the routes' months are written one after the other, each sorted by itself,
/// and memory holds a few of them at a time.
struct Exporter {
  private let store: Store
  private let atlas: Atlas
  private let format: ExportOptions.Format

  init(store: Store, atlas: Atlas, format: ExportOptions.Format) {
    self.store = store
    self.atlas = atlas
    self.format = format
  }

  /// Gives what was observed up to `asOf` to `write`, a piece at a time.
  func run(
    _ content: ExportOptions.Content,
    asOf: Instant,
    write: (Span<UInt8>) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    if format == .csv {
      let header = content == .observations ? OwnFormat.header : DayColumn.header
      try write(Array("\(header)\n".utf8).span)
    }
    let (keys, months) = try Commands.reachingDatabase { () throws(PostgresError) in
      (try store.routeMonths(), try store.observedMonths())
    }
    guard let months else { return }
    for start in stride(from: 0, to: keys.count, by: Limits.routeMonthsAtATime) {
      let some = Array(keys[start..<min(start + Limits.routeMonthsAtATime, keys.count)])
      var table = ObservationTable()
      try Commands.reachingDatabase { () throws(PostgresError) in
        try store.appendObservations(of: some, upTo: asOf, within: months, to: &table)
      }
      let piece = content == .observations ? observations(of: table) : days(of: some, table, asOf)
      try write(piece.span)
    }
  }

  private func observations(of table: ObservationTable) -> [UInt8] {
    let lines = table.rows.enumerated().map { index, row in
      (bytes: OwnFormat.line(of: row, texts: table.texts, exponent: exponent(of: row.currency)), index: index)
    }
    let sorted = lines.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    switch format {
    case .csv:
      return sorted.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
    case .ndjson:
      var json = JSONWriter()
      for (_, index) in sorted { writeObject(table, index, into: &json) }
      return json.bytes
    }
  }

  private func writeObject(_ table: ObservationTable, _ index: Int, into json: inout JSONWriter) {
    let row = table.rows[index]
    json.raw("{")
    for column in OwnFormat.columns {
      let value = OwnFormat.value(of: column, in: row, texts: table.texts, exponent: exponent(of: row.currency))
      guard let value else { continue }
      json.key(text: column.rawValue)
      // Segments are JSON already.
      if column == .segments || column == .returnSegments {
        json.raw(value.utf8Span.span)
      } else {
        json.string(value)
      }
    }
    // Required names stand there with no value, too.
    if row.priceMinor == nil {
      json.key("price")
      json.null()
    }
    json.raw("}\n")
  }

  private func days(of keys: [RouteMonth], _ table: ObservationTable, _ asOf: Instant) -> [UInt8] {
    let priced = DerivedFares(atlas: atlas).dayPrices(of: keys, from: table, validAt: asOf).filter {
      $0.currency != nil
    }
    let cells = priced.flatMap { row in row.cells.map { PricedDay(row: row, cell: $0) } }.sorted()
    var json = JSONWriter()
    var csv: [UInt8] = []
    for day in cells {
      let values = DayColumn.allCases.map { (name: $0.rawValue, value: $0.value(day, exponent(of: day.row.currency))) }
      switch format {
      case .csv:
        OwnFormat.appendRecord(values.map { $0.value ?? "" }, to: &csv)
        csv.append(UInt8(ascii: "\n"))
      case .ndjson:
        json.raw("{")
        for (name, value) in values {
          guard let value else { continue }
          json.key(text: name)
          json.string(value)
        }
        json.raw("}\n")
      }
    }
    return format == .csv ? csv : json.bytes
  }

  private func exponent(of currency: CurrencyCode?) -> Int {
    currency.flatMap { atlas.currency($0)?.exponent } ?? 0
  }
}

/// The cheapest current fare of a day, or pair of days, in one currency.
struct PricedDay: Comparable {
  var row: DayPriceRow
  var cell: DayPriceCell

  static func == (left: Self, right: Self) -> Bool { left.order == right.order }
  static func < (left: Self, right: Self) -> Bool { left.order.lexicographicallyPrecedes(right.order) }

  private var order: [Int] {
    [
      Int(row.origin.rawValue), Int(row.destination.rawValue), Int(cell.departureDate.rawValue),
      cell.returnDate.map { Int($0.rawValue) } ?? .min, row.currency.map { Int($0.rawValue) } ?? 0,
    ]
  }
}

/// A column of `export days`.
enum DayColumn: String, CaseIterable {
  case origin, destination
  case departureDate = "departure_date"
  case returnDate = "return_date"
  case price, currency
  case fares
  case observedAt = "observed_at"
  case stops, source
  case deepLink = "deep_link"

  static let header = allCases.map(\.rawValue).joined(separator: ",")

  /// The value of the column, or nil when it is missing.
  func value(_ day: PricedDay, _ exponent: Int) -> String? {
    switch self {
    case .origin: day.row.origin.description
    case .destination: day.row.destination.description
    case .departureDate: day.cell.departureDate.description
    case .returnDate: day.cell.returnDate?.description
    case .price: day.cell.priceMinor.map { Money.decimal($0, exponent: exponent) }
    case .currency: day.row.currency?.description
    case .fares: String(day.cell.fareCount)
    case .observedAt: day.cell.observedAt.description
    case .stops: day.cell.stops.map(String.init)
    case .source: day.cell.source
    case .deepLink: day.cell.deepLink
    }
  }
}
