import FareFeeds
import FareModel
import FareStore

extension ReferenceRows {
  /// Writes the rows to the store. Of places and carriers that are named twice the last counts, as if they had come one
  /// after the other, and of rates the greater.
  ///
  /// - Returns: How many rows said something new.
  func write(to store: Store) throws(PostgresError) -> Int {
    var new = 0
    if !places.isEmpty { new += try store.add(places.lastOfEach { [$0.code.description, $0.kind.rawValue] }) }
    if !memberships.isEmpty { new += try store.add(memberships) }
    if !routes.isEmpty { new += try store.add(routes) }
    if !carriers.isEmpty {
      new += try store.add(carriers.lastOfEach { [$0.code, $0.validFrom?.description ?? ""] })
    }
    if !rates.isEmpty {
      // Ascending, so that the last of each pair and day is the greatest.
      let ascending = rates.sorted { (Double($0.rate) ?? 0) < (Double($1.rate) ?? 0) }
      new += try store.add(ascending.lastOfEach { [$0.base.description, $0.quote.description, $0.date.description] })
    }
    return new
  }
}

extension Array {
  /// The last of the elements of each key, in the order in which the keys are first met.
  fileprivate func lastOfEach(_ key: (Element) -> [String]) -> [Element] {
    var places: [[String]: Int] = [:]
    var last: [Element] = []
    for element in self {
      let key = key(element)
      if let place = places[key] {
        last[place] = element
      } else {
        places[key] = last.count
        last.append(element)
      }
    }
    return last
  }
}
