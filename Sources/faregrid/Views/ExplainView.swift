import FareModel

/// The answer of `explain` as text: the day's price, and a line an observation with what became of it by which rule.
struct ExplainView {
  /// The answer.
  var answer: ExplainAnswer
  /// How prices are written.
  var prices: PriceWords
  /// What the text is for.
  var terminal: Terminal

  /// The whole text, each line with its newline.
  func text() -> String {
    var words = answer.question.fares.words(terminal.signs)
    words.insert(DateWords.long(answer.question.departureDate), at: 1)
    let title = TextWidth.wrapped(words.joined(separator: ", "), width: terminal.width, indent: 0) + "\n\n"
    guard !answer.observations.isEmpty else { return title + "Nothing was observed.\n" }
    return title + price + "\n" + table().text(on: terminal)
  }

  private var price: String {
    guard let fare = answer.day.fare, let currency = answer.currency else {
      return "no price: \(answer.day.status.rawValue.replacing("_", " "))\n"
    }
    func text(_ minor: Int64) -> String { prices.text(Price(minor: minor, currency: currency), on: terminal) }
    guard let band = answer.day.band, let (low, high) = answer.edges.wholeMinor else {
      return "price \(text(fare.priceMinor)), too few days for a band\n"
    }
    return "price \(text(fare.priceMinor)), \(band.label.lowercased()): low below \(text(low)), "
      + "high above \(text(high))\n"
  }

  private func table() -> Table {
    Table(
      columns: [
        Table.Column(title: "", isRight: true), Table.Column(title: "price", isRight: true),
        Table.Column(title: "back"), Table.Column(title: "observed"), Table.Column(title: "source"),
        Table.Column(title: "flights"), Table.Column(title: "what became of it"),
        Table.Column(title: "file", isFlexible: true),
      ],
      rows: answer.question.page.range(of: answer.observations.count).map {
        row(answer.observations[$0], number: $0 + 1)
      }
    )
  }

  private func row(_ observed: ExplainedFare, number: Int) -> [Table.Cell] {
    let (fare, styles) = (observed.fare, observed.verdict.styles)
    let price = fare.priceMinor.map { prices.text(Price(minor: $0, currency: fare.currency), on: terminal) }
    let lostTo = observed.lostTo.map { " (\($0 + 1))" } ?? ""
    let records = ([observed.record] + observed.alsoSeen).map(\.words).joined(separator: ", ")
    return [
      "\(number)", Table.Cell(price ?? (fare.isSoldOut ? "sold out" : terminal.signs.noFare), styles),
      Table.Cell(fare.returnDate.map { "\($0)" } ?? ""), "\(fare.observedAt)",
      Table.Cell(ShownText.oneLine(observed.source)), Table.Cell(observed.flights.map(ShownText.oneLine) ?? ""),
      Table.Cell(observed.words + lostTo, styles), Table.Cell(records),
    ]
  }
}

extension ExplainedFare.Verdict {
  fileprivate var styles: [Style] {
    switch self {
    case .chosen: [.green, .bold]
    case .current: []
    case .leftOut, .superseded: [.dim]
    }
  }
}

extension ExplainedFare.Record {
  /// The file and the record: `fares.csv:3`.
  fileprivate var words: String {
    "\(file.map(ShownText.oneLine) ?? "batch \(provenance.batch)"):\(provenance.record)"
  }
}

extension ExplainedFare {
  /// What became of the observation, in words that a number may follow: that of the one it lost to.
  fileprivate var words: String {
    switch (verdict, rule) {
    case (.chosen, .rule(.leastPrice)): "chosen: the least price"
    case (.chosen, .rule(let rule)): "chosen of equals: \(rule.winner)"
    case (.current, .rule(.unpriced)): "current, without a price"
    case (.current, .rule(.leastPrice)): "current, but dearer"
    case (.current, .rule(let rule)): "current, but of equals \(rule.winner)"
    case (.leftOut, .rule(.nights)): "left out: other nights"
    case (_, .filter(let filter)): "left out by \(filter.rawValue.replacing("_", " "))"
    case (_, .rule(let rule)): "superseded by \(rule.winner)"
    }
  }
}

extension FareRule {
  /// What the winner of a rule is like.
  fileprivate var winner: String {
    switch self {
    case .leastPrice: "the least price"
    case .newestObservation: "a newer observation"
    case .completeLook: "a complete look that lacks it"
    case .belated: "one made before the departure"
    case .pricedFirst: "one with a price"
    case .lowerPrice: "a lower price"
    case .smallerLine: "the first line"
    case .observedLast: "the one observed last"
    case .firstCurrency: "the first currency"
    case .earlierReturn: "the earlier return"
    case .firstRoute: "the first route"
    case .unpriced: "one with a price"
    case .nights: "other nights"
    }
  }
}
