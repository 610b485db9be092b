import FareAtlas
import FareJSON
import FareModel

/// How the amounts of one answer are written.
struct Amounts {
  /// The currency's letters; empty in an answer without amounts.
  let currency: String
  private let exponent: Int
  private let format: PriceFormat?

  /// Creates the manner of a currency; nil where the answer has no amounts.
  init(_ currency: CurrencyCode?, _ locale: Locale, _ atlas: Atlas) {
    self.currency = currency?.description ?? ""
    format = currency.flatMap { atlas.priceFormat($0, locale) }
    exponent = format?.decimals ?? 0
  }

  /// Writes the exact decimal text of an amount in minor units, without quotes.
  func write(_ minor: Int64, into json: inout JSONWriter) { json.fixed(minor, places: exponent) }

  /// The exact decimal text of an amount in quarters of a minor unit.
  func decimal(quarters: Int64) -> String { Money.decimal(quarters: quarters, exponent: exponent) }

  /// The amount as people of the locale write it.
  func display(_ minor: Int64) -> String { format?.text(minor) ?? Money.decimal(minor, exponent: exponent) }

  /// Writes the amount as people of the locale write it, without quotes: it holds nothing that needs an escape.
  func display(_ minor: Int64, into json: inout JSONWriter) {
    guard let format else { return write(minor, into: &json) }
    let parts = format.parts(minor)
    if minor < 0 { json.raw("-") }
    json.raw(format.prefix.span)
    if parts.isGrouped {
      json.grouped(parts.whole, by: format.groupMark.span)
    } else {
      json.integer(parts.whole)
    }
    if parts.fraction > 0 {
      json.raw(byte: format.decimalMark)
      json.digits(Int(parts.fraction), width: format.decimals)
    }
    json.raw(format.suffix.span)
  }
}

extension JSONWriter {
  /// Writes a number with `mark` between each three digits.
  fileprivate mutating func grouped(_ number: UInt64, by mark: Span<UInt8>) {
    guard number >= 1000 else { return integer(number) }
    grouped(number / 1000, by: mark)
    raw(mark)
    digits(Int(number % 1000), width: 3)
  }
}

/// Members that the answers of several questions share.
extension JSONWriter {
  /// Writes `origin` and `destination` as the question named them.
  mutating func route(_ question: FareQuestion) {
    key("origin")
    string(question.origin.description)
    key("destination")
    string(question.destination.description)
  }

  /// Writes what a question asked for and in which terms it is answered.
  mutating func terms(_ question: FareQuestion, currency: CurrencyCode?, asOf: Instant, _ coverage: Coverage) {
    key("trip")
    string(question.trip.name)
    if let nights = question.nights {
      key("nights_min")
      integer(nights.lowerBound)
      key("nights_max")
      integer(nights.upperBound)
    }
    key("currency")
    optional(currency?.description)
    key("as_of")
    instant(asOf)
    key("coverage")
    string(coverage.rawValue)
  }

  /// Writes `bands`: the rule, its sample and edges, and how many prices have each band.
  mutating func bands(_ edges: BandEdges, reference: String, _ counts: [Band: Int], _ amounts: Amounts) {
    key("bands")
    raw("{\"rule\":\"quartiles\"")
    key("reference")
    string(reference)
    key("sample_size")
    integer(edges.sampleSize)
    key("low_below")
    optional(edges.lowBelowQuarters.map(amounts.decimal(quarters:)))
    key("high_above")
    optional(edges.highAboveQuarters.map(amounts.decimal(quarters:)))
    key("counts")
    raw("{\"low\":")
    integer(counts[.low] ?? 0)
    raw(",\"avg\":")
    integer(counts[.avg] ?? 0)
    raw(",\"high\":")
    integer(counts[.high] ?? 0)
    raw("}")
    key("reason")
    optional(edges.lowBelowQuarters == nil ? "too_few_days" : nil)
    raw("}")
  }

  /// Writes `departure_date` and, of return fares, `return_date`.
  mutating func dates(_ departureDate: Day, _ returnDate: Day?) {
    key("departure_date")
    day(departureDate)
    if let returnDate {
      key("return_date")
      day(returnDate)
    }
  }

  /// Writes `price_minor` and `price`.
  mutating func price(_ minor: Int64, _ amounts: Amounts) {
    key("price_minor")
    integer(minor)
    raw(",\"price\":\"")
    amounts.write(minor, into: &self)
    raw("\"")
  }

  /// Writes `statistics`, of no priced days with 0 and nulls.
  mutating func statistics(_ statistics: PriceStatistics?, _ amounts: Amounts) {
    key("statistics")
    raw("{\"n\":")
    integer(statistics?.count ?? 0)
    key("min_minor")
    optional(statistics?.minMinor)
    key("median")
    optional(statistics.map { amounts.decimal(quarters: 2 * $0.medianHalves) })
    key("mean_minor")
    optional(statistics?.meanMinor)
    key("max_minor")
    optional(statistics?.maxMinor)
    raw("}")
  }

  /// Writes `left_out`.
  mutating func leftOut(_ leftOut: LeftOut) {
    key("left_out")
    raw("{\"other_currency\":")
    integer(leftOut.otherCurrency)
    raw(",\"stale\":")
    integer(leftOut.stale)
    raw(",\"filtered\":")
    integer(leftOut.filtered)
    raw("}")
  }
}
