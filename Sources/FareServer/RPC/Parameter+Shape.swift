import FareJSON
import FareModel

extension Parameter {
  /// What a value may look like, for readers of JSON Schema.
  var shape: JSONShape {
    switch kind {
    case .place: named(.string(pattern: "^(city:)?[A-Za-z]{3}$"))
    case .month: named(.string(pattern: "^[0-9]{4}-[0-9]{2}$"))
    case .day: named(.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))
    case .time: named(.string(pattern: "^[0-9]{2}:[0-9]{2}$"))
    case .currency: named(.string(pattern: "^[A-Za-z]{3}$"))
    case .instant: named(.string(pattern: nil))
    case .text: JSONShape(.string(pattern: nil)).meaning(summary)
    case .boolean: JSONShape.boolean.meaning(summary)
    case .integer(let range): JSONShape(.integer(range)).meaning(summary)
    case .choice(let words): JSONShape.choice(words).meaning(summary)
    case .list(let item): named(.list(item.shape, most: Limits.longestList))
    }
  }

  /// A shape of which the summary alone does not say what is expected.
  private func named(_ kind: JSONShape.Kind) -> JSONShape {
    JSONShape(kind).meaning("\(summary) Expected: \(expected).")
  }
}

extension Parameter.ListItem {
  fileprivate var shape: JSONShape {
    switch self {
    case .carrier: JSONShape(.string(pattern: "^[A-Za-z0-9]{2}$"))
    case .place: JSONShape(.string(pattern: "^[A-Za-z]{3}$"))
    }
  }
}
