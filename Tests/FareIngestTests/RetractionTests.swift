import FareIngest
import FareModel
import FareStore
import Support
import Testing

@Suite("Retracting batches")
struct RetractionTests {
  @Test(
    "leaves a store as if the batch had never come, and all that is derived as a rebuild would",
    arguments: Trial.all
  )
  func asIfNeverLoaded(_ trial: Trial) throws {
    var files = RandomFiles(seed: trial.seed + 500)
    let pool = files.lines(120, trial.bent)
    // Files that share rows: most observations have a witness or two.
    let cut = (0..<5).map { _ in Array(pool.shuffled(using: &files.random).prefix(50)) }
    let loaded = try LoadedStore(rowsAtATime: 17)
    let batches = try cut.map { try loaded.ingest($0).batch.number }
    var left = Set(cut.indices)
    for index in cut.indices.shuffled(using: &files.random).prefix(3) {
      let before = try loaded.lines().count
      let report = try loaded.retract(batches[index])
      left.remove(index)
      #expect(report.rowsHidden == before - (try loaded.lines().count))
      try loaded.expect(toHold: left.sorted().map { cut[$0] })
      let derived = try loaded.derived(withProvenance: true)
      try loaded.rebuild()
      #expect(try loaded.derived(withProvenance: true) == derived)
    }
  }

  @Test("finds rows that were moved when small segments merged, and touches no other route")
  func merged() throws {
    var files = RandomFiles(seed: 510)
    let cut = files.cut(files.lines(150), into: 60)
    let loaded = try LoadedStore(cut)
    try loaded.store.mergeSmallSegments(of: loaded.store.routeMonths(), batch: 1_000_000)
    let other = "OSL,FCO,2026-12-01,77.00,EUR,2026-08-01T06:00:00Z,day"
    let batch = try loaded.ingest([LoadedStore.padded(other)]).batch.number
    #expect(try loaded.retract(7).batch.number == 7)
    let report = try loaded.retract(batch)
    #expect(report.rowsHidden == 1 && report.routesTouched == 1)
    try loaded.expect(toHold: cut.indices.filter { $0 != 6 }.map { cut[$0] })
  }

  @Test("is no longer already loaded: the same file brings everything back, and can be retracted again")
  func loadedAgain() throws {
    var files = RandomFiles(seed: 511)
    let lines = files.lines(60)
    let loaded = try LoadedStore([lines])
    let derived = try loaded.derived(withProvenance: true)
    for batch in 1...3 as ClosedRange<Int64> {
      #expect(try loaded.retract(batch).rowsHidden == loaded.ingest(lines).batch.rowsRead - repeated(lines))
      #expect(try loaded.derived(withProvenance: true) == derived)
    }
    #expect(try loaded.ingest(lines).batch.state == .alreadyLoaded)
  }

  @Test("a second time does nothing and says when the first was")
  func twice() throws {
    var files = RandomFiles(seed: 512)
    let loaded = try LoadedStore([files.lines(30), files.lines(30)])
    try loaded.retract(1)
    let edition = try loaded.store.edition()
    let again = try loaded.retract(1)
    #expect(again.wasRetracted && again.rowsHidden == 0)
    #expect(again.batch.retractedAt == LoadedStore.now)
    #expect(try loaded.store.edition() == edition)
  }

  @Test("makes another edition of the store each time, as each batch does")
  func edition() throws {
    var files = RandomFiles(seed: 513)
    let loaded = try LoadedStore()
    var editions = [try loaded.store.edition()]
    for batch in 1...4 as ClosedRange<Int64> {
      try loaded.ingest(files.lines(5))
      editions.append(try loaded.store.edition())
      if batch % 2 == 0 { try loaded.retract(batch - 1) }
      editions.append(try loaded.store.edition())
    }
    let grown = zip(editions, editions.dropFirst()).map { $0 < $1 }
    #expect(grown == [true, false, true, true, true, false, true, true])
  }

  @Test("names why a batch that holds no visible fares cannot be retracted")
  func impossible() throws {
    let loaded = try LoadedStore()
    let refused = try loaded.ingest(["LIS,OPO,2026-13-01,1.00,EUR,2026-08-01T00:00:00Z"].map(LoadedStore.padded)).batch
    #expect(refused.state == .refused)
    #expect(throws: LoadedStore.Impossible(reason: "batch 1 was refused, so nothing of it is to be seen")) {
      try loaded.retract(1)
    }
    #expect(throws: LoadedStore.Impossible(reason: "there is no batch 99")) { try loaded.retract(99) }
  }

  /// How many of the lines say again what another one says.
  private func repeated(_ lines: [String]) -> Int { lines.count - Set(lines).count }
}
