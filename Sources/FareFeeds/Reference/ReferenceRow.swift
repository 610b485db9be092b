import FareModel

/// One record of a reference feed. Such feeds are small, so its fields are plain strings.
struct ReferenceRow {
  private let values: [String: String]
  private let isOpenFlights: Bool

  init(_ scanner: borrowing CSVScanner, _ header: CSVHeader, isOpenFlights: Bool) {
    var values: [String: String] = [:]
    for (index, name) in header.names.enumerated() {
      let value = FieldText.string(scanner.text.extracting(scanner.field(index)))
      if !value.isEmpty, value != "\\N" { values[name] = value }
    }
    self.values = values
    self.isOpenFlights = isOpenFlights
  }

  /// The field of a column; nil where it is empty, null or absent.
  func value(_ name: String) -> String? {
    values[name]
  }
}

extension ReferenceRow {
  func place() throws(Rejection) -> PlaceRecord {
    let code = try placeCode("code")
    let kind = value("kind") ?? PlaceRecord.Kind.airport.rawValue
    guard let kind = PlaceRecord.Kind(rawValue: kind.lowercased()) else {
      throw Rejection("kind", "is neither airport nor city")
    }
    let validity = try validity()
    return PlaceRecord(
      code: code,
      kind: kind,
      name: value("name") ?? "\(code)",
      city: value("city") ?? "",
      country: try country(),
      latitude: try degrees("latitude", within: 90),
      longitude: try degrees("longitude", within: 180),
      timeZone: value("tz"),
      validFrom: validity.from,
      validTo: validity.to,
      successor: value("successor") == nil ? nil : try placeCode("successor")
    )
  }

  func membership() throws(Rejection) -> CityMembership {
    CityMembership(city: try placeCode("city"), airport: try placeCode("airport"))
  }

  /// A route. OpenFlights names some carriers by three letters or not at all: such a route has no carrier.
  func route() throws(Rejection) -> RouteRecord {
    let carrier = value("carrier").flatMap { ListParser.carrierCode($0.utf8Span.span) }
    if carrier == nil, value("carrier") != nil, !isOpenFlights {
      throw Rejection("carrier", "is no two-character carrier code")
    }
    return RouteRecord(
      origin: try placeCode("origin"),
      destination: try placeCode("destination"),
      carrier: carrier ?? ""
    )
  }

  func carrier() throws(Rejection) -> CarrierRecord {
    guard let text = value("code"), let code = ListParser.carrierCode(text.utf8Span.span) else {
      throw Rejection("code", "is no two-character carrier code")
    }
    guard let name = value("name") else { throw Rejection("name", "is missing") }
    let validity = try validity()
    return CarrierRecord(code: code, name: name, validFrom: validity.from, validTo: validity.to)
  }

  /// How well an airline of OpenFlights holds its code; nil in other layouts, where a code has a time of validity.
  var carrierRank: Int? {
    guard isOpenFlights else { return nil }
    return (value("active") == "Y" ? 2 : 0) + (value("callsign") == nil ? 0 : 1)
  }

  func rate() throws(Rejection) -> ExchangeRate {
    ExchangeRate(
      base: try currency("base"),
      quote: try currency("quote"),
      rate: try Self.plainRate(value("rate") ?? "", column: "rate"),
      date: try day("date")
    )
  }

  private func placeCode(_ name: String) throws(Rejection) -> PlaceCode {
    guard let code = value(name).flatMap(PlaceCode.init(_:)) else {
      throw Rejection(name, "is no code of three ASCII letters")
    }
    return code
  }

  private func currency(_ name: String) throws(Rejection) -> CurrencyCode {
    guard let code = value(name).flatMap(CurrencyCode.init(_:)) else {
      throw Rejection(name, "is no code of three ASCII letters")
    }
    return code
  }

  private func day(_ name: String) throws(Rejection) -> Day {
    guard let day = value(name).flatMap(Day.init(_:)) else {
      throw Rejection(name, "is no date: expected YYYY-MM-DD")
    }
    return day
  }

  private func validity() throws(Rejection) -> (from: Day?, to: Day?) {
    let from = value("valid_from") == nil ? nil : try day("valid_from")
    let to = value("valid_to") == nil ? nil : try day("valid_to")
    if let from, let to, to < from { throw Rejection("valid_to", "lies before valid_from") }
    return (from, to)
  }

  private func country() throws(Rejection) -> String {
    guard let country = value("country") else { return "" }
    guard country.utf8.count == 2, country.utf8.allSatisfy(FieldText.isLetter) else {
      throw Rejection("country", "is no code of two letters")
    }
    return country.uppercased()
  }

  private func degrees(_ name: String, within limit: Double) throws(Rejection) -> Double? {
    guard let text = value(name) else { return nil }
    // Double reads names and hexadecimal digits too.
    let isPlain = text.utf8.allSatisfy { FieldText.isDigit($0) || "+-.eE".utf8.contains($0) }
    guard isPlain, let degrees = Double(text), abs(degrees) <= limit else {
      throw Rejection(name, "is no number of degrees, at most \(Int(limit))")
    }
    return degrees
  }
}

extension ReferenceRow {
  /// The day of a record of the European Central Bank: `2024-01-02`, or `2 January 2024` in its daily file.
  func bankDate() throws(Rejection) -> Day {
    let text = value("date") ?? ""
    if let day = Day(text) { return day }
    let parts = text.split(separator: " ")
    guard parts.count == 3, let dayOfMonth = Int(parts[0]), let year = Int(parts[2]),
      let month = Self.months.firstIndex(of: parts[1].lowercased()),
      let day = Day(year: year, month: month + 1, day: dayOfMonth)
    else { throw Rejection("date", "is no date: expected YYYY-MM-DD or D Month YYYY") }
    return day
  }

  /// How much of a currency a euro buys; nil where the bank gives no rate.
  func bankRate(_ name: String, _ date: Day) throws(Rejection) -> ExchangeRate? {
    guard let text = value(name), text != "N/A" else { return nil }
    guard let quote = CurrencyCode(name), let euro = CurrencyCode("EUR") else {
      throw Rejection(name, "is no column of a currency")
    }
    return ExchangeRate(base: euro, quote: quote, rate: try Self.plainRate(text, column: name), date: date)
  }

  /// The text of a rate, which must be a plain decimal number above zero.
  static func plainRate(_ text: String, column: String) throws(Rejection) -> String {
    let utf8 = text.utf8
    let points = utf8.count { $0 == UInt8(ascii: ".") }
    let isPlain = utf8.allSatisfy { FieldText.isDigit($0) || $0 == UInt8(ascii: ".") } && points <= 1
    let hasEnds = utf8.first.map(FieldText.isDigit) == true && utf8.last.map(FieldText.isDigit) == true
    guard isPlain, hasEnds, utf8.contains(where: { $0 > UInt8(ascii: "0") }), utf8.count <= Limits.longestRate else {
      throw Rejection(column, "is no plain decimal number above zero")
    }
    return text
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
}
