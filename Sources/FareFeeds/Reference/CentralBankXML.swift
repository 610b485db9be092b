import FareModel

/// Reads the reference rates of the European Central Bank from its XML.
///
/// The file is a list of `Cube` elements: one with a `time` begins a day, one with a `currency` and a `rate` says how much
/// of it a euro buys. Nothing else of XML is read.
enum CentralBankXML {
  static func read(_ input: consuming InputBuffer, _ report: inout FeedReport) throws(FeedError) -> ReferenceRows {
    try input.fill(to: Limits.largestDocument + 1)
    guard input.count <= Limits.largestDocument else {
      throw FeedError("the XML document is larger than \(Limits.largestDocument >> 20) MiB")
    }
    let text = FieldText.string(input.unread)
    guard text.contains("<Cube"), text.hasSuffix(">") || text.last?.isWhitespace == true else {
      throw FeedError("the XML is no whole list of the European Central Bank's rates")
    }
    var rows = ReferenceRows()
    var date: Day?
    var record: Int32 = 0
    for tag in text.split(separator: "<") where tag.hasPrefix("Cube") {
      if let time = attribute("time", of: tag) { date = Day(time) }
      guard let currency = attribute("currency", of: tag) else { continue }
      record += 1
      report.rowsRead += 1
      do throws(Rejection) {
        rows.rates.append(try rate(currency, attribute("rate", of: tag), date))
      } catch {
        report.reject(record, error, raw: String(tag).utf8Span.span)
      }
    }
    guard record > 0 else { throw FeedError("the XML has no rate of the European Central Bank") }
    return rows
  }

  private static func rate(_ currency: String, _ rate: String?, _ date: Day?) throws(Rejection) -> ExchangeRate {
    guard let euro = CurrencyCode("EUR"), let quote = CurrencyCode(currency) else {
      throw Rejection("currency", "is no code of three ASCII letters")
    }
    guard let date else { throw Rejection("time", "is no date: expected YYYY-MM-DD") }
    return ExchangeRate(
      base: euro,
      quote: quote,
      rate: try ReferenceRow.plainRate(rate ?? "", column: "rate"),
      date: date
    )
  }

  /// The value of an attribute within single or double quotes.
  private static func attribute(_ name: String, of tag: Substring) -> String? {
    for quote in ["'", "\""] {
      let parts = tag.split(separator: " \(name)=\(quote)", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        return parts[1].split(separator: quote, omittingEmptySubsequences: false).first.map(String.init)
      }
    }
    return nil
  }
}
