import FareModel

/// What was read of a feed, beside its observations.
public struct FeedReport: Sendable {
  /// The records read: those that became observations and those that were rejected.
  ///
  /// A look that a feed implies without a record of its own is not counted.
  public internal(set) var rowsRead = 0
  /// How many records were rejected.
  public private(set) var rowsRejected = 0
  /// The rejected records that ``takeRejected()`` has not taken yet, in the order of the feed.
  public private(set) var rejected: [RejectedRow] = []

  /// The end of a feed that was read to it, from which one may go on when the file has grown; nil where that cannot be,
  /// because what is added would be part of the last record, of a document or of a compressed stream.
  public internal(set) var end: FeedPosition?

  private var rejectedBytes = 0
  private var counts = [Warning](FeedWarning.allCases.map { Warning(code: $0, count: 0, example: "") })

  /// An oddity of a feed that is counted, while its rows are kept.
  public struct Warning: Hashable, Sendable {
    /// What it is.
    public var code: FeedWarning
    /// How often it was met.
    public var count: Int
    /// The first one, with its record number when it is of a record.
    public var example: String
  }

  /// Creates an empty report.
  public init() {}

  /// The oddities that were met, in a fixed order.
  public var warnings: [Warning] { counts.filter { $0.count > 0 } }

  /// Gives the rejected records and forgets them, so that a long feed of bad rows need not stand in memory.
  public mutating func takeRejected() -> [RejectedRow] {
    defer {
      rejected.removeAll(keepingCapacity: true)
      rejectedBytes = 0
    }
    return rejected
  }

  mutating func reject(_ record: Int32, _ rejection: Rejection, raw: Span<UInt8>) {
    rowsRejected += 1
    let isRoomy = rejectedBytes < Limits.mostRejectedBytes
    let kept = FieldText.storable(
      raw,
      limit: isRoomy ? Limits.longestRejectedRecord : Limits.longestRejectedText
    )
    rejectedBytes += kept.utf8.count
    rejected.append(
      RejectedRow(
        record: record,
        column: FieldText.storable(rejection.column.utf8Span.span, limit: Limits.longestRejectedText),
        reason: FieldText.storable(rejection.reason.utf8Span.span, limit: Limits.longestRejectedText),
        raw: kept,
        isWhole: FieldText.areEqual(kept.utf8Span.span, raw)
      )
    )
  }

  mutating func warn(_ code: FeedWarning, record: Int32, _ example: @autoclosure () -> String) {
    warn(code, "record \(record): \(example())")
  }

  mutating func warn(_ code: FeedWarning, _ example: @autoclosure () -> String) {
    for index in counts.indices where counts[index].code == code {
      counts[index].count += 1
      if counts[index].count == 1 { counts[index].example = example() }
    }
  }
}

/// A record that did not become an observation.
public struct RejectedRow: Hashable, Sendable {
  /// Its number in the feed, from 1.
  public var record: Int32
  /// The column or member that is wrong, or empty when the record as a whole is.
  public var column: String
  /// What is wrong, for people.
  public var reason: String
  /// The beginning of the record, in UTF-8 without NUL: bytes that were neither are replaced.
  public var raw: String
  /// Whether that is all of the record, to the byte.
  public var isWhole: Bool
}

/// An oddity that is counted while the row is kept. The raw value is the stable code of reports.
public enum FeedWarning: String, CaseIterable, Sendable {
  /// A place code that nobody has.
  case unknownPlace = "unknown_place"
  /// A place code that was no longer used on the day of travel.
  case retiredCode = "retired_code"
  /// An arrival day that the leg's duration contradicts; the duration is used.
  case arrivalDisagrees = "arrival_disagrees"
  /// A reference row of OpenFlights without an IATA code, which is passed over and is no row.
  case withoutCode = "without_code"
  /// A header in the middle of a file, which is skipped and is no row.
  case repeatedHeader = "repeated_header"
  /// A name in a header or an object that is no column's and nearly that of a column that is missing. It is ignored like
  /// any unknown name, and what stands under it is not read.
  case misspeltColumn = "misspelt_column"
}

/// Why a record does not become an observation.
struct Rejection: Error, Hashable {
  /// The column or member, or empty for the whole record.
  var column: String
  var reason: String

  init(_ column: String, _ reason: String) {
    self.column = column
    self.reason = reason
  }

  init(_ column: OwnFormat.Column, _ reason: String) {
    self.init(column.rawValue, reason)
  }
}
