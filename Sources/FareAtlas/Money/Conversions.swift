public import FareModel

/// Converts amounts between currencies by loaded rates, exactly.
///
/// Between two currencies the newest rate counts that is dated on or before the day asked about, in whichever direction it
/// was loaded; of two equally new ones that whose base is the currency converted from. Where neither direction was
/// loaded, the way leads through the euro, and is rounded once, at its end. Without a rate nothing is assumed.
public struct Conversions: Sendable {
  private struct Pair: Hashable {
    var base: CurrencyCode
    var quote: CurrencyCode
  }

  private struct Rate {
    var ratio: Ratio
    var date: Day
  }

  private var rates: [Pair: Rate] = [:]
  private let exponent: @Sendable (CurrencyCode) -> Int?

  /// Creates conversions by the rates that were known on a day.
  ///
  /// A rate that is 0 or no plain decimal number is passed over. Of two rates of one day for one pair the greater counts,
  /// so that the order of loading makes no difference. The atlas knows how many decimals a currency has.
  public init(_ loaded: [ExchangeRate], on day: Day, atlas: Atlas) {
    exponent = { atlas.currency($0)?.exponent }
    for rate in loaded where rate.date <= day {
      guard let ratio = Ratio(decimal: rate.rate) else { continue }
      let pair = Pair(base: rate.base, quote: rate.quote)
      if let known = rates[pair], !Self.replaces(known, date: rate.date, ratio: ratio) { continue }
      rates[pair] = Rate(ratio: ratio, date: rate.date)
    }
  }

  /// `minor` units of a currency in minor units of another, rounded half up.
  ///
  /// A greater amount never converts to less. Nil when no rate leads from one to the other, when a currency is unknown, or
  /// when the result does not fit.
  ///
  /// - Precondition: `minor` is not negative.
  public func convert(_ minor: Int64, from base: CurrencyCode, to quote: CurrencyCode) -> Int64? {
    conversion(from: base, to: quote)?(minor)
  }

  /// The conversion from a currency to another, to be kept where many amounts are converted; nil when there is none.
  public func conversion(from base: CurrencyCode, to quote: CurrencyCode) -> Conversion? {
    guard let before = exponent(base), let after = exponent(quote) else { return nil }
    guard let ratio = base == quote ? Ratio(1, 1) : direct(base, quote) ?? throughEuro(base, quote),
      let up = Ratio.powerOfTen(after), let down = Ratio.powerOfTen(before), let scale = Ratio(up, down)
    else { return nil }
    return ratio.multiplied(by: scale).map(Conversion.init)
  }

  private static func replaces(_ known: Rate, date: Day, ratio: Ratio) -> Bool {
    guard date == known.date else { return date > known.date }
    // Both are positive, so the quotient tells which is greater.
    return known.ratio.inverse.flatMap { ratio.multiplied(by: $0) }.map { $0.numerator > $0.denominator } ?? false
  }

  private func direct(_ base: CurrencyCode, _ quote: CurrencyCode) -> Ratio? {
    let stated = rates[Pair(base: base, quote: quote)]
    let opposite = rates[Pair(base: quote, quote: base)]
    guard let stated else { return opposite?.ratio.inverse }
    guard let opposite, opposite.date > stated.date else { return stated.ratio }
    return opposite.ratio.inverse
  }

  private func throughEuro(_ base: CurrencyCode, _ quote: CurrencyCode) -> Ratio? {
    guard let euro = CurrencyCode("EUR"), let first = direct(base, euro), let second = direct(euro, quote) else {
      return nil
    }
    return first.multiplied(by: second)
  }
}

/// Converts amounts from one currency to another.
public struct Conversion: Sendable {
  private let ratio: Ratio

  init(_ ratio: Ratio) {
    self.ratio = ratio
  }

  /// `minor` units of the one currency in minor units of the other, rounded half up; nil when the result does not fit.
  ///
  /// - Precondition: `minor` is not negative.
  public func callAsFunction(_ minor: Int64) -> Int64? {
    ratio.applied(to: minor)
  }
}
