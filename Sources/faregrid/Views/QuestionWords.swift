import FareModel

extension FareQuestion {
  /// The route and everything that narrows the question: `BOM → JFK, one way, direct only`.
  func words(_ signs: Signs) -> [String] {
    var words = ["\(origin) \(signs.arrow) \(destination)", trip == .return ? "return" : "one way"]
    if let nights { words.append(Self.words(nights)) }
    if let stops = filters.maxStops {
      words.append(stops == 0 ? "direct only" : "at most \(Amounts.counted(Int64(stops), "stop"))")
    }
    if let carriers = filters.carriers { words.append("carriers " + carriers.joined(separator: " ")) }
    if let cabin = filters.cabin { words.append(cabin.name.replacing("_", " ")) }
    if let hours = filters.maxAgeHours { words.append("seen in the last \(Amounts.counted(Int64(hours), "hour"))") }
    if includePredecessors { words.append("with predecessors") }
    if let asOf { words.append("as of \(asOf)") }
    return words
  }

  private static func words(_ nights: ClosedRange<Int>) -> String {
    let upper = Amounts.counted(Int64(nights.upperBound), "night")
    return nights.lowerBound == nights.upperBound ? upper : "\(nights.lowerBound) to \(upper)"
  }
}
