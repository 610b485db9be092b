import FareModel

/// The answer of `everywhere` as text: a ranked table with a bar as long as the price.
struct EverywhereView {
  /// The answer.
  var answer: EverywhereAnswer
  /// How prices are written.
  var prices: PriceWords
  /// What the text is for.
  var terminal: Terminal

  private static let barColumns = 16

  /// The whole text, each line with its newline.
  func text() -> String {
    guard !answer.groups.isEmpty else {
      guard answer.coverage == .covered else {
        return title + answer.question.terms.notCovered("from \(answer.question.origin)", on: terminal)
      }
      return title + "No fare.\n" + answer.leftOut.line(on: terminal)
    }
    return title + table().text(on: terminal) + "\n" + bands + answer.leftOut.line(on: terminal)
  }

  /// What the signs mean. Each row has edges of its own, which JSON says.
  private var bands: String {
    let signs = terminal.signs
    let text = "\(signs.low) low, \(signs.avg) avg, \(signs.high) high among the priced days of each route's horizon"
    return "bands     " + TextWidth.wrapped(text, width: terminal.width, indent: 10) + "\n"
  }

  private var title: String {
    let days = DateWords.long(answer.from) + (answer.to.map { " to \(DateWords.long($0))" } ?? " on")
    var words =
      ["\(answer.question.origin) \(terminal.signs.arrow) everywhere", "from \(days)"] + answer.question.terms.words()
    if let currency = answer.currency { words.append("\(currency)") }
    return TextWidth.wrapped(words.joined(separator: ", "), width: terminal.width, indent: 0) + "\n\n"
  }

  private func table() -> Table {
    let most = answer.groups.compactMap { $0.fare?.priceMinor }.max() ?? 0
    return Table(
      columns: [
        Table.Column(title: "", isRight: true), Table.Column(title: answer.question.grouping.rawValue),
        Table.Column(title: "city", isFlexible: true), Table.Column(title: "price", isRight: true),
        Table.Column(title: ""), Table.Column(title: "out"), Table.Column(title: "back"), Table.Column(title: "seen"),
        Table.Column(title: ""),
      ],
      rows: answer.question.page.range(of: answer.groups.count).map {
        row(answer.groups[$0], rank: $0 + 1, most: most)
      }
    )
  }

  private func row(_ group: EverywhereGroup, rank: Int, most: Int64) -> [Table.Cell] {
    let isOther = group.group != group.destination.description
    let city = [isOther ? group.destination.description : nil, group.name.map(ShownText.oneLine), group.country]
    let start: [Table.Cell] = [
      "\(rank)", Table.Cell(group.group), Table.Cell(city.compactMap(\.self).joined(separator: " ")),
    ]
    guard let fare = group.fare, let currency = answer.currency, let departureDate = group.departureDate else {
      return start + [Table.Cell("not covered", [.dim]), "", "", "", "", ""]
    }
    let styles = group.band.map { [$0.style] } ?? []
    return start + [
      Table.Cell(prices.text(Price(minor: fare.priceMinor, currency: currency), on: terminal), styles),
      Table.Cell(group.band.map(terminal.signs.sign(of:)) ?? "", styles), "\(departureDate)",
      Table.Cell(fare.returnDate.map { "\($0)" } ?? ""),
      Table.Cell(Amounts.age(hours: fare.observedAt.hours(to: answer.asOf))),
      Table.Cell(terminal.signs.bar(fare.priceMinor, of: most, columns: Self.barColumns), styles),
    ]
  }
}
