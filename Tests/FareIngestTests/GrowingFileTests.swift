import FareFeeds
import FareIngest
import FareModel
import FareStore
import Foundation
import Support
import Testing

@Suite("Files that grow")
struct GrowingFileTests {
  private let loaded: LoadedStore
  private let file: GrowingFile

  init() throws {
    loaded = try LoadedStore()
    file = try GrowingFile()
  }

  @discardableResult
  private func ingest(_ text: String, _ options: IngestOptions = IngestOptions()) throws -> BatchRecord {
    try file.ingest(Array(text.utf8), options, into: loaded).batch
  }

  @Test("the rows behind what is loaded are read, and numbered from the beginning of the file")
  func readsNewRows() throws {
    let first = try ingest(head)
    let second = try ingest(head + line(3) + line(4) + line(2))
    #expect((first.rowsRead, first.rowsLoaded, first.grownFrom) == (2, 2, nil))
    #expect((second.rowsRead, second.rowsLoaded, second.rowsDuplicate) == (3, 2, 1))
    #expect(second.grownFrom == first.number)
    #expect(try loaded.rows("select record_number::text from SCHEMA.observation order by 1") == ["1", "2", "3", "4"])
    #expect(try loaded.rows("select record_number::text from SCHEMA.witness") == ["5"])
    #expect(try ingest(head + line(3) + line(4) + line(2)).state == .alreadyLoaded)
    #expect(try ingest(head).state == .alreadyLoaded)
    #expect(try ingest(head + line(3) + line(4) + line(2) + "\n" + line(5)).grownFrom == second.number)
  }

  @Test("rows that go bad go to quarantine under their numbers, and one that comes alone refuses no file")
  func quarantinesNewRows() throws {
    try ingest(head)
    let second = try ingest(head + "LIS,OPO,never,1,EUR,2026-08-01T06:00:00Z\n")
    #expect((second.state, second.rowsRead, second.rowsRejected) == (.loaded, 1, 1))
    #expect(try loaded.store.quarantined(batch: second.number).map(\.record) == [3])
    #expect(second.recordsHeader.map { $0 + "\n" } == header)
  }

  @Test(
    "a file is read whole whose beginning was changed, or whose last record had no end",
    arguments: [
      (head, header + line(9) + line(2) + line(3), 3), (head, header + line(3), 1),
      (String(head.dropLast()), head + line(3), 3), (head + "\r", head + "\r\n" + line(3), 3),
    ]
  )
  func readsWhole(before: String, after: String, rows: Int) throws {
    try ingest(before)
    let second = try ingest(after)
    #expect((second.state, second.rowsRead, second.grownFrom) == (.loaded, rows, nil))
  }

  @Test("a file is read whole that is loaded with another context")
  func otherContext() throws {
    try ingest(head)
    var options = IngestOptions()
    options.source = "other"
    let second = try ingest(head + line(3), options)
    #expect((second.rowsRead, second.rowsLoaded, second.grownFrom) == (3, 3, nil))
    let third = try ingest(head + line(3) + line(4), options)
    #expect((third.rowsRead, third.grownFrom) == (1, second.number))
  }

  @Test("a manifest tells of the whole file")
  func manifest() throws {
    try ingest(head)
    _ = try file.scratch.write(Data("rows=3\n".utf8), as: "fares.csv.manifest")
    #expect(try ingest(head + line(3)).state == .loaded)
    #expect(try ingest(head + line(3) + line(4)).reason == "the file has 4 rows and its manifest says 3")
  }

  @Test("what is retracted is read again, also where it lies before what is not")
  func retracted() throws {
    let first = try ingest(head)
    let second = try ingest(head + line(3))
    try loaded.retract(second.number)
    #expect(try ingest(head + line(3)).grownFrom == first.number)
    let third = try ingest(head + line(3) + line(4))
    try loaded.retract(first.number)
    let whole = try ingest(head + line(3) + line(4))
    #expect((whole.state, whole.rowsRead, whole.grownFrom) == (.loaded, 4, nil))
    #expect(whole.number > third.number)
    #expect(try loaded.lines().count == 4)
    #expect(try ingest(head + line(3) + line(4) + line(5)).grownFrom == whole.number)
  }

  @Test("a file may have the longest path that there is")
  func longPath() throws {
    var random = SeededGenerator(seed: 5)
    let name = (0..<250).map { _ in String(Int.random(in: 0..<36, using: &random), radix: 36) }.joined()
    let folder = Array(repeating: name, count: 15).joined(separator: "/")
    for rows in [head, head + line(3)] {
      let path = try file.scratch.write(Data(rows.utf8), as: "\(folder)/fares.csv")
      let batch = try loaded.ingestor.ingest(InputFile(path: path), IngestOptions()) { _ in }.batch
      #expect(batch.rowsRead == (batch.grownFrom == nil ? 2 : 1))
    }
    #expect(try loaded.lines().count == 3)
  }

