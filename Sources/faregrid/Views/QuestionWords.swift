import FareModel

extension FareQuestion {
  /// The route and everything that narrows the question: `BOM → JFK, one way, direct only`.
  func words(_ signs: Signs) -> [String] {
    ["\(origin) \(signs.arrow) \(destination)"] + terms.words()
  }

  /// The line that says that the route is not covered.
  func notCovered(on terminal: Terminal) -> String {
    terms.notCovered("from \(origin) to \(destination)", on: terminal)
  }
}

extension FareTerms {
  /// Everything that narrows a question: `one way, direct only`.
  func words() -> [String] {
    var words = [trip == .return ? "return" : "one way"]
    if let nights { words.append(Self.words(nights)) }
    words += filters.words()
    if includePredecessors { words.append("with predecessors") }
    if let asOf { words.append("as of \(asOf)") }
    return words
  }

  /// The line that says that there is no fare of some routes, such as `from BOM to JFK`.
  func notCovered(_ routes: String, on terminal: Terminal) -> String {
    let when = asOf == nil ? "was ever loaded" : "was observed by then"
    let text = "Not covered: no fare \(routes) \(when). faregrid ingest loads some."
    return TextWidth.wrapped(text, width: terminal.width, indent: 0) + "\n"
  }

  private static func words(_ nights: ClosedRange<Int>) -> String {
    let upper = Amounts.counted(Int64(nights.upperBound), "night")
    return nights.lowerBound == nights.upperBound ? upper : "\(nights.lowerBound) to \(upper)"
  }
}

extension FareFilters {
  fileprivate func words() -> [String] {
    var words: [String] = []
    if let stops = maxStops {
      words.append(stops == 0 ? "direct only" : "at most \(Amounts.counted(Int64(stops), "stop"))")
    }
    if let carriers { words.append("carriers " + carriers.joined(separator: " ")) }
    if let excludedCarriers { words.append("without carriers " + excludedCarriers.joined(separator: " ")) }
    if let cabin { words.append(cabin.name.replacing("_", " ")) }
    words += outbound.words("out ") + inbound.words("back ")
    if let maxDurationMinutes { words.append("at most \(DurationWords.text(maxDurationMinutes))") }
    if !allowsSelfTransfer { words.append("no self transfer") }
    if let via { words.append("via " + via.map(\.description).joined(separator: " ")) }
    if let excludedVia { words.append("not via " + excludedVia.map(\.description).joined(separator: " ")) }
    if let hours = maxAgeHours { words.append("seen in the last \(Amounts.counted(Int64(hours), "hour"))") }
    return words
  }
}

extension LegHours {
  fileprivate func words(_ way: String) -> [String] {
    [("departing", departureAfter, departureBefore), ("arriving", arrivalAfter, arrivalBefore)].compactMap {
      verb,
      from,
      to in
      guard from != nil || to != nil else { return nil }
      let bounds = [from.map { "from \($0)" }, to.map { "to \($0)" }].compactMap(\.self)
      return way + verb + " " + bounds.joined(separator: " ")
    }
  }
}

extension LeftOut {
  /// What was left out, in words: `fares: 3 too old`; nil when nothing was.
  var words: String? {
    let counts = [
      (otherCurrency, "in other currencies without a rate"), (stale, "too old"), (filtered, "filtered out"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\(Amounts.grouped(Int64($0.0))) \($0.1)" }
    return words.isEmpty ? nil : "fares: " + words.joined(separator: ", ")
  }

  /// The line that says it below a table, with its newline; empty when nothing was.
  func line(on terminal: Terminal) -> String {
    guard let words else { return "" }
    let label = "left out  "
    return label + TextWidth.wrapped(words, width: terminal.width, indent: label.count) + "\n"
  }
}

/// Durations as people read them.
enum DurationWords {
  /// `2h 15m`, `45m` or `13h`.
  static func text(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h \(rest)m"
  }
}
