import FareModel
import FareStore

/// The fares that a question about some routes reads, as cells: what every way of reading ends in.
struct FareSheet {
  /// The cheapest fares of a route in one currency, a cell for each departure and return date.
  struct Row {
    /// The route.
    var route: Route
    /// The currency of the prices; nil for the row that holds the days whose looks found no price.
    var currency: CurrencyCode?
    /// The cells.
    var cells: [DayPriceCell]
  }

  /// A priced current fare that the question leaves out.
  struct LeftOutFare {
    /// The day of departure.
    var departureDate: Day
    /// The day of the way back of a return fare.
    var returnDate: Day?
    /// Its price in minor units.
    var priceMinor: Int64
    /// The currency of its price.
    var currency: CurrencyCode
    /// Why it was left out, if not for its currency.
    var reason: LeftOut.Reason
  }

  /// The fares that count. Return fares of any number of nights are among them.
  var rows: [Row] = []
  /// The fares of the days shown that do not count.
  var leftOut: [LeftOutFare] = []
  /// The codes of the filters that neither the atlas nor any fare that was read knows; nil where nothing was filtered.
  var unknownCodes: UnknownCodes?
  /// Until when the same question reads the same fares while nothing is committed; in the past where it is not known.
  var holdsUntil = Instant(rawValue: .max)
}

/// The place of a cell in a ``FareSheet``.
struct CellPlace: Equatable {
  /// The row.
  var row: Int32
  /// The cell in the row.
  var cell: Int32

  /// No cell.
  static let none = CellPlace(row: -1, cell: -1)
}

extension FareSheet {
  /// The cell at a place.
  subscript(place: CellPlace) -> DayPriceCell {
    rows[Int(place.row)].cells[Int(place.cell)]
  }
}

extension FareSheet {
  /// The currencies of the prices, of those left out, too, in the order of their letters.
  var currencies: [CurrencyCode] {
    var found: [CurrencyCode] = []
    for currency in rows.lazy.compactMap(\.currency) where !found.contains(currency) { found.append(currency) }
    for currency in leftOut.lazy.map(\.currency) where !found.contains(currency) { found.append(currency) }
    return found.sorted()
  }

  /// The currency with most priced days, the first by its letters of equals; nil when nothing is priced.
  ///
  /// A day counts once in a currency, however many fares, ways back and routes price it.
  ///
  /// - Parameters:
  ///   - slotCount: How many days the question shows.
  ///   - slot: The number of the day of a cell, which is told by its row, its departure and its return; nil for a cell
  ///     that the question does not show.
  /// - Returns: The currency.
  func mostPricedCurrency(slotCount: Int, slot: (Int, Day, Day?) -> Int?) -> CurrencyCode? {
    let currencies = currencies
    let wordCount = (slotCount + 63) / 64
    var priced = [UInt64](repeating: 0, count: currencies.count * wordCount)  // A bit a slot.
    for row in rows.indices {
      guard let currency = rows[row].currency, let number = currencies.firstIndex(of: currency) else { continue }
      let cells = rows[row].cells
      for cell in cells.indices {
        guard let slot = slot(row, cells[cell].departureDate, cells[cell].returnDate) else { continue }
        priced[number * wordCount + slot / 64] |= 1 << UInt64(slot % 64)
      }
    }
    var best: (days: Int, currency: CurrencyCode?) = (0, nil)
    for number in currencies.indices {
      let words = priced[(number * wordCount)..<((number + 1) * wordCount)]
      let days = words.reduce(0) { $0 + $1.nonzeroBitCount }
      if days > best.days { best = (days, currencies[number]) }
    }
    return best.currency
  }
}

extension FareSheet {
  /// The currency with most priced days of a window.
  func mostPricedCurrency(of window: DayWindow, _ nights: ClosedRange<Int>?) -> CurrencyCode? {
    mostPricedCurrency(slotCount: window.slotCount) { _, departureDate, returnDate in
      nights.include(departureDate, returnDate) ? window.slot(of: departureDate) : nil
    }
  }
}
