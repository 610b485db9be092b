import FareAtlas
import FareFeeds
import FareModel
import Foundation
import Glibc
import Support

/// Reads files that are made for it.
///
/// They lie in memory, so that no disk slows the test down.
struct FuzzInput {
  /// What a reading came to.
  struct Count {
    var format = ""
    var rowsRead = 0
    var accepted = 0
    var rejected = 0
  }

  /// What is given beside a file.
  enum Flags {
    /// Nothing.
    case none
    /// What fares need, and the format is recognised.
    case one
    /// The same, and the format is told.
    case format

    /// Mostly what lets a file be read.
    static func drawn(_ random: inout SeededGenerator) -> Flags {
      [.none, .one, .one, .format, .format].randomElement(using: &random) ?? .one
    }
  }

  /// How many inputs at the most, for how many seconds, and of which seed.
  static let inputs = number("FAREGRID_FUZZ_INPUTS") ?? .max
  static let seconds = number("FAREGRID_FUZZ_SECONDS") ?? (inputs == .max ? 10 : 86_400)
  static let seed = UInt64(number("FAREGRID_FUZZ_SEED") ?? 1)
  /// Where the last input is kept, to be found there when it ended the process.
  static let keptAt = unsafe getenv("FAREGRID_FUZZ_FILE").map { unsafe String(cString: $0) }

  private let atlas: Atlas
  private let file: FileHandle
  private let second = Self.open()

  /// Uses files in memory, or for the input a file at a path.
  init(atlas: Atlas, keptAt path: String? = nil) {
    self.atlas = atlas
    file = Self.open(keptAt: path)
  }

  /// Reads a file to its end. One that takes a minute, which none does on any machine, ends the process.
  func read(_ seed: FuzzSeed, flags: Flags, limit: Int) throws -> Count {
    alarm(60)
    defer { alarm(0) }
    switch seed.reading {
    case .fares(let format):
      let named = flags == .format ? FeedFormat(name: format) : nil
      return try fares(write(seed.bytes), seed.path, named, flags, limit)
    case .reference(let kind):
      var report = FeedReport()
      let rows = try ReferenceFeed.read(ByteSource(path: write(seed.bytes)), kind, &report)
      // Of an airline that is told twice one row counts, as of rows that are the same.
      let isShort = kind == .carriers && rows.count <= report.rowsRead - report.rowsRejected
      let accepted = isShort ? report.rowsRead - report.rowsRejected : rows.count
      return Count(rowsRead: report.rowsRead, accepted: accepted, rejected: report.rowsRejected)
    case .profile(let file):
      let path = try write(seed.bytes)
      return try fares(write(file, to: second), seed.path, FeedFormat(FeedProfile(path: path)), flags, limit)
    }
  }

  private func fares(
    _ file: String,
    _ path: String,
    _ format: FeedFormat?,
    _ flags: Flags,
    _ limit: Int
  ) throws -> Count {
    var context = FeedContext(batch: 7, now: Instant(day: Day(rawValue: 25_000), secondOfDay: 0))
    context.path = path
    if flags != .none {
      context.origin = PlaceCode("OSL")
      context.destination = PlaceCode("FCO")
      context.currency = CurrencyCode("EUR")
      context.observedAt = Instant(rawValue: 1_600_000_000)
    }
    var reader = try FeedReader(ByteSource(path: file, chunkSize: 4096), format: format, context: context, atlas: atlas)
    var (count, table, report) = (Count(format: reader.format.name), ObservationTable(), FeedReport())
    var hasMore = true
    while hasMore {
      hasMore = try reader.read(into: &table, &report, limit: limit)
      count.accepted += table.provenance.count { $0.record > 0 }
      count.rejected += report.takeRejected().count
      table.removeAll()
    }
    count.rowsRead = report.rowsRead
    return count
  }

  /// Puts bytes into a file, and gives a path to it.
  private func write(_ bytes: [UInt8], to file: FileHandle? = nil) throws -> String {
    let file = file ?? self.file
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    return "/proc/self/fd/\(file.fileDescriptor)"
  }

  /// A file in memory without a name, or one that is kept.
  private static func open(keptAt path: String? = nil) -> FileHandle {
    let name = "/faregrid-fuzz-\(UUID().uuidString)"
    defer { unsafe shm_unlink(name) }
    let descriptor =
      unsafe path.map { unsafe Glibc.open($0, O_RDWR | O_CREAT, 0o600) } ?? shm_open(name, O_RDWR | O_CREAT, 0o600)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func number(_ name: String) -> Int? {
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) }
  }
}
