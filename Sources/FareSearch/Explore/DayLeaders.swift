import FareModel
import FareStore

/// The fares that a day's price comes down to: the cheapest of each currency, and the one of these that makes the price.
///
/// They are found by what prices the days of a calendar, so that an explanation cannot choose otherwise.
struct DayLeaders {
  /// The fare that makes the price; nil when none does.
  private(set) var chosen: Int?
  /// The cheapest fare of each currency.
  private(set) var ofCurrency: [CurrencyCode: Int] = [:]

  /// Finds the leaders among the fares of a day that stand at `counted` in a table, whose rows are in the order of their
  /// lines.
  init(_ table: ObservationTable, _ counted: [Int], of day: Day, in exchange: Exchange) {
    var sheet = FareSheet()
    let routes = Dictionary(grouping: counted) { table.rows[$0].route }
    for (route, fares) in routes.sorted(by: { $0.key < $1.key }) {
      sheet.append(table, fares, of: route, precedes: <)
    }
    func fare(at place: CellPlace) -> Int? {
      let (row, cell) = (sheet.rows[Int(place.row)], sheet[place])
      return routes[row.route]?.first { index in
        let fare = table.rows[index]
        return table.provenance[index] == cell.provenance && fare.currency == row.currency
          && fare.returnDate == cell.returnDate && fare.priceMinor == cell.priceMinor
      }
    }
    let window = DayWindow(shown: day...day, reference: day...day)
    let cheapest = CheapestByCurrency(sheet, window, nights: nil)
    for (number, currency) in cheapest.currencies.enumerated() {
      let place = cheapest.place(currency: number, slot: 0)
      if place != .none { ofCurrency[currency] = fare(at: place) }
    }
    chosen = PricedDays(sheet, cheapest, window, nights: nil, in: exchange).place(of: day).flatMap(fare)
  }
}
