import FareModel

/// The answer of `months` as text: a line a month, with a bar as long as its cheapest price.
struct MonthsView {
  /// The answer.
  var answer: MonthsAnswer
  /// How prices are written.
  var prices: PriceWords
  /// What the text is for.
  var terminal: Terminal

  private static let barColumns = 16

  /// The whole text, each line with its newline.
  func text() -> String {
    var words = answer.question.fares.words(terminal.signs)
    if let currency = answer.currency { words.insert("\(currency)", at: 2) }
    let title = TextWidth.wrapped(words.joined(separator: ", "), width: terminal.width, indent: 0) + "\n\n"
    guard answer.coverage == .covered else {
      return title + answer.question.fares.notCovered(on: terminal)
    }
    return title + table().text(on: terminal) + note
  }

  private func table() -> Table {
    let most = answer.months.compactMap { $0.cheapest?.fare?.priceMinor }.max() ?? 0
    return Table(
      columns: [
        Table.Column(title: "month"), Table.Column(title: "days", isRight: true),
        Table.Column(title: "cheapest", isRight: true), Table.Column(title: ""), Table.Column(title: "on"),
        Table.Column(title: "median", isRight: true), Table.Column(title: ""),
      ],
      rows: answer.months.map { row($0, most: most) }
    )
  }

  private func row(_ month: MonthSummary, most: Int64) -> [Table.Cell] {
    let signs = terminal.signs
    let start: [Table.Cell] = ["\(month.month)", "\(month.pricedDays)"]
    guard let day = month.cheapest, let fare = day.fare else {
      return start + [Table.Cell(signs.noFare, [.dim]), "", "", "", ""]
    }
    var styles = month.band.map { [$0.style] } ?? []
    if month.month == answer.cheapestMonth { styles.append(.bold) }
    let mark = month.month == answer.cheapestMonth ? signs.cheapest : " "
    return start + [
      Table.Cell(text(fare.priceMinor), styles), Table.Cell((month.band.map(signs.sign(of:)) ?? " ") + mark, styles),
      "\(DateWords.weekdays[day.date.weekday]) \(day.date.dayOfMonth)",
      Table.Cell(month.medianHalves.map { text(($0 + 1) / 2) } ?? ""),
      Table.Cell(signs.bar(fare.priceMinor, of: most, columns: Self.barColumns), styles),
    ]
  }

  private func text(_ minor: Int64) -> String {
    answer.currency.map { prices.text(Price(minor: minor, currency: $0), on: terminal) } ?? ""
  }

  private var note: String {
    let signs = terminal.signs
    guard let (low, high) = answer.edges.wholeMinor else { return "" }
    let text =
      "\(signs.low) low below \(text(low)), \(signs.avg) avg, \(signs.high) high above \(text(high)), "
      + "\(signs.cheapest) cheapest: quartiles of the \(answer.edges.sampleSize) months' cheapest"
    return "\n" + TextWidth.wrapped(text, width: terminal.width, indent: 0) + "\n"
  }
}
