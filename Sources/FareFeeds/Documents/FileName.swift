import FareModel

/// The name of a feed's file, in which some formats carry what their content does not say.
struct FileName {
  /// What stands between the underscores of the name before its first point: `CTA`, `Dec` and `1751321319`.
  let parts: [String]

  /// Takes the name at the end of a path.
  init(path: String) {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.prefix { $0 != "." }
    parts = stem.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
  }

  /// The code of three capital letters that a part is, or nil.
  func place(at index: Int) -> PlaceCode? {
    guard parts.indices.contains(index), parts[index].utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 })
    else { return nil }
    return PlaceCode(parts[index])
  }

  /// The number of exactly so many digits that a part is, or nil.
  func number(at index: Int, digits: Int) -> Int? {
    guard parts.indices.contains(index), parts[index].utf8.count == digits,
      parts[index].utf8.allSatisfy(FieldText.isDigit)
    else { return nil }
    return Int(parts[index])
  }
}

/// What a file's name says of its fares.
struct FileNameFacts: Hashable {
  var observedAt: Instant?
  var destination: PlaceCode?
}

extension FeedContext {
  /// Takes over what the file's name says, which wins over the flags as all does that a feed says.
  mutating func take(_ facts: FileNameFacts) {
    observedAt = facts.observedAt ?? observedAt
    destination = facts.destination ?? destination
  }
}

extension FeedFormat {
  /// Whether files of some format carry what their content does not say in names like that of `path`.
  ///
  /// Whether the file is of such a format only its content tells: see ``FeedReader/context``.
  public static func mayCarryContext(inNameOf path: String) -> Bool {
    let name = FileName(path: path)
    return all.contains { format in
      guard case .document(let content) = format.content else { return false }
      return content.factsOfName?(name) != nil
    }
  }
}
