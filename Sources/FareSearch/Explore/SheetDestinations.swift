import FareModel

/// The destinations of the rows of a sheet, numbered as they are met.
struct SheetDestinations {
  /// The destinations, each once.
  private(set) var codes: [PlaceCode] = []
  /// The number of the destination of each row.
  private(set) var numbers: [Int] = []
  /// The rows of each destination.
  private(set) var rows: [[Int]] = []

  init(_ sheet: FareSheet) {
    var known: [PlaceCode: Int] = [:]
    for (index, row) in sheet.rows.enumerated() {
      let destination = row.route.destination
      // The rows of a route mostly stand together.
      if let last = numbers.last, codes[last] == destination {
        numbers.append(last)
        rows[last].append(index)
      } else if let number = known[destination] {
        numbers.append(number)
        rows[number].append(index)
      } else {
        known[destination] = codes.count
        numbers.append(codes.count)
        codes.append(destination)
        rows.append([index])
      }
    }
  }

  /// The currency with most priced days of destinations: a day counts once for each destination that is priced on it.
  func mostPricedCurrency(
    in sheet: FareSheet,
    of days: ClosedRange<Day>,
    _ nights: ClosedRange<Int>?
  ) -> CurrencyCode? {
    let count = days.count
    return sheet.mostPricedCurrency(slotCount: codes.count * count) { row, departureDate, returnDate in
      guard days.contains(departureDate), nights.include(departureDate, returnDate) else { return nil }
      return numbers[row] * count + days.lowerBound.distance(to: departureDate)
    }
  }
}
