import FareIngest
import FareModel
import FareStore
import Support
import Testing

@Suite("Duplicates and witnesses")
struct WitnessTests {
  @Test("rows read are those loaded, duplicate and rejected, whatever the blocks", arguments: [1, 5, 1000])
  func counts(rowsAtATime: Int) throws {
    var files = RandomFiles(seed: 51)
    let lines = files.lines(60, .crowded)
    let loaded = try LoadedStore(rowsAtATime: rowsAtATime)
    var stored = 0
    for count in [60, 30, 45] {
      let again = lines.prefix(count) + lines.shuffled(using: &files.random).prefix(7)
      let report = try loaded.ingest(
        again + ["LIS,OPO,2026-13-01,1.00,EUR,2026-08-01T00:00:00Z"].map(LoadedStore.padded)
      )
      #expect(report.batch.state == .loaded)
      #expect(report.batch.rowsRead == count + 8)
      #expect(report.batch.rowsRejected == 1)
      #expect(report.batch.rowsLoaded + report.batch.rowsDuplicate == count + 7)
      stored += report.batch.rowsLoaded
      #expect(try loaded.lines().count == stored)
    }
    #expect(try Set(loaded.lines()).count == stored)
  }

  @Test("the same row in another format is the same observation")
  func acrossFormats() throws {
    let row = "LIS,OPO,2026-09-03,19.00,EUR,2026-08-01T06:00:00Z"
    let header = "origin,destination,departure_date,price,currency,observed_at"
    let loaded = try LoadedStore()
    try loaded.ingest(text: "\(header)\n\(row)\n")
    let object = zip(header.split(separator: ","), row.split(separator: ",")).map { "\"\($0)\":\"\($1)\"" }
    let lines = try loaded.ingest(text: "{\(object.joined(separator: ","))}\n")
    #expect(lines.batch.rowsLoaded == 0 && lines.batch.rowsDuplicate == 1)
    let quoted = try loaded.ingest(
      text: "\u{FEFF}\(header)\r\n\"LIS\",opo,2026-09-03,19,eur,2026-08-01T08:00:00+02:00\r\n"
    )
    #expect(quoted.batch.rowsLoaded == 0 && quoted.batch.rowsDuplicate == 1)
    #expect(try loaded.lines().count == 1)
  }

  @Test("the same file a second time is already loaded, and changes nothing")
  func alreadyLoaded() throws {
    var files = RandomFiles(seed: 52)
    let lines = files.lines(40)
    let loaded = try LoadedStore([lines])
    let before = try loaded.derived(withProvenance: true)
    let again = try loaded.ingest(lines)
    #expect(again.batch.state == .alreadyLoaded)
    #expect(again.batch.rowsRead == 40 && again.batch.rowsDuplicate == 40 && again.batch.rowsLoaded == 0)
    #expect(try loaded.derived(withProvenance: true) == before)
  }

  @Test("the records that say the same are known, but for those of retracted batches")
  func records() throws {
    let row = "LIS,OPO,2026-09-03,19.00,EUR,2026-08-01T06:00:00Z"
    let other = "LIS,OPO,2026-09-04,29.00,EUR,2026-08-01T06:00:00Z"
    let header = "origin,destination,departure_date,price,currency,observed_at"
    let loaded = try LoadedStore()
    for rows in [[row, other], [row, row], ["LIS,MAD,2026-09-03,9.00,EUR,2026-08-01T06:00:00Z", row]] {
      try loaded.ingest(text: ([header] + rows).joined(separator: "\n") + "\n")
    }
    let month = Month(year: 2026, month: 9)
    let origin = try #require(PlaceCode("LIS"))
    let route = Route(origin: origin, destination: try #require(PlaceCode("OPO")))
    func records() throws -> [[String]] {
      try loaded.store.witnesses(of: [route], months: month...month).values
        .map { $0.map { "\($0.batch):\($0.record)" } }
    }
    #expect(try records() == [["1:1", "2:1", "2:2", "3:2"]])
    try loaded.retract(2)
    #expect(try records() == [["1:1", "3:2"]])
    try loaded.retract(1)
    #expect(try records() == [["3:2"]])
    let later = month.advanced(by: 1)
    #expect(try loaded.store.witnesses(of: [route], months: later...later).isEmpty)
  }

  @Test("a retraction hides what no other batch witnesses, and loading the file again brings it back", arguments: 1...3)
  func retraction(seed: Int) throws {
    var files = RandomFiles(seed: UInt64(60 + seed))
    let pool = files.lines(80, seed % 2 == 0 ? .complete : .crowded)
    let cut = (0..<4).map { _ in Array(pool.shuffled(using: &files.random).prefix(40)) }
    let loaded = try LoadedStore()
    var batches: [(number: Int64, lines: [String])] = []
    for lines in cut { batches.append((try loaded.ingest(lines).batch.number, lines)) }

    let hidden = Int.random(in: 0..<4, using: &files.random)
    let other = (hidden + 1) % 4
    try loaded.retract(batches[hidden].number)
    try loaded.expect(toHold: batches.indices.filter { $0 != hidden }.map { cut[$0] })
    try loaded.retract(batches[other].number)
    try loaded.expect(toHold: batches.indices.filter { $0 != hidden && $0 != other }.map { cut[$0] })

    let again = try loaded.ingest(cut[hidden])
    #expect(again.batch.state == .loaded)
    try loaded.expect(toHold: batches.indices.filter { $0 != other }.map { cut[$0] })
    try loaded.rebuild()
    try loaded.expect(toHold: batches.indices.filter { $0 != other }.map { cut[$0] })
  }

  @Test("what a retraction left nothing of is covered again when its file is loaded again")
  func onlyBatch() throws {
    var files = RandomFiles(seed: 53)
    let lines = files.lines(60)
    let loaded = try LoadedStore([lines])
    let (answers, derived) = (try loaded.answers(), try loaded.derived(withProvenance: true))
    try loaded.retract(1)
    #expect(try loaded.lines().isEmpty)
    #expect(try loaded.derived(withProvenance: true).isEmpty)
    try loaded.ingest(lines)
    #expect(try loaded.answers() == answers)
    #expect(try loaded.derived(withProvenance: true) == derived)
  }
}
