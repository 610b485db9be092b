import FareIngest
import FareModel
import FareStore
import Glibc
import Support
import Testing

@Suite("The order of loading never matters")
struct OrderTests {
  @Test(
    "to answers, export and derived tables, nor do the files and the blocks that rows come in",
    arguments: Trial.all
  )
  func order(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed)
    let lines = files.lines(160, trial.bent)
    let whole = try LoadedStore([lines])
    let stored = try whole.lines()
    let answers = try whole.answers()
    let derived = try whole.derived(withProvenance: false)
    #expect(Set(stored).count == stored.count)
    for (count, rowsAtATime) in [(4, 7), (13, 1000)] {
      let cut = try LoadedStore(files.cut(lines, into: count), rowsAtATime: rowsAtATime)
      #expect(try cut.lines() == stored)
      #expect(try cut.answers() == answers)
      #expect(try cut.derived(withProvenance: false) == derived)
    }
  }

  @Test("when many small files have gathered and their segments merge", arguments: [RandomFiles.Bent.none, .complete])
  func merging(_ bent: RandomFiles.Bent) throws {
    var files = RandomFiles(seed: 41)
    let lines = files.lines(150, bent)
    let whole = try LoadedStore([lines])
    let hourly = try LoadedStore(files.cut(lines, into: 60))
    try hourly.store.mergeSmallSegments(of: hourly.store.routeMonths(), batch: 1_000_000)
    #expect(try mergedSegments(hourly) > 0)
    #expect(try hourly.lines() == whole.lines())
    #expect(try hourly.answers() == whole.answers())
    #expect(try hourly.derived(withProvenance: false) == whole.derived(withProvenance: false))
  }

  @Test("blocks of 1, 7 and 1000 rows make the same store, records and all")
  func blocks() throws {
    var files = RandomFiles(seed: 42)
    let lines = files.lines(90, .crowded)
    let whole = try LoadedStore([lines], rowsAtATime: 1000)
    for rowsAtATime in [1, 7] {
      let cut = try LoadedStore([lines], rowsAtATime: rowsAtATime)
      #expect(try cut.answers() == whole.answers())
      #expect(try cut.derived(withProvenance: true) == whole.derived(withProvenance: true))
      #expect(try witnesses(cut) == witnesses(whole))
    }
  }

  @Test("blocks make the same report of bad rows, and of a file that turns out broken behind them")
  func badBlocks() throws {
    var files = RandomFiles(seed: 43)
    var lines = files.lines(60, .none)
    for place in [3, 20, 21, 44] { lines[place] += ",more" }
    let broken = ([OwnFormat.header] + lines + ["OSL,CIA"]).joined(separator: "\n")
    let whole = try LoadedStore(rowsAtATime: 1000)
    let reports = try [whole.ingest(lines), whole.ingest(text: broken)]
    #expect(reports.map(\.batch.state) == [.loaded, .refused])
    #expect(reports.map(\.batch.rowsRejected) == [4, 60])
    for rowsAtATime in [1, 7] {
      let cut = try LoadedStore(rowsAtATime: rowsAtATime)
      for (again, report) in try zip([cut.ingest(lines), cut.ingest(text: broken)], reports) {
        #expect(again.batch.reason == report.batch.reason)
        #expect(again.batch.rowsRead == report.batch.rowsRead)
        #expect(again.batch.rowsRejected == report.batch.rowsRejected)
        #expect(again.rejects == report.rejects)
      }
      #expect(try cut.lines() == whole.lines())
    }
  }

  @Test("what is derived as files come in is what a rebuild makes of the log", arguments: Trial.all)
  func rebuild(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 100)
    let loaded = try LoadedStore(files.cut(files.lines(160, trial.bent), into: 9), rowsAtATime: 11)
    let (derived, answers) = (try loaded.derived(withProvenance: true), try loaded.answers())
    try loaded.rebuild()
    #expect(try loaded.derived(withProvenance: true) == derived)
    #expect(try loaded.answers() == answers)
    // What comes in afterwards meets tables that a rebuild made.
    let more = files.lines(40, trial.bent)
    try loaded.ingest(more)
    let after = try loaded.derived(withProvenance: true)
    try loaded.rebuild()
    #expect(try loaded.derived(withProvenance: true) == after)
  }

  @Test("an answer as at an instant is that of a store that holds nothing later", arguments: Trial.all)
  func past(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 200)
    let lines = files.lines(160, trial.bent)
    let whole = try LoadedStore(files.cut(lines, into: 3))
    let observations = try whole.observations()
    let instants = Set(observations.rows.map(\.observedAt)).sorted()
    let asOf = try #require(instants.randomElement(using: &files.random))
    let then = observations.rows.indices.filter { observations.rows[$0].observedAt <= asOf }.map(observations.line)
    let past = try LoadedStore([then])
    for instant in [asOf, asOf.advanced(bySeconds: 3600)] where instants.allSatisfy({ $0 <= asOf || $0 > instant }) {
      let questions = Questions.all.filter { !$0.parameters.contains("as_of=") }
      let (now, before) = (try whole.answers(asOf: instant), try past.answers(asOf: instant))
      for (index, question) in Questions.all.enumerated() where questions.contains(where: { $0 == question }) {
        #expect(now[index] == before[index], "\(question) as at \(instant)")
      }
    }
  }

  private func mergedSegments(_ loaded: LoadedStore) throws -> Int {
    try loaded.rows("select part::text from SCHEMA.segment where row_count >= \(Limits.smallSegments)").count
  }

  private func witnesses(_ loaded: LoadedStore) throws -> [String] {
    try loaded.rows("select w::text from SCHEMA.witness w order by 1")
  }
}

/// A seed and what its stream is bent to.
struct Trial: CustomStringConvertible, Sendable {
  var seed: UInt64
  var bent: RandomFiles.Bent

  var description: String { "\(bent) \(seed)" }

  /// One of each kind; `FAREGRID_TRIALS=20` makes it twenty.
  static let all = (0..<rounds).flatMap { round in
    RandomFiles.Bent.allCases.enumerated().map { Trial(seed: UInt64(round * 1000 + $0 * 10 + 1), bent: $1) }
  }

  static let rounds = unsafe getenv("FAREGRID_TRIALS").flatMap { unsafe Int(String(cString: $0)) } ?? 1
}
