import FareModel

/// A month as rows of seven days, two lines a row: the day with the sign of its band, and under it the price.
struct MonthGrid {
  /// The days of one month that are shown, in order.
  var days: ArraySlice<CalendarDay>
  /// The weekday that a row begins with: 0 for Monday, 6 for Sunday.
  var weekStart: Int
  /// The date at the origin.
  var today: Day
  /// The cheapest day of the answer.
  var cheapest: Day?
  /// The currency of the prices.
  var currency: CurrencyCode?
  /// How much of a price a cell says.
  var density: PriceWords.Density
  /// How prices are written.
  var prices: PriceWords
  /// What the grid is drawn on.
  var terminal: Terminal

  private static let rowLength = 7
  private static let widths = 6...13

  /// The columns that one price may take on a terminal.
  static func priceColumns(on terminal: Terminal) -> Int {
    pitch(on: terminal) - 1
  }

  private static func pitch(on terminal: Terminal) -> Int {
    min(max(terminal.width / rowLength, widths.lowerBound), widths.upperBound)
  }

  /// The weekday names and the rows, a line each, without trailing spaces.
  func lines() -> [String] {
    let weekdays = (0..<Self.rowLength).map { DateWords.weekdays[(weekStart + $0) % Self.rowLength] + "  " }
    return [line(weekdays.map { ($0, [.bold]) })] + rows().flatMap { [line($0.map(dayCell)), line($0.map(priceCell))] }
  }

  /// The weeks, each of seven days or blanks. No week is wholly blank.
  func rows() -> [[CalendarDay?]] {
    guard let first = days.first else { return [] }
    let lead = (first.date.weekday - weekStart + Self.rowLength) % Self.rowLength
    let cells = Array(repeating: nil, count: lead) + days.map(Optional.some)
    return stride(from: 0, to: cells.count, by: Self.rowLength).map { start in
      let week = cells[start..<min(start + Self.rowLength, cells.count)]
      return week + Array(repeating: nil, count: Self.rowLength - week.count)
    }
  }

  private func dayCell(_ day: CalendarDay?) -> (String, [Style]) {
    guard let day else { return ("", []) }
    let mark = day.date == cheapest ? terminal.signs.cheapest + " " : ""
    let sign = day.band.map(terminal.signs.sign(of:)) ?? " "
    return ("\(mark)\(day.date.dayOfMonth) \(sign)", styles(day))
  }

  private func priceCell(_ day: CalendarDay?) -> (String, [Style]) {
    guard let day else { return ("", []) }
    if let fare = day.fare, let currency {
      return (prices.text(Price(minor: fare.priceMinor, currency: currency), density, on: terminal), styles(day))
    }
    return ((terminal.signs.sign(of: day.status) ?? "") + "  ", [.dim])
  }

  private func styles(_ day: CalendarDay) -> [Style] {
    var styles = day.band.map { [$0.style] } ?? []
    if day.date == cheapest { styles.append(.bold) } else if day.date < today { styles.append(.dim) }
    return styles
  }

  private func line(_ cells: [(text: String, styles: [Style])]) -> String {
    let width = Self.pitch(on: terminal)
    var line = ""
    var spaces = 0  // Not yet written, so that no line ends with spaces.
    for (text, styles) in cells {
      let content = String(text.reversed().drop { $0 == " " }.reversed())
      spaces += width - TextWidth.of(text)
      if !content.isEmpty {
        line += String(repeating: " ", count: max(0, spaces)) + terminal.styled(content, styles)
        spaces = 0
      }
      spaces += TextWidth.of(text) - TextWidth.of(content)
    }
    return line
  }
}
