public import FareModel

extension Atlas {
  /// Type-ahead: the places whose code, city or name begins with `text`, accents and case aside.
  ///
  /// In this order: the place whose code the text is; places whose city begins with it; those with a word of the city,
  /// then a word of the name, that begins with it; those whose code does. Among equals the place that is flown to most
  /// comes first, and a city before its airports.
  ///
  /// - Complexity: O(bytes of all names), a fraction of a millisecond; the first call builds the index.
  public func places(beginning text: String, limit: Int) -> [PlaceRecord] {
    placeIndex.places(beginning: text, limit: limit)
  }

  /// Known places whose code is one letter, or one swap of neighbouring letters, away from `code`.
  ///
  /// Those that are flown to most come first, then in the order of their codes.
  public func nearestCodes(to code: PlaceCode, limit: Int) -> [PlaceRecord] {
    let near = Self.neighbours(of: code).compactMap { neighbour -> (record: PlaceRecord, weight: Int)? in
      guard let record = airport(neighbour) ?? city(neighbour) else { return nil }
      let weights = [PlaceRecord.Kind.airport, .city].map { Shipped.place(neighbour, $0)?.weight ?? 0 }
      return (record, weights.reduce(0, max))
    }
    return near.sorted { (-$0.weight, $0.record.code) < (-$1.weight, $1.record.code) }.prefix(limit).map(\.record)
  }

  private static func neighbours(of code: PlaceCode) -> Set<PlaceCode> {
    let letters = [code.letters.0, code.letters.1, code.letters.2]
    var neighbours: Set<PlaceCode> = []
    func insert(_ letters: [UInt8]) {
      neighbours.insert(PlaceCode(rawValue: letters.reduce(0) { $0 << 8 | UInt32($1) }))
    }
    for position in letters.indices {
      for letter in UInt8(ascii: "A")...UInt8(ascii: "Z") {
        var changed = letters
        changed[position] = letter
        insert(changed)
      }
    }
    insert([letters[1], letters[0], letters[2]])
    insert([letters[0], letters[2], letters[1]])
    neighbours.remove(code)
    return neighbours
  }
}
