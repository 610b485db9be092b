import FareModel

/// The signs of a view, each one column wide. They say without colour what colour says.
struct Signs: Sendable {
  var low: String
  var avg: String
  var high: String
  var cheapest: String
  var noFare: String
  var soldOut: String
  var stale: String
  var filteredOut: String
  var arrow: String
  var cut: String
  /// The parts of a bar from an eighth of a column to a whole one, or only the whole.
  var bar: [String]

  static let unicode = Signs(
    low: "▼",
    avg: "·",
    high: "▲",
    cheapest: "★",
    noFare: "–",
    soldOut: "×",
    stale: "~",
    filteredOut: "/",
    arrow: "→",
    cut: "…",
    bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  )

  static let ascii = Signs(
    low: "v",
    avg: ".",
    high: "^",
    cheapest: "*",
    noFare: "-",
    soldOut: "x",
    stale: "~",
    filteredOut: "/",
    arrow: "->",
    cut: ".",
    bar: ["#"]
  )

  /// The sign of a band.
  func sign(of band: Band) -> String {
    switch band {
    case .low: low
    case .avg: avg
    case .high: high
    }
  }

  /// The sign of a day without a price; nil for a priced one.
  func sign(of status: DayStatus) -> String? {
    switch status {
    case .priced: nil
    case .filteredOut: filteredOut
    case .stale: stale
    case .soldOut: soldOut
    case .noFareObserved: noFare
    }
  }

  /// A bar as long as `part` is of `whole`, which fills `columns`: to the nearest part that can be shown, at least one.
  func bar(_ part: Int64, of whole: Int64, columns: Int) -> String {
    let steps = Int64(bar.count)
    let shown = whole == 0 ? 1 : max(1, (part * Int64(columns) * steps + whole / 2) / whole)
    let full = String(repeating: bar.last ?? "", count: Int(shown / steps))
    return shown % steps == 0 ? full : full + bar[Int(shown % steps) - 1]
  }
}

extension Band {
  /// The colour of the band.
  var style: Style {
    switch self {
    case .low: .green
    case .avg: .yellow
    case .high: .red
    }
  }
}
