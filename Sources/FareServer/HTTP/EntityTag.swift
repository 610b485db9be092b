import FareModel

/// What tells one content of an address from another.
enum EntityTag {
  /// The tag of an answer. It leaves out the instant that the answer is as at, for an answer in which nothing else
  /// changed says the same; so it is a weak one.
  static func of(answer: Span<UInt8>) -> String {
    let name: StaticString = #""as_of":""#
    let instantLength = "2026-08-01T06:00:00Z".utf8.count
    var hash = ContentHash()
    var hashed = 0
    var i = 0
    while i + name.utf8CodeUnitCount + instantLength <= answer.count {
      if answer[i] == UInt8(ascii: "\""), begins(answer, at: i, with: name) {
        i += name.utf8CodeUnitCount
        hash.combine(answer.extracting(hashed..<i))
        i += instantLength
        hashed = i
      } else {
        i += 1
      }
    }
    hash.combine(answer.extracting(hashed..<answer.count))
    return "W/\"\(ContentHash.text(hash.value))\""
  }

  /// Whether a condition of a request, a list of tags or `*`, names a tag.
  static func isNamed(_ tag: String, in condition: String) -> Bool {
    condition.split(separator: ",").contains { candidate in
      let candidate = candidate.drop { $0 == " " }
      return candidate == "*" || opaque(candidate.prefix { $0 != " " }) == opaque(tag[...])
    }
  }

  // Weak and strong tags are compared alike where only a whole answer is saved.
  private static func opaque(_ tag: Substring) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
  }

  private static func begins(_ text: Span<UInt8>, at place: Int, with name: StaticString) -> Bool {
    for i in 0..<name.utf8CodeUnitCount where unsafe text[place + i] != name.utf8Start[i] { return false }
    return true
  }
}
