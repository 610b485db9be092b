import FareAtlas
import FareJSON
import FareModel

/// A format of feeds. A new one is one file that extends this type, and its line in ``all``.
public struct FeedFormat: Hashable, Sendable {
  /// The name that `--format` takes, and the source of its rows unless `--source` names another.
  public let name: String
  let content: Content

  /// How the bytes of a format are read.
  enum Content: Sendable {
    /// The own format: CSV, or NDJSON with the same names.
    case own
    /// One JSON document.
    case document(DocumentFormat)
    /// CSV by a profile, which is read when it is asked for.
    case profile(@Sendable () -> FeedProfile)
  }

  /// Every format that is known. The first that recognises a feed reads it.
  public static let all: [FeedFormat] =
    [
      .own,
      .skyscannerLive,
      .skyscannerCalendar,
      .amadeusFlightDates,
      .amadeusFlightOffers,
      .wizzTimetable,
      .ryanairCalendar,
      .travelpayouts,
      .duffelOffers,
      .kiwiFlights,
      .serpapiGoogleFlights,
    ] + FeedProfile.shippedNames.map(shipped)

  /// The own format: CSV with a header, or NDJSON with the same names.
  public static let own = FeedFormat(name: "own", content: .own)

  /// The format of a name, or nil.
  public init?(name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The CSV that a profile describes.
  public init(_ profile: FeedProfile) {
    self.init(name: profile.name, content: .profile { profile })
  }

  private static func shipped(_ name: String) -> FeedFormat {
    FeedFormat(name: name, content: .profile { .shipped(name) })
  }

  init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// Two formats are the same when their names are.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }

  /// Whether the header of a CSV feed is of the format.
  func recognises(_ header: CSVHeader) -> Bool {
    switch content {
    case .own: OwnTranslator.recognises(header)
    case .document: false
    case .profile(let profile): profile().recognises(header)
    }
  }

  /// How the CSV of the format is written.
  var dialect: CSVDialect {
    if case .profile(let profile) = content { CSVDialect(separator: profile().layout.separator) } else { .standard }
  }

  static var knownNames: String {
    all.map(\.name).joined(separator: ", ")
  }
}

/// A format whose feeds are one JSON document each.
struct DocumentFormat: Sendable {
  /// Whether a document is of this format.
  var recognises: @Sendable (JSONDocument) -> Bool
  /// What a file's name says where it is of the form that files of this format have, else nil.
  var factsOfName: (@Sendable (FileName) -> FileNameFacts?)?
  /// Adds the rows of a document.
  var read: @Sendable (JSONDocument, inout DocumentRows) throws(FeedError) -> Void
}
