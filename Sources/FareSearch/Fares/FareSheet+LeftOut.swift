import FareModel
import FareStore

extension FareSheet {
  /// Calls `body` with the day and the number of priced fares that an answer leaves out, and why.
  ///
  /// A fare is left out for its currency, else for its age, else by a filter.
  ///
  /// - Parameters:
  ///   - exchange: What brings prices into the currency of the answer.
  ///   - shows: Whether the answer has a place for fares of a departure and a return.
  ///   - passes: Whether fares of a departure and a return at a price in the currency of the answer are shown there. They
  ///     passed the other filters.
  ///   - body: What to do with them.
  func forEachLeftOut(
    _ exchange: Exchange,
    shows: (Day, Day?) -> Bool,
    passes: (Day, Day?, Int64) -> Bool,
    _ body: (Day, Int, LeftOut.Reason) -> Void
  ) {
    for row in rows {
      guard let currency = row.currency else { continue }
      let cells = row.cells
      for cell in cells.indices {
        let (departureDate, returnDate) = (cells[cell].departureDate, cells[cell].returnDate)
        guard shows(departureDate, returnDate), let own = cells[cell].priceMinor else { continue }
        if let price = exchange.convert(own, from: currency) {
          if passes(departureDate, returnDate, price) { continue }
          body(departureDate, cells[cell].fareCount, .filtered)
        } else {
          body(departureDate, cells[cell].fareCount, .otherCurrency)
        }
      }
    }
    for fare in leftOut where shows(fare.departureDate, fare.returnDate) {
      let isConverted = exchange.convert(fare.priceMinor, from: fare.currency) != nil
      body(fare.departureDate, 1, isConverted ? fare.reason : .otherCurrency)
    }
  }
}
