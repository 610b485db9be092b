import FareModel

/// The target of a request: a path, and the parameters behind its question mark.
struct HTTPTarget {
  /// The path as it was written. Paths that are served need no escapes.
  var path: String
  /// What follows the question mark; nil without one.
  var query: Substring?

  /// Reads a target. What is no UTF-8 becomes replacement characters in the path, where nothing is found by it.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    query = parts.count > 1 ? parts[1] : nil
  }

  /// The parameters as values to check.
  ///
  /// - Throws: What is wrong with a parameter that is no UTF-8 or has a broken escape.
  func arguments() throws(ArgumentError) -> [(name: String, value: ArgumentValue)] {
    guard let query else { return [] }
    var arguments: [(name: String, value: ArgumentValue)] = []
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
      guard let decodedName = Self.decoded(name), let decodedValue = Self.decoded(value ?? name.prefix(0)) else {
        throw ArgumentError(
          parameter: ShownText.bounded(String(Substring(name))),
          value: .untyped(String(Substring(value ?? name))),
          expected: "UTF-8, each % before two hexadecimal digits"
        )
      }
      arguments.append((decodedName, .untyped(decodedValue)))
    }
    return arguments
  }

  /// The text that a piece of a query stands for; nil when it stands for none.
  private static func decoded(_ piece: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(piece.count)
    var rest = piece
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
