import FareFeeds
import FareModel

/// A small good file of a format, from which a fuzz test makes bad ones.
struct FuzzSeed: Sendable {
  /// What the file is read as.
  enum Reading: Sendable {
    /// Fares, of the format of a name.
    case fares(String)
    /// Reference rows.
    case reference(ReferenceKind)
    /// A profile, which then reads a file.
    case profile(of: [UInt8])
  }

  var name: String
  var reading: Reading
  /// The path in which formats look for what the file does not say.
  var path: String
  var bytes: [UInt8]

  private init(_ name: String, _ reading: Reading, path: String, _ bytes: [UInt8]) {
    (self.name, self.reading, self.path, self.bytes) = (name, reading, path, bytes)
  }

  /// A file of fares.
  static func fares(_ format: String, path: String = "fares", _ text: String) -> FuzzSeed {
    FuzzSeed(format, .fares(format), path: path, Array(text.utf8))
  }

  /// A file of reference rows.
  static func reference(_ kind: ReferenceKind, _ text: String) -> FuzzSeed {
    FuzzSeed(kind.rawValue, .reference(kind), path: "reference", Array(text.utf8))
  }

  /// A profile, and a file that it reads.
  static func profile(_ profile: String, of file: String) -> FuzzSeed {
    FuzzSeed("profile", .profile(of: Array(file.utf8)), path: "20260801-0630_OSL.csv", Array(profile.utf8))
  }

  /// The same file, as others' bytes.
  func holding(_ bytes: [UInt8], named name: String? = nil) -> FuzzSeed {
    FuzzSeed(name ?? self.name, reading, path: path, bytes)
  }
}
