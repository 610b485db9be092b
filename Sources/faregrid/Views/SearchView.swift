import FareModel

/// The answer of `search` as text: the three tabs with their price, a line a leg, and below what filters removed.
struct SearchView {
  /// The answer.
  var answer: SearchAnswer
  /// How prices are written.
  var prices: PriceWords
  /// What the text is for.
  var terminal: Terminal

  private static let labelColumns = 10

  /// The whole text, each line with its newline.
  func text() -> String {
    guard answer.coverage == .covered else {
      return title + "\n" + answer.question.fares.notCovered(on: terminal)
    }
    guard !answer.itineraries.isEmpty else { return title + "\nNo itinerary.\n" + notes() }
    return title + "\n" + tabs().text(on: terminal) + "\n" + table().text(on: terminal) + "\n" + notes()
  }

  private var title: String {
    var words = answer.question.fares.words(terminal.signs)
    words.insert(DateWords.long(answer.question.departureDate), at: 1)
    if let back = answer.question.returnDate { words.insert("back \(DateWords.long(back))", at: 2) }
    if let currency = answer.currency { words.append("\(currency)") }
    return TextWidth.wrapped(words.joined(separator: ", "), width: terminal.width, indent: 0) + "\n"
  }

  /// The tabs side by side; that of the order shown is marked.
  private func tabs() -> Table {
    let orders = SearchOrder.allCases
    return Table(
      columns: orders.map { order in
        let isShown = order.tradeOff == answer.question.tradeOff
        return Table.Column(title: (isShown ? terminal.signs.cheapest + " " : "") + order.title)
      },
      rows: [
        orders.map { Table.Cell(price(answer.tabs[$0]?.priceMinor), [.bold]) },
        orders.map { Table.Cell(duration(answer.tabs[$0]?.durationMinutes)) },
      ]
    )
  }

  private func table() -> Table {
    Table(
      columns: [
        Table.Column(title: "times"), Table.Column(title: "route"), Table.Column(title: "duration", isRight: true),
        Table.Column(title: "stops"), Table.Column(title: "flights", isFlexible: true),
        Table.Column(title: "price", isRight: true), Table.Column(title: ""), Table.Column(title: "seen"),
        Table.Column(title: ""),
      ],
      rows: answer.itineraries.flatMap(rows)
    )
  }

  /// A row for each leg; what is said of the whole itinerary stands in the first.
  private func rows(_ itinerary: Itinerary) -> [[Table.Cell]] {
    itinerary.legs.enumerated().map { index, leg in
      legCells(leg) + (index == 0 ? wholeCells(itinerary) : ["", "", "", ""])
    }
  }

  private func legCells(_ leg: ItineraryLeg) -> [Table.Cell] {
    let flights = leg.segments.compactMap { $0.flightNumber ?? $0.carrier }.map(ShownText.oneLine)
    return [
      Table.Cell(times(leg)), "\(leg.origin) \(terminal.signs.arrow) \(leg.destination)",
      Table.Cell(duration(leg.durationMinutes)), Table.Cell(Self.stops(leg)),
      Table.Cell(flights.joined(separator: " ")),
    ]
  }

  private func wholeCells(_ itinerary: Itinerary) -> [Table.Cell] {
    let styles = itinerary.band.map { [$0.style] } ?? []
    var words: [String] = []
    if itinerary.isCombined { words.append("two tickets") }
    if itinerary.isSelfTransfer == true { words.append("self transfer") }
    if answer.hasSeveralCabins { words += itinerary.cabins.map { $0.name.replacing("_", " ") } }
    let sources = Set(itinerary.offers.map(\.source)).count
    if sources > 1, !itinerary.isCombined { words.append("\(sources) sources") }
    return [
      Table.Cell(price(itinerary.priceMinor), styles),
      Table.Cell(itinerary.band.map(terminal.signs.sign(of:)) ?? "", styles),
      Table.Cell(itinerary.observedAt.map { Amounts.age(hours: $0.hours(to: answer.asOf)) } ?? ""),
      Table.Cell(words.joined(separator: ", ")),
    ]
  }

  private func times(_ leg: ItineraryLeg) -> String {
    guard let departs = leg.departureTime else { return terminal.signs.noFare }
    guard let arrives = leg.arrivalTime, let offset = leg.dayOffset else { return "\(departs)" }
    let days = offset == 0 ? "" : offset > 0 ? "+\(offset)" : "\(offset)"
    return "\(departs) \(terminal.signs.arrow) \(arrives)\(days)"
  }

  private static func stops(_ leg: ItineraryLeg) -> String {
    guard let stops = leg.stops else { return "?" }
    let count = stops == 0 ? "Direct" : Amounts.counted(Int64(stops), "stop")
    return ([count] + leg.via.map(\.description)).joined(separator: " ")
  }

  private func duration(_ minutes: Int?) -> String {
    minutes.map(DurationWords.text) ?? terminal.signs.noFare
  }

  private func price(_ minor: Int64?) -> String {
    guard let minor, let currency = answer.currency else { return terminal.signs.noFare }
    return prices.text(Price(minor: minor, currency: currency), on: terminal)
  }

  private func notes() -> String {
    let notes: [(label: String, text: String?)] = [
      ("bands", bandsNote), ("page", pageNote), ("removed", removedNote),
    ]
    return notes.compactMap { label, text in
      text.map {
        TextWidth.padded(label, to: Self.labelColumns)
          + TextWidth.wrapped($0, width: terminal.width, indent: Self.labelColumns) + "\n"
      }
    }.joined()
  }

  private var bandsNote: String? {
    guard let currency = answer.currency, !answer.itineraries.isEmpty else { return nil }
    let sample = Amounts.counted(Int64(answer.edges.sampleSize), "priced day")
    return answer.edges.words(of: "\(sample) of the horizon", terminal.signs) {
      prices.text(Price(minor: $0, currency: currency), on: terminal)
    }
  }

  private var pageNote: String? {
    guard answer.total > 0 else { return nil }
    guard !answer.itineraries.isEmpty else { return "none of \(answer.total)" }
    let first = answer.offset + 1
    let last = answer.offset + answer.itineraries.count
    let next = answer.nextPosition.map { ", more with --cursor \($0)" } ?? ""
    return "\(first) to \(last) of \(answer.total)" + next
  }

  private var removedNote: String? {
    let words = FareFilter.allCases.compactMap { filter in
      answer.removed[filter].map { "\(Amounts.grouped(Int64($0))) by \(filter.rawValue.replacing("_", " "))" }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension Itinerary {
  /// The cabins of its legs, each once; none where no source says.
  fileprivate var cabins: [Cabin] {
    Set(offers.compactMap(\.cabin)).sorted { $0.rawValue < $1.rawValue }
  }
}

extension SearchAnswer {
  /// Whether the itineraries shown are of more than one cabin, so that each has to say which.
  fileprivate var hasSeveralCabins: Bool { Set(itineraries.map(\.cabins)).count > 1 }
}

extension SearchOrder {
  /// The order as a tab's title.
  fileprivate var title: String {
    switch self {
    case .best: "Best"
    case .cheapest: "Cheapest"
    case .fastest: "Fastest"
    }
  }
}
