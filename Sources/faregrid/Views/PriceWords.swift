import FareModel

/// Prices as people read them, by the currency's rules and the question's locale.
struct PriceWords: Sendable {
  /// A price in full: `$562.76`.
  var display: @Sendable (Price) -> String
  /// How many decimals a currency has.
  var exponent: @Sendable (CurrencyCode) -> Int

  /// A price that is shown in the space of a cell. From the first to the last, less is said in less space.
  enum Density: CaseIterable {
    /// `$12,345.67`
    case full
    /// `12,345.67`
    case bare
    /// `$12,346`
    case whole
    /// `12,346`
    case wholeBare
    /// `12k`
    case thousands
    /// `1M`
    case millions

    /// What a note under the grid says of prices that are not in full; nil where there is nothing to say.
    func note(_ currency: CurrencyCode) -> String? {
      switch self {
      case .full: nil
      case .bare: "in \(currency)"
      case .whole, .wholeBare: "in whole \(currency), rounded"
      case .thousands: "in thousands of \(currency), rounded"
      case .millions: "in millions of \(currency), rounded"
      }
    }
  }

  /// A price in full that a terminal can show.
  func text(_ price: Price, on terminal: Terminal) -> String {
    let text = display(price)
    guard terminal.isUnicode || text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Money.decimal(price.minor, exponent: exponent(price.currency)) + " \(price.currency)"
    }
    return text
  }

  /// A price in a cell.
  func text(_ price: Price, _ density: Density, on terminal: Terminal) -> String {
    switch density {
    case .full: text(price, on: terminal)
    case .bare: Self.withoutSymbol(text(price, on: terminal))
    case .whole: text(rounded(price), on: terminal)
    case .wholeBare: Self.withoutSymbol(text(rounded(price), on: terminal))
    case .thousands: "\(scaled(price, by: 1000))k"
    case .millions: "\(scaled(price, by: 1_000_000))M"
    }
  }

  /// The first density in which every price takes at most `columns`, else the last.
  func density(of prices: [Price], columns: Int, on terminal: Terminal) -> Density {
    let fitting = Density.allCases.first { density in
      prices.allSatisfy { TextWidth.of(text($0, density, on: terminal)) <= columns }
    }
    return fitting ?? .millions
  }

  private func unit(_ currency: CurrencyCode) -> Int64 {
    (0..<exponent(currency)).reduce(1) { unit, _ in unit * 10 }
  }

  /// The price to the whole unit, half up.
  private func rounded(_ price: Price) -> Price {
    let unit = unit(price.currency)
    return Price(minor: (price.minor + unit / 2) / unit * unit, currency: price.currency)
  }

  private func scaled(_ price: Price, by factor: Int64) -> Int64 {
    let unit = unit(price.currency) * factor
    return (price.minor + unit / 2) / unit
  }

  private static func withoutSymbol(_ text: String) -> String {
    let isDigit: (Character) -> Bool = { ("0"..."9").contains($0) }
    guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit) else { return text }
    return String(text[first...last])
  }
}
