import FareModel

/// Every place with its texts folded, for the questions that look through all of them.
struct PlaceIndex: Sendable {
  /// The places: shipped ones that no loaded record replaces, then the loaded ones.
  private(set) var places: [PlaceRecord] = []
  private var weights: [Int] = []
  /// The folded code, city and name of every place, and where each begins. A text ends where the next begins.
  private var folded: [UInt8] = []
  private var starts: [Int] = [0]

  /// Reads and folds every place.
  init(overlay: Overlay) {
    for place in Shipped.places() where !overlay.has(place.record.code, place.record.kind) {
      insert(place.record, weight: place.weight)
    }
    for record in overlay.places {
      insert(record, weight: Shipped.place(record.code, record.kind)?.weight ?? 0)
    }
  }

  private mutating func insert(_ record: PlaceRecord, weight: Int) {
    places.append(record)
    weights.append(weight)
    let isCity = record.kind == .city
    for text in ["\(record.code)", isCity ? record.name : record.city, isCity ? "" : record.name] {
      folded.append(contentsOf: TextFolding.fold(text))
      starts.append(folded.count)
    }
  }

  /// The places that `text` may be the beginning of, the likeliest first.
  ///
  /// - Complexity: O(bytes of all names).
  func places(beginning text: String, limit: Int) -> [PlaceRecord] {
    let wanted = TextFolding.fold(text)
    guard !wanted.isEmpty else { return [] }
    let found = places.indices.compactMap { index in
      match(wanted.span, place: index).map { (match: $0, index: index) }
    }
    return found.sorted { rank($0) < rank($1) }.prefix(limit).map { places[$0.index] }
  }

  /// How a place matches, the likeliest first.
  private enum Match: Int {
    case code
    case city
    case wordOfCity
    case wordOfName
    case beginningOfCode
  }

  /// Before all else how it matches, then how much it is flown to, a city before its airports, and the code.
  private func rank(_ found: (match: Match, index: Int)) -> (Int, Int, Int, PlaceCode) {
    let place = places[found.index]
    return (found.match.rawValue, -weights[found.index], place.kind == .city ? 0 : 1, place.code)
  }

  private func match(_ wanted: Span<UInt8>, place: Int) -> Match? {
    let (code, city, name, end) = (
      starts[place * 3], starts[place * 3 + 1], starts[place * 3 + 2], starts[place * 3 + 3]
    )
    let isCode = begins(wanted, at: code, end: city)
    if isCode, wanted.count == city - code { return .code }
    if begins(wanted, at: city, end: name) { return .city }
    if beginsWord(wanted, from: city, end: name) { return .wordOfCity }
    if beginsWord(wanted, from: name, end: end) { return .wordOfName }
    return isCode ? .beginningOfCode : nil
  }

  private func begins(_ wanted: Span<UInt8>, at start: Int, end: Int) -> Bool {
    guard wanted.count <= end - start else { return false }
    for i in wanted.indices where folded[start + i] != wanted[i] { return false }
    return true
  }

  private func beginsWord(_ wanted: Span<UInt8>, from start: Int, end: Int) -> Bool {
    var start = start
    while wanted.count <= end - start {
      if begins(wanted, at: start, end: end) { return true }
      while start < end, folded[start] != TextFolding.separator { start += 1 }
      start += 1
    }
    return false
  }
}
