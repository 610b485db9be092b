public import FareModel
import Synchronization

/// A currency of ISO 4217.
public struct Currency: Hashable, Sendable {
  /// The code.
  public var code: CurrencyCode
  /// How many decimals an amount has.
  public var exponent: Int
  /// The name in English.
  public var name: String
  /// The symbol that American English writes, or the code.
  public var symbol: String
}

extension Atlas {
  /// The currency of a code; nil when no money has it.
  ///
  /// - Complexity: O(log currencies).
  public func currency(_ code: CurrencyCode) -> Currency? {
    guard let fields = Shipped.currencies.first(code.rawValue), let exponent = Int(fields[1]) else { return nil }
    return Currency(code: code, exponent: exponent, name: fields[2], symbol: fields[3])
  }

  /// How a locale writes amounts of a currency, to be kept where many are written; nil when no money has the code.
  ///
  /// - Complexity: O(1) once it was asked for.
  public func priceFormat(_ code: CurrencyCode, _ locale: Locale) -> PriceFormat? {
    let key = PriceFormat.Key(currency: code, locale: locale)
    if let known = priceFormats.withLock({ $0[key] }) { return known }
    guard let format = shippedPriceFormat(code, locale) else { return nil }
    priceFormats.withLock { $0[key] = format }
    return format
  }

  private func shippedPriceFormat(_ code: CurrencyCode, _ locale: Locale) -> PriceFormat? {
    guard let currency = currency(code) else { return nil }
    let local = Shipped.currencySymbols.first(code.rawValue)
    let column = Shipped.currencySymbols.header.firstIndex(of: locale.rawValue)
    let symbol = column.flatMap { local?[$0] } ?? currency.symbol
    return PriceFormat(symbol: symbol, exponent: currency.exponent, locale: locale)
  }

  /// A price as people of a locale read it: `$424.87`, `£42`, `424,87 €`.
  ///
  /// ``PriceFormat`` has the rules. An amount of an unknown currency is written in minor units behind the code.
  public func display(_ price: Price, locale: Locale) -> String {
    priceFormat(price.currency, locale)?.text(price.minor) ?? "\(price.currency) \(price.minor)"
  }
}
