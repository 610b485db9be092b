import FareModel

/// The answer of `calendar` as text: a grid for each month, and below what it takes to read and check it.
struct CalendarView {
  /// The answer.
  var answer: CalendarAnswer
  /// How prices are written.
  var prices: PriceWords
  /// What the text is for.
  var terminal: Terminal

  private static let labelColumns = 10

  /// The whole text, each line with its newline.
  func text() -> String {
    guard answer.coverage == .covered else {
      return title + "\n\n" + answer.question.fares.notCovered(on: terminal)
    }
    let grids = months().flatMap { ["", terminal.styled(DateWords.title($0.month), [.bold])] + grid($0.days).lines() }
    return ([title] + grids + [""] + notes()).map { $0 + "\n" }.joined()
  }

  private var title: String {
    var words = answer.question.fares.words(terminal.signs)
    if let currency = answer.currency { words.insert("\(currency)", at: 2) }
    return TextWidth.wrapped(words.joined(separator: ", "), width: terminal.width, indent: 0)
  }

  private func months() -> [(month: Month, days: ArraySlice<CalendarDay>)] {
    var months: [(month: Month, days: ArraySlice<CalendarDay>)] = []
    var rest = answer.days[...]
    while let month = rest.first?.date.month {
      let days = rest.prefix { $0.date.month == month }
      months.append((month, days))
      rest = rest.dropFirst(days.count)
    }
    return months
  }

  private func grid(_ days: ArraySlice<CalendarDay>) -> MonthGrid {
    MonthGrid(
      days: days,
      weekStart: answer.question.weekStart,
      today: answer.today,
      cheapest: answer.cheapest?.date,
      currency: answer.currency,
      density: density,
      prices: prices,
      terminal: terminal
    )
  }

  private var density: PriceWords.Density {
    let shown = answer.days.compactMap { $0.fare.flatMap { price($0.priceMinor) } }
    return prices.density(of: shown, columns: MonthGrid.priceColumns(on: terminal), on: terminal)
  }

  private func price(_ minor: Int64) -> Price? {
    answer.currency.map { Price(minor: minor, currency: $0) }
  }

  private func text(_ minor: Int64) -> String {
    price(minor).map { prices.text($0, on: terminal) } ?? ""
  }
}

extension CalendarView {
  private func notes() -> [String] {
    let notes: [(label: String, text: String?)] = [
      ("cheapest", cheapestNote), ("", answer.cheapest?.fare?.deepLink.map(ShownText.oneLine)), ("bands", bandsNote),
      ("counts", countsNote), ("prices", statisticsNote), ("seen", ageNote), ("grid", gridNote),
      ("left out", answer.leftOut.words),
    ]
    return notes.compactMap { label, text in
      text.map {
        TextWidth.padded(label, to: Self.labelColumns)
          + TextWidth.wrapped($0, width: terminal.width, indent: Self.labelColumns)
      }
    }
  }

  private var cheapestNote: String? {
    guard let day = answer.cheapest, let fare = day.fare else { return nil }
    var words = ["\(terminal.signs.cheapest) \(DateWords.long(day.date)), \(text(fare.priceMinor))"]
    if let back = fare.returnDate { words.append("back \(DateWords.long(back))") }
    let asked = answer.question.fares
    if fare.origin != asked.origin.code || fare.destination != asked.destination.code {
      words.append("\(fare.origin) \(terminal.signs.arrow) \(fare.destination)")
    }
    return words.joined(separator: ", ")
  }

  private var bandsNote: String {
    let reference = answer.question.bandReference == .month ? "month shown" : "horizon"
    let sample = "\(Amounts.counted(Int64(answer.edges.sampleSize), "priced day")) of the \(reference)"
    return answer.edges.words(of: sample, terminal.signs, text)
  }

  private var countsNote: String {
    let bands = Band.allCases.map { "\(answer.counts[$0] ?? 0) \($0.name)" }
    let unpriced = answer.days.count { $0.fare == nil }
    return (bands + ["\(unpriced) without a price"]).joined(separator: ", ")
  }

  private var statisticsNote: String? {
    guard let statistics = answer.statistics else { return nil }
    return "least \(text(statistics.minMinor)), median \(text((statistics.medianHalves + 1) / 2)), "
      + "mean \(text(statistics.meanMinor)), most \(text(statistics.maxMinor)), "
      + "over \(Amounts.counted(Int64(statistics.count), "day"))"
  }

  private var ageNote: String? {
    let fares = answer.days.compactMap(\.fare)
    let hours = fares.map { $0.observedAt.hours(to: answer.asOf) }
    guard let youngest = hours.min(), let oldest = hours.max() else { return nil }
    let (first, last) = (Amounts.age(hours: youngest), Amounts.age(hours: oldest))
    let sources = Set(fares.map(\.source)).sorted().map(ShownText.oneLine)
    return (first == last ? first : "\(first) to \(last)") + " before this answer, by "
      + sources.joined(separator: ", ")
  }

  /// What the grid's signs for unpriced days mean, and how its prices are written.
  private var gridNote: String? {
    let meanings: [(status: DayStatus, words: String)] = [
      (.noFareObserved, "no fare observed"), (.soldOut, "sold out"), (.stale, "older than asked for"),
      (.filteredOut, "filtered out"),
    ]
    var words = meanings.compactMap { status, words in
      answer.days.contains { $0.status == status } ? (terminal.signs.sign(of: status) ?? "") + " " + words : nil
    }
    if let note = answer.currency.flatMap({ density.note($0) }) { words.append("prices \(note)") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
