import FareModel

/// The answer of `matrix` as text: a grid, a row for each day of departure and a column for each day of return, with
/// bands by colour and sign.
struct MatrixView {
  /// The answer.
  var answer: MatrixAnswer
  /// How prices are written.
  var prices: PriceWords
  /// What the text is for.
  var terminal: Terminal

  private static let labelColumns = 12
  private static let leastColumns = 6

  /// The whole text, each line with its newline.
  func text() -> String {
    var words = answer.question.fares.words(terminal.signs)
    if let currency = answer.currency { words.append("\(currency)") }
    let title = TextWidth.wrapped(words.joined(separator: ", "), width: terminal.width, indent: 0) + "\n\n"
    guard answer.coverage == .covered else {
      return title + answer.question.fares.notCovered(on: terminal)
    }
    return title + table().text(on: terminal) + "\n" + notes() + answer.leftOut.line(on: terminal)
  }

  private func table() -> Table {
    let density = density
    return Table(
      columns: [Table.Column(title: "out / back")]
        + answer.question.returns.map { Table.Column(title: DateWords.short($0), isRight: true) },
      rows: zip(answer.question.departures, answer.cells).map { day, cells in
        [Table.Cell("\(DateWords.weekdays[day.weekday]) \(DateWords.short(day))", [.bold])]
          + cells.map { cell($0, density) }
      }
    )
  }

  private func cell(_ cell: MatrixCell?, _ density: PriceWords.Density) -> Table.Cell {
    guard let cell, let currency = answer.currency else { return Table.Cell(terminal.signs.noFare, [.dim]) }
    let sign = cell.band.map(terminal.signs.sign(of:)) ?? " "
    let price = prices.text(Price(minor: cell.priceMinor, currency: currency), density, on: terminal)
    var styles = cell.band.map { [$0.style] } ?? []
    if cell.priceMinor == answer.cheapest?.cell.priceMinor { styles.append(.bold) }
    return Table.Cell("\(price)\(cell.isCombined ? "+" : " ")\(sign)", styles)
  }

  private var density: PriceWords.Density {
    let shown = answer.cells.joined().compactMap { cell in
      cell.flatMap { cell in answer.currency.map { Price(minor: cell.priceMinor, currency: $0) } }
    }
    let columns = (terminal.width - Self.labelColumns) / max(1, answer.question.returns.count) - 4
    return prices.density(of: shown, columns: max(Self.leastColumns, columns), on: terminal)
  }

  private func notes() -> String {
    guard let currency = answer.currency, let (departureDate, returnDate, cell) = answer.cheapest else {
      return "No fare.\n"
    }
    func text(_ minor: Int64) -> String { prices.text(Price(minor: minor, currency: currency), on: terminal) }
    var lines = [
      "cheapest  \(text(cell.priceMinor)), \(DateWords.long(departureDate)) to \(DateWords.long(returnDate))"
    ]
    if answer.edges.wholeMinor != nil {
      let sample = Amounts.counted(Int64(answer.edges.sampleSize), "cell")
      lines.append("bands     " + answer.edges.words(of: sample, terminal.signs, text))
    }
    if answer.cells.joined().contains(where: { $0?.isCombined == true }) {
      lines.append("grid      + two one-ways put together")
    }
    if let note = density.note(currency) { lines.append("prices    \(note)") }
    return lines.map { $0 + "\n" }.joined()
  }
}
