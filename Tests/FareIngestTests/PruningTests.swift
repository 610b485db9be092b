import FareIngest
import FareModel
import FareSearch
import FareStore
import Foundation
import Support
import Synchronization
import Testing

@Suite("Pruning the log")
struct PruningTests {
  private static let cuts = [Month(year: 2026, month: 8), Month(year: 2026, month: 9)]

  private static let questions =
    Questions.all.filter { !$0.parameters.contains("as_of=") } + [
      (.search, "origin=LIS destination=OPO departure_date=2026-10-05"),
      (.search, "origin=LIS destination=MAD departure_date=2026-10-02 return_date=2026-10-04 combine=true"),
      (.everywhere, "origin=LIS anytime=true"),
      (.everywhere, "origin=LIS month=2026-10 trip=return group_by=month"),
      (.everywhere, "origin=OSL anytime=true direct_only=true"),
      (.matrix, "origin=LIS destination=OPO from=2026-09-21 to=2026-10-08 nights_min=1 nights_max=3"),
    ] as [Questions.Question]

  @Test(
    "changes no answer as at the cut or later, nothing that is current then, and no age",
    arguments: Trial.all
  )
  func keepsAnswers(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 600, observedFrom: "2026-07-30T00:00:00Z", looks: 100)
    let lines = files.lines(180, trial.bent)
    let loaded = try LoadedStore(files.cut(lines, into: 6))
    try loaded.retract(3)
    for cut in Self.cuts {
      let instants = try asOfs(from: cut, loaded, &files)
      let (answers, current) = (
        try instants.map { try loaded.answers(to: Self.questions, asOf: $0) }, try days(loaded, instants)
      )
      let (fares, ages) = (try fares(loaded), try ages(loaded))
      let count = try loaded.lines().count

      let report = try loaded.prune(before: cut)
      #expect(try instants.map { try loaded.answers(to: Self.questions, asOf: $0) } == answers)
      #expect(try days(loaded, instants) == current)
      #expect(try self.fares(loaded) == fares)
      #expect(try self.ages(loaded) == ages)
      #expect(report.rowsDropped == count - (try loaded.lines().count))

      let derived = try loaded.derived(withProvenance: true)
      try loaded.rebuild()
      #expect(try loaded.derived(withProvenance: true) == derived)
    }
  }

  @Test("lets what comes later, in any order, come to the same, and rejects what is older", arguments: Trial.all)
  func goesOn(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 700, observedFrom: "2026-08-30T00:00:00Z", looks: 40)
    let lines = files.lines(180, trial.bent)
    let cut = Instant(day: Self.cuts[1].firstDay, secondOfDay: 0)
    let (old, new) = try split(lines, at: cut)
    let first = old + new.prefix(new.count / 3)
    let (pruned, whole) = (try LoadedStore([first]), try LoadedStore([first]))
    try pruned.prune(before: Self.cuts[1])
    for file in files.cut(Array(new.dropFirst(new.count / 3)), into: 5) {
      try pruned.ingest(file)
      try whole.ingest(file)
    }
    #expect(try pruned.answers(to: Self.questions) == whole.answers(to: Self.questions))
    #expect(
      try pruned.derived(withProvenance: false).filter(isFare) == whole.derived(withProvenance: false).filter(isFare)
    )
    #expect(try pruned.answers(to: Self.questions, asOf: cut) == whole.answers(to: Self.questions, asOf: cut))
    if let late = old.first {
      let report = try pruned.ingest([late] + new)
      #expect(report.batch.rowsRejected == 1)
      #expect(report.rejects.first?.column == "observed_at")
      #expect(report.rejects.first?.reason == "lies before 2026-09-01T00:00:00Z, before which the log was pruned")
    }
  }

  @Test("drops whole partitions, leaves one for all that came before, and forgets witnesses of what is gone")
  func partitions() throws {
    var files = RandomFiles(seed: 801, observedFrom: "2026-05-30T00:00:00Z", looks: 200)
    let lines = files.lines(400, .complete)
    let loaded = try LoadedStore([lines, Array(lines.prefix(200)), Array(lines.suffix(200))])
    #expect(try partitions(loaded) == (5...9).map { "segment_2026_0\($0)" })
    for (cut, names) in zip(Self.cuts, [["2026_08", "2026_09", "kept_2026_08"], ["2026_09", "kept_2026_09"]]) {
      try loaded.prune(before: cut)
      #expect(try partitions(loaded) == names.map { "segment_\($0)" })
      #expect(
        try loaded.rows(
          """
          select w::text from SCHEMA.witness w where not exists (
            select from SCHEMA.observation o where (o.batch_id, o.record_number) = (w.of_batch, w.of_record))
          """
        ) == []
      )
    }
    #expect(try !loaded.rows("select w::text from SCHEMA.witness w where observed_month < '2026-09-01'").isEmpty)
  }

  @Test("counts the witnesses of what stays: it is hidden when all of them are retracted")
  func retraction() throws {
    let line = LoadedStore.padded("LIS,OPO,2026-10-03,19.00,EUR,2026-08-01T06:00:00Z")
    let other = LoadedStore.padded("LIS,OPO,2026-10-04,29.00,EUR,2026-08-01T06:00:00Z")
    let loaded = try LoadedStore([[line], [other, line]])
    try loaded.prune(before: Self.cuts[1])
    #expect(try loaded.retract(1).rowsHidden == 0)
    #expect(try loaded.lines().count == 2)
    #expect(try loaded.retract(2).rowsHidden == 2)
    #expect(try loaded.derived(withProvenance: true).isEmpty)
  }

  @Test("a cut that lies behind the last one changes nothing, and an empty store takes a cut, too")
  func again() throws {
    let loaded = try LoadedStore()
    let report = try loaded.prune(before: Self.cuts[1])
    #expect(!report.wasPruned && report.rowsKept == 0 && report.rowsDropped == 0)
    let edition = try loaded.store.edition()
    let again = try loaded.prune(before: Self.cuts[0])
    #expect(again.wasPruned && again.cut == Self.cuts[1])
    #expect(try loaded.store.edition() == edition)
    try loaded.ingest([LoadedStore.padded("LIS,OPO,2026-10-03,19.00,EUR,2026-09-01T00:00:00Z")])
    #expect(try loaded.lines().count == 1)
  }

  @Test("questions as at an instant before the cut are refused, and name it")
  func refusesThePast() throws {
    var files = RandomFiles(seed: 802)
    let loaded = try LoadedStore([files.lines(100)])
    let before = try loaded.answers(to: Questions.all)
    try loaded.prune(before: Self.cuts[1])
    let answerer = Answerer(source: loaded.store, atlas: loaded.atlas) { LoadedStore.now }
    for (question, answer) in zip(Questions.all, before) where !question.parameters.contains("as_of=2026-08") {
      #expect(try Questions.answer(question, by: answerer) == answer)
    }
    let asked = Self.questions + [(.routes, ""), (.explain, "origin=LIS destination=OPO departure_date=2026-10-03")]
    for question in asked {
      let late = (question.method, question.parameters + " as_of=2026-08-31T23:59:59Z")
      let fault = #expect(throws: AnswerFault.self) { try Questions.answer(late, by: answerer) }
      guard case .argument(let error)? = fault else {
        Issue.record("\(late): \(String(describing: fault))")
        continue
      }
      #expect(error.parameter == "as_of")
      #expect(error.expected == "an instant not before 2026-09-01T00:00:00Z, before which the log was pruned")
    }
  }

  @Test("waits for a reader who holds the log, and keeps nobody else from reading meanwhile")
  func readers() throws {
    var files = RandomFiles(seed: 803)
    let loaded = try LoadedStore([files.lines(200)])
    let expected = try loaded.answers(to: Self.questions)
    let schema = loaded.schema
    let count = try loaded.lines().count
    let isDone = Atomic(false)
    let failures = Mutex<[String]>([])
    let started = DispatchSemaphore(value: 0)
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        let joined = try LoadedStore(joining: schema)
        switch worker {
        case 0:
          // A long question, as an export is: it began before the cut and sees all that was there to its end.
          try joined.store.snapshot { () throws(PostgresError) in
            let keys = try joined.store.routeMonths()
            started.signal()
            usleep(700_000)
            var table = ObservationTable()
            if let months = try joined.store.observedMonths() {
              try joined.store.appendObservations(of: keys, within: months, to: &table)
            }
            if isDone.load(ordering: .acquiring) { failures.withLock { $0.append("pruned under a reader") } }
            if table.count != count { failures.withLock { $0.append("\(table.count) rows") } }
          }
        case 1:
          started.wait()
          started.signal()
          try joined.prune(before: Self.cuts[1])
          isDone.store(true, ordering: .releasing)
        default:
          started.wait()
          started.signal()
          repeat {
            if try joined.answers(to: Self.questions) != expected { failures.withLock { $0.append("other answers") } }
          } while !isDone.load(ordering: .acquiring)
        }
      } catch {
        failures.withLock { $0.append(String(reflecting: error)) }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  // MARK: What is compared

  /// The cut, now, and some instants between at which something was observed.
  private func asOfs(from cut: Month, _ loaded: LoadedStore, _ files: inout RandomFiles) throws -> [Instant] {
    let first = Instant(day: cut.firstDay, secondOfDay: 0)
    let observed = try loaded.observations().rows.map(\.observedAt).filter { $0 >= first && $0 < LoadedStore.now }
    return [first, LoadedStore.now] + Set(observed).sorted().shuffled(using: &files.random).prefix(2)
  }

  /// The day prices as at some instants, found anew among what the log holds.
  private func days(_ loaded: LoadedStore, _ instants: [Instant]) throws -> [[DayPriceRow]] {
    let keys = try loaded.store.routeMonths()
    return try instants.map { instant in
      var table = ObservationTable()
      if let months = try loaded.store.observedMonths() {
        try loaded.store.appendObservations(of: keys, upTo: instant, within: months, to: &table)
      }
      let rows = DerivedFares(atlas: loaded.atlas).dayPrices(of: keys, from: table)
      return rows.map { row in
        var row = row
        row.newestObservedAt = instant
        return row
      }
    }
  }

  /// The current fares and day prices that are stored.
  private func fares(_ loaded: LoadedStore) throws -> [String] {
    try loaded.derived(withProvenance: true).filter(isFare)
  }

  private func isFare(_ row: String) -> Bool { row.hasPrefix("current") || row.hasPrefix("day") }

  /// What is known of routes but their first observation, and how old each source is.
  private func ages(_ loaded: LoadedStore) throws -> [String] {
    try loaded.rows(
      "select (to_jsonb(c) - 'first_observed_at')::text from SCHEMA.route_coverage c order by 1"
    ) + loaded.rows("select (to_jsonb(c) - 'observations')::text from SCHEMA.source_coverage c order by 1")
  }

  private func partitions(_ loaded: LoadedStore) throws -> [String] {
    try loaded.rows(
      """
      select c.relname::text from pg_class c where c.relnamespace = 'SCHEMA'::regnamespace and c.relkind = 'r'
        and c.relname like 'segment%' order by 1
      """
    )
  }

  /// The lines of what was observed before an instant, and the others.
  private func split(_ lines: [String], at cut: Instant) throws -> (old: [String], new: [String]) {
    let place = try #require(OwnFormat.columns.firstIndex { $0 == .observedAt })
    let isOld = { (line: String) in
      Instant(String(line.split(separator: ",", omittingEmptySubsequences: false)[place])).map { $0 < cut } ?? false
    }
    return (lines.filter(isOld), lines.filter { !isOld($0) })
  }
}
