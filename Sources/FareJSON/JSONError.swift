/// Why bytes were refused as a JSON document.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is.
  public enum Kind: Sendable {
    /// The bytes break the grammar of RFC 8259 or are not UTF-8.
    case notJSON
    /// The bytes are JSON, but an object names one member twice, so that it means nothing certain.
    case duplicateKey
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep
    /// There are more bytes than ``JSONTree/longestDocument``.
    case tooLarge
  }

  /// What kind of fault it is.
  public var kind: Kind
  /// The byte of the document at which it was found, from 0.
  public var offset: Int
  /// What is wrong, as the end of a sentence.
  public var reason: String

  /// The fault with its place, safe to show to anybody.
  public var description: String { "\(reason) at byte \(offset)" }
}
