import FareModel
import FareStore

/// The cheapest cell of each day of a window, in each currency that the sheet has.
struct CheapestByCurrency {
  /// The currencies, in the order of their letters.
  let currencies: [CurrencyCode]
  private let slotCount: Int
  private var places: [CellPlace]
  private var prices: [Int64]

  /// Finds the cheapest cells of a sheet.
  ///
  /// Of equally cheap cells the one observed last is taken, then the one with the earlier return date, then the one of
  /// the first route. Return fares of other than the given `nights` do not count; nil takes any.
  init(_ sheet: FareSheet, _ window: DayWindow, nights: ClosedRange<Int>?) {
    currencies = sheet.currencies
    slotCount = window.slotCount
    places = Array(repeating: .none, count: currencies.count * slotCount)
    prices = Array(repeating: .max, count: currencies.count * slotCount)
    for row in sheet.rows.indices {
      guard let currency = sheet.rows[row].currency, let number = currencies.firstIndex(of: currency) else { continue }
      let cells = sheet.rows[row].cells
      for cell in cells.indices {
        guard let price = cells[cell].priceMinor, let slot = window.slot(of: cells[cell].departureDate),
          nights.include(cells[cell].departureDate, cells[cell].returnDate)
        else { continue }
        offer(CellPlace(row: Int32(row), cell: Int32(cell)), of: sheet, price, at: number * slotCount + slot)
      }
    }
  }

  /// The place of the cheapest cell of a slot in the currency of a number; ``CellPlace/none`` when there is none.
  func place(currency number: Int, slot: Int) -> CellPlace {
    places[number * slotCount + slot]
  }

  /// The least price of a slot in the currency of a number; nil when there is none.
  func price(currency number: Int, slot: Int) -> Int64? {
    let price = prices[number * slotCount + slot]
    return price == .max ? nil : price
  }

  private mutating func offer(_ place: CellPlace, of sheet: FareSheet, _ price: Int64, at index: Int) {
    guard price <= prices[index] else { return }
    guard price < prices[index] || Self.isPreferred(place, over: places[index], in: sheet) else { return }
    prices[index] = price
    places[index] = place
  }

  private static func isPreferred(_ place: CellPlace, over other: CellPlace, in sheet: FareSheet) -> Bool {
    let (cell, otherCell) = (sheet[place], sheet[other])
    if cell.observedAt != otherCell.observedAt { return cell.observedAt > otherCell.observedAt }
    if let date = cell.returnDate, let otherDate = otherCell.returnDate, date != otherDate { return date < otherDate }
    return sheet.rows[Int(place.row)].route < sheet.rows[Int(other.row)].route
  }
}

extension ClosedRange<Int>? {
  /// Whether the nights between two dates are among these, where nil takes any number of nights and one-way fares.
  func include(_ departureDate: Day, _ returnDate: Day?) -> Bool {
    guard let nights = self, let returnDate else { return true }
    return nights.contains(departureDate.distance(to: returnDate))
  }
}
