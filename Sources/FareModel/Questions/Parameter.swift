/// A parameter that a method takes: its name, what it may be, and the words that explain it.
///
/// One table of methods (``Method/all``) serves JSON, the command line and the documentation, so a parameter is described,
/// limited and read in one place.
public struct Parameter: Sendable {
  /// What a parameter may be.
  public enum Kind: Sendable {
    /// A place code, or `city:` and a code.
    case place
    /// `YYYY-MM`.
    case month
    /// `YYYY-MM-DD`.
    case day
    /// An ISO 8601 instant with its zone.
    case instant
    /// `HH:MM`.
    case time
    /// `true` or `false`; a bare flag on the command line.
    case boolean
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// One of some words.
    case choice([String])
    /// A list of words, each of which passes a check; its text says what a word is.
    case list(of: ListItem)
    /// A three-letter currency code.
    case currency
    /// Any text that is not empty.
    case text
  }

  /// What a list holds.
  public enum ListItem: Sendable {
    /// Two-character carrier codes.
    case carrier
    /// Three-letter place codes.
    case place
  }

  /// The name, in snake case.
  public var name: String
  /// What the parameter may be.
  public var kind: Kind
  /// Whether a question must have it.
  public var isRequired: Bool
  /// One sentence for people.
  public var summary: String

  /// Creates a parameter.
  public init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.summary = summary
  }

  /// The parameter's name as a flag: `--band-reference`.
  public var flag: String {
    "--" + name.replacing("_", with: "-")
  }

  /// What is allowed, in the words of an error: `an integer from 0 to 8`.
  public var expected: String {
    switch kind {
    case .place: "a three-letter place code, or city: and a code"
    case .month: "a month as YYYY-MM"
    case .day: "a date as YYYY-MM-DD"
    case .instant: "an instant with its zone, as 2026-08-01T06:00:00Z"
    case .time: "a local time as HH:MM"
    case .boolean: "true or false"
    case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): Self.alternatives(words)
    case .list(of: .carrier): "a list of two-character carrier codes"
    case .list(of: .place): "a list of three-letter place codes"
    case .currency: "a three-letter currency code"
    case .text: "a text"
    }
  }

  /// The words joined as people write alternatives: `a, b or c`.
  public static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension String {
  /// The text with every `old` replaced. FareModel imports no Foundation, which has this ready made.
  fileprivate func replacing(_ old: Character, with new: Character) -> String {
    String(map { $0 == old ? new : $0 })
  }
}
