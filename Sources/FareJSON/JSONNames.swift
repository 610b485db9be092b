/// Whether the names of an object differ.
enum JSONNames {
  /// Up to this many names are compared each with each; more are sorted first, which no chosen names make slow.
  private static let mostCompared = 12

  /// The place in the document of a name that the object has already, or nil when all its names differ.
  ///
  /// - Complexity: O(*n* log *n*) comparisons for *n* names.
  static func firstRepeated(
    in object: JSONScanner.Container,
    of tape: borrowing JSONTape,
    source: Span<UInt8>,
    scratch names: inout [UInt32]
  ) -> Int? {
    guard object.count > 1 else { return nil }
    collect(object, tape, &names)
    let repeated: UInt32?
    if object.count <= mostCompared {
      repeated = firstRepeatedPairwise(names, tape, source)
    } else {
      sort(&names, tape, source)
      repeated = firstRepeatedNeighbour(names, tape, source)
    }
    return repeated.map { JSONTape.begin(tape.entries[Int($0)]) - 1 }
  }

  private static func collect(_ object: JSONScanner.Container, _ tape: borrowing JSONTape, _ names: inout [UInt32]) {
    names.removeAll(keepingCapacity: true)
    var index = object.opening + 1
    for _ in 0..<object.count {
      names.append(UInt32(truncatingIfNeeded: index))
      index = tape.next(after: index + 1)
    }
  }

  private static func firstRepeatedPairwise(
    _ names: [UInt32],
    _ tape: borrowing JSONTape,
    _ source: Span<UInt8>
  ) -> UInt32? {
    for later in 1..<names.count {
      for earlier in 0..<later where order(names[earlier], names[later], tape, source) == 0 {
        return names[later]
      }
    }
    return nil
  }

  private static func firstRepeatedNeighbour(
    _ names: [UInt32],
    _ tape: borrowing JSONTape,
    _ source: Span<UInt8>
  ) -> UInt32? {
    for i in 1..<names.count where order(names[i - 1], names[i], tape, source) == 0 {
      return max(names[i - 1], names[i])
    }
    return nil
  }

  /// Heap sort, because the closure of `Array.sort` may not hold a span.
  private static func sort(_ names: inout [UInt32], _ tape: borrowing JSONTape, _ source: Span<UInt8>) {
    for root in stride(from: names.count / 2 - 1, through: 0, by: -1) {
      siftDown(&names, from: root, to: names.count, tape, source)
    }
    for end in stride(from: names.count - 1, to: 0, by: -1) {
      names.swapAt(0, end)
      siftDown(&names, from: 0, to: end, tape, source)
    }
  }

  private static func siftDown(
    _ names: inout [UInt32],
    from start: Int,
    to end: Int,
    _ tape: borrowing JSONTape,
    _ source: Span<UInt8>
  ) {
    var root = start
    while 2 * root + 1 < end {
      var child = 2 * root + 1
      if child + 1 < end, order(names[child], names[child + 1], tape, source) < 0 { child += 1 }
      if order(names[root], names[child], tape, source) >= 0 { return }
      names.swapAt(root, child)
      root = child
    }
  }

  /// Negative, zero or positive as the text of one name comes before, is, or comes after that of the other.
  ///
  /// Any total order serves: shorter names come first.
  private static func order(_ left: UInt32, _ right: UInt32, _ tape: borrowing JSONTape, _ source: Span<UInt8>) -> Int {
    let (left, right) = (tape.entries[Int(left)], tape.entries[Int(right)])
    guard JSONTape.tag(left) == .string, JSONTape.tag(right) == .string else {
      return order(text(left, source).span, text(right, source).span)
    }
    return order(raw(left, source), raw(right, source))
  }

  private static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    if left.count != right.count { return left.count - right.count }
    for i in left.indices where left[i] != right[i] { return Int(left[i]) - Int(right[i]) }
    return 0
  }

  @_lifetime(copy source)
  private static func raw(_ name: UInt64, _ source: Span<UInt8>) -> Span<UInt8> {
    let begin = JSONTape.begin(name)
    return source.extracting(begin..<begin + JSONTape.second(name))
  }

  private static func text(_ name: UInt64, _ source: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    JSONText.append(raw(name, source), to: &text)
    return text
  }
}
