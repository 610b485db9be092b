import FareAtlas
import FareModel

/// Brings prices into the currency of an answer.
struct Exchange {
  /// The currency of the answer; nil when nothing is priced and none was asked for, and then nothing needs converting.
  let currency: CurrencyCode?
  private var others: [(currency: CurrencyCode, conversion: Conversion)] = []

  /// Creates an exchange that converts nothing, for prices that are in the currency of the answer.
  init(to currency: CurrencyCode?) {
    self.currency = currency
  }

  /// Creates an exchange by the rates that were known on a day.
  init(to currency: CurrencyCode, from others: [CurrencyCode], _ rates: [ExchangeRate], on day: Day, _ atlas: Atlas) {
    self.currency = currency
    let conversions = Conversions(rates, on: day, atlas: atlas)
    self.others = others.compactMap { other in
      conversions.conversion(from: other, to: currency).map { (other, $0) }
    }
  }

  /// A price in the currency of the answer, in minor units.
  ///
  /// Nil when no rate converts it, or when it comes to nothing, which is no price, or to more than any fare may cost.
  func convert(_ priceMinor: Int64, from other: CurrencyCode) -> Int64? {
    guard let currency, other != currency else { return priceMinor }
    guard let conversion = others.first(where: { $0.currency == other })?.conversion,
      let converted = conversion(priceMinor), 1...Limits.greatestPriceMinor ~= converted
    else { return nil }
    return converted
  }
}
