import FareModel

/// The current fares that a search is about, in one table.
struct SearchFares {
  /// Which way the routes of a table go.
  enum Direction {
    case outbound, inbound
  }

  /// The fares.
  private(set) var table = ObservationTable()
  /// The fares that answer by themselves.
  private(set) var whole: [Int] = []
  /// One-way fares that may be the way out of a combined trip.
  private(set) var waysOut: [Int] = []
  /// One-way fares that may be the way back.
  private(set) var waysBack: [Int] = []
  /// How many priced fares there are in each currency.
  private var counts: [CurrencyCode: Int] = [:]
  private let departureDate: Day
  private let returnDate: Day?
  private let combines: Bool

  init(_ question: SearchQuestion) {
    departureDate = question.departureDate
    returnDate = question.returnDate
    combines = question.combines
  }

  /// Takes from a table what the search is about.
  ///
  /// A day fare without a price is a look that found nothing, and no itinerary.
  mutating func append(_ fares: CurrentTable, _ direction: Direction) {
    let rows = fares.table.rows
    let day = direction == .outbound ? departureDate : returnDate
    let found = fares.current.filter { index in
      let fare = rows[index]
      guard fare.departureDate == day, fare.kind == .itinerary || fare.priceMinor != nil else { return false }
      let isWhole = direction == .outbound && fare.returnDate == returnDate
      return isWhole || combines && fare.returnDate == nil
    }
    for index in take(found, of: fares.table) {
      if table.rows[index].priceMinor != nil { counts[table.rows[index].currency, default: 0] += 1 }
      switch direction {
      case .outbound where table.rows[index].returnDate == returnDate: whole.append(index)
      case .outbound: waysOut.append(index)
      case .inbound: waysBack.append(index)
      }
    }
  }

  /// Where some rows of another table now stand in this one. The first table is not copied.
  private mutating func take(_ rows: [Int], of other: ObservationTable) -> [Int] {
    let start = table.count
    guard start > 0 else {
      table = other
      return rows
    }
    table.append(rows, of: other)
    return Array(start..<table.count)
  }

  /// The currencies of the prices, in the order of their letters.
  var currencies: [CurrencyCode] { counts.keys.sorted() }

  /// The currency of most priced fares, the first by its letters of equals; nil when nothing is priced.
  var mostPricedCurrency: CurrencyCode? {
    counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension TextPool {
  /// The items of a list joined by `+`; none of a missing one.
  func items(_ id: TextID) -> [String] {
    string(id)?.split(separator: "+").map(String.init) ?? []
  }

  /// The carriers of an ``ObservedLeg/carrierList``.
  func carriers(_ id: TextID) -> [String] { items(id).map { String($0.prefix(2)) } }
}