  @Test("another file of the same beginning is read whole")
  func otherFile() throws {
    try ingest(head)
    let other = try GrowingFile().ingest(Array((head + line(3)).utf8), IngestOptions(), into: loaded).batch
    #expect((other.rowsRead, other.grownFrom) == (3, nil))
  }

  @Test("grown in random steps they leave the store that one loading of them leaves", arguments: GrowthTrial.all)
  func growth(_ trial: GrowthTrial) throws {
    var files = RandomFiles(seed: trial.seed)
    let lines = files.lines(120, trial.seed % 2 == 0 ? .crowded : .none)
    let text = trial.form.text(lines)
    let ends = text.indices.filter { text[$0] == UInt8(ascii: "\n") }
    // Half of the cuts leave the last record without its end, which is whole all the same.
    let cuts = (0..<8).map { _ in
      (ends.randomElement(using: &files.random) ?? 0) + Int.random(in: 0...1, using: &files.random)
    }
    var skipped = 0
    for cut in Set(cuts + [text.count]).sorted() where cut > ends[0] {
      let report = try file.ingest(Array(text[..<cut]), trial.form.options(), into: loaded)
      let batch = report.batch
      #expect(batch.state == .loaded)
      #expect(batch.rowsRead == batch.rowsLoaded + batch.rowsDuplicate + batch.rowsRejected)
      if batch.grownFrom != nil { skipped += 1 }
    }
    #expect(skipped > 0)
    let whole = try LoadedStore()
    try GrowingFile().ingest(text, trial.form.options(), into: whole)
    #expect(try loaded.lines() == whole.lines())
    #expect(try loaded.derived(withProvenance: false) == whole.derived(withProvenance: false))
    #expect(try loaded.answers() == whole.answers())
    let records = "select (to_jsonb(o) - 'batch_id')::text from SCHEMA.observation o order by 1"
    #expect(try loaded.rows(records) == whole.rows(records))
  }
}

private let header = "origin,destination,departure_date,price,currency,observed_at\n"
private let head = header + line(1) + line(2)

/// One fare of September.
private func line(_ number: Int) -> String {
  "LIS,OPO,2026-09-0\(number),\(10 + number).00,EUR,2026-08-01T06:00:00Z\n"
}

/// A file that keeps its name.
struct GrowingFile {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Ingests the file with other bytes than before.
  @discardableResult
  func ingest(_ bytes: [UInt8], _ options: IngestOptions, into loaded: LoadedStore) throws -> IngestReport {
    let path = try scratch.write(Data(bytes), as: "fares.csv")
    return try loaded.ingestor.ingest(InputFile(path: path), options) { _ in }
  }
}

/// A seed and the form of a file.
struct GrowthTrial: CustomStringConvertible, Sendable {
  enum Form: CaseIterable {
    /// CSV of the own format.
    case csv
    /// The same with a mark before it and returns at the ends of lines.
    case marked
    /// NDJSON of the own format.
    case lines
    /// CSV by a profile.
    case profile

    /// The file of some lines of the own format. The last two forms have the six columns of every fare alone.
    func text(_ lines: [String]) -> [UInt8] {
      let records = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).prefix(6) }
      let text =
        switch self {
        case .csv: ([OwnFormat.header] + lines).map { $0 + "\n" }.joined()
        case .marked: "\u{FEFF}" + ([OwnFormat.header] + lines).map { $0 + "\r\n" }.joined()
        case .profile: "from,to,day,cost,unit,seen\n" + records.map { $0.joined(separator: ",") + "\n" }.joined()
        case .lines:
          records.map { record in
            let members = zip(OwnFormat.columns, record).map { "\"\($0.rawValue)\":\"\($1)\"" }
            return "{\(members.joined(separator: ","))}\n"
          }.joined()
        }
      return Array(text.utf8)
    }

    func options() throws -> IngestOptions {
      var options = IngestOptions()
      if self == .profile { options.profile = try FeedProfile(Self.tracker.utf8Span.span) }
      return options
    }

    private static let tracker = """
      {"name": "tracker", "fields": {"origin": "from", "destination": "to", "departure_date": "day", "price": "cost",
       "currency": "unit", "observed_at": "seen"}}
      """
  }

  var seed: UInt64
  var form: Form

  var description: String { "\(form) \(seed)" }

  /// One of each form; `FAREGRID_TRIALS=20` makes it twenty.
  static let all = (0..<Trial.rounds).flatMap { round in
    Form.allCases.enumerated().map { GrowthTrial(seed: UInt64(round * 100 + $0), form: $1) }
  }
}
