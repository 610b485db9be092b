import FareModel

/// The records of a reference feed in CSV by the names of its columns, which OpenFlights leaves to their position.
struct ReferenceTable: ~Copyable {
  private var scanner: CSVScanner
  private let header: CSVHeader
  /// The header as it stands in the file; empty where there is none.
  let headerText: String
  private let layout: Layout
  private var record: Int32 = 0

  /// Where the names of the columns come from.
  enum Layout {
    /// The first record.
    case header
    /// OpenFlights, whose files have none.
    case openFlights
  }

  init(_ input: consuming InputBuffer, _ kind: ReferenceKind) throws(FeedError) {
    if let names = Self.openFlightsNames(of: kind), Self.isHeaderless(input, fields: names.count) {
      layout = .openFlights
      header = CSVHeader(names: names)
      headerText = ""
      scanner = CSVScanner(input, dialect: .backslash)
    } else {
      layout = .header
      var scanner = CSVScanner(input)
      header = try CSVHeader(&scanner)
      headerText = FieldText.string(scanner.raw)
      self.scanner = scanner
    }
  }

  func has(_ name: String) -> Bool {
    header.names.contains(name)
  }

  func require(_ name: String) throws(FeedError) {
    if !has(name) { throw FeedError("the header lacks the column \(name)") }
  }

  /// Reads the next record. Returns false when there are no more.
  mutating func next(
    _ report: inout FeedReport,
    _ take: (ReferenceRow) throws(Rejection) -> Void
  ) throws(FeedError) -> Bool {
    guard let row = try nextRow(&report) else { return false }
    do throws(Rejection) {
      try take(row)
      report.rowsRead += 1
    } catch {
      if layout == .openFlights, row.value("code") == nil || error.column == "code" {
        report.warn(.withoutCode, record: record, error.reason)
      } else {
        reject(error, &report)
      }
    }
    return true
  }

  /// Reads the next record of the European Central Bank: a date, and the rate of the euro in every other column, of which
  /// each counts as a row.
  mutating func nextOfBank(_ report: inout FeedReport, _ take: (ExchangeRate) -> Void) throws(FeedError) -> Bool {
    guard let row = try nextRow(&report) else { return false }
    do throws(Rejection) {
      let date = try row.bankDate()
      for name in header.names where name != "date" && !name.isEmpty {
        readRate(name, of: row, date, &report, take)
      }
    } catch {
      reject(error, &report)
    }
    return true
  }

  /// Reads one rate of a record of the bank. A bad one does not take the others with it.
  private func readRate(
    _ name: String,
    of row: ReferenceRow,
    _ date: Day,
    _ report: inout FeedReport,
    _ take: (ExchangeRate) -> Void
  ) {
    do throws(Rejection) {
      guard let rate = try row.bankRate(name, date) else { return }
      take(rate)
      report.rowsRead += 1
    } catch {
      reject(error, &report)
    }
  }

  /// The next record that has the fields of the header, after those that do not.
  private mutating func nextRow(_ report: inout FeedReport) throws(FeedError) -> ReferenceRow? {
    while try scanner.next() {
      if !scanner.endsWithNewline, scanner.fieldCount < header.names.count {
        throw FeedError(
          "the last record has \(scanner.fieldCount) of \(header.names.count) fields: the file is incomplete"
        )
      }
      record += 1
      if let fault = scanner.fault {
        reject(Rejection("", fault.reason), &report)
      } else if scanner.fieldCount != header.names.count {
        reject(Rejection("", "has \(scanner.fieldCount) fields where there are \(header.names.count) columns"), &report)
      } else {
        return ReferenceRow(scanner, header, isOpenFlights: layout == .openFlights)
      }
    }
    return nil
  }

  private func reject(_ rejection: Rejection, _ report: inout FeedReport) {
    report.rowsRead += 1
    report.reject(record, rejection, raw: scanner.raw)
  }

  /// The columns of an OpenFlights file under the names that the own layouts have for them.
  private static func openFlightsNames(of kind: ReferenceKind) -> [String]? {
    switch kind {
    case .places:
      [
        "id", "name", "city", "country_name", "code", "icao", "latitude", "longitude", "altitude", "utc_offset", "dst",
        "tz",
        "type", "origin_of_data",
      ]
    case .routes:
      [
        "carrier", "carrier_id", "origin", "origin_id", "destination", "destination_id", "codeshare", "stops",
        "equipment",
      ]
    case .carriers: ["id", "name", "alias", "code", "icao", "callsign", "country", "active"]
    case .rates: nil
    }
  }

  /// Whether the feed begins with a record of `fields` fields that is no header: it has a number or a null in it.
  private static func isHeaderless(_ input: borrowing InputBuffer, fields: Int) -> Bool {
    var record = CSVRecord()
    guard case .found = record.scan(input, .backslash), record.fieldCount == fields else { return false }
    return (0..<fields).contains { index in
      let field = record.field(index, in: input)
      return field == "\\N" || Int(field) != nil
    }
  }
}
