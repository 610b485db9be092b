import FareAtlas
import FareModel

/// A description of others' CSV feeds: where a fare's parts stand in them, and how they are written.
///
/// A profile is a JSON object, described in `Data/profiles/README.md`. It is checked when it is read, and translates the
/// records of a feed into the own format's columns.
public struct FeedProfile: Hashable, Sendable {
  /// The profile's name, which is the source of its rows unless `--source` names another.
  public let name: String
  let layout: Layout
  private let json: [UInt8]

  /// What a profile says.
  struct Layout: Sendable {
    /// What stands between the fields of a record.
    var separator = UInt8(ascii: ",")
    /// The columns, in small letters, by which a header is known to be of the feed; none where it is never recognised.
    var recognisedBy: [String] = []
    var path: PathPattern?
    var fields: [ProfileField] = []
  }

  /// Reads a profile from the bytes of its JSON, or says what is wrong with it and where.
  public init(_ json: Span<UInt8>) throws(ProfileError) {
    var parser = ProfileParser()
    (name, layout) = try parser.parse(ProfileNode(json))
    self.json = unsafe json.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Reads the profile that a file holds.
  public init(path: String) throws(FeedError) {
    var source = try ByteSource(path: path)
    var bytes: [UInt8] = []
    while bytes.count <= Limits.largestProfile, try source.read(into: &bytes) {}
    guard bytes.count <= Limits.largestProfile else {
      throw FeedError("the profile is larger than \(Limits.largestProfile >> 10) KiB")
    }
    do {
      try self.init(bytes.span)
    } catch {
      throw FeedError("\(error)")
    }
  }

  /// Two profiles are the same when their texts are.
  public static func == (left: Self, right: Self) -> Bool {
    left.json == right.json
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json)
  }

  /// What tells a batch that was read by the profile from others with the same bytes: the profile's text, and what it takes
  /// from the path of the file.
  public func identity(ofFileAt path: String) -> [String] {
    let values = layout.path?.values(in: path) ?? [:]
    return [String(decoding: json, as: UTF8.self)] + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  /// Whether a header is one of the feed.
  func recognises(_ header: CSVHeader) -> Bool {
    !layout.recognisedBy.isEmpty && layout.recognisedBy.allSatisfy(header.names.contains)
  }
}

extension FeedProfile {
  /// The names of the profiles that the binary carries.
  static let shippedNames = EmbeddedFile.names
    .filter { $0.hasPrefix(folder) && $0.hasSuffix(".json") }
    .map { String($0.dropFirst(folder.count).dropLast(".json".count)) }

  /// The profile that the binary carries under a name.
  static func shipped(_ name: String) -> FeedProfile {
    do {
      return try FeedProfile(EmbeddedFile("\(folder)\(name).json").bytes)
    } catch {
      preconditionFailure("the shipped profile \(name) is wrong: \(error)")
    }
  }

  private static let folder = "Data/profiles/"
}
