import FareStore
import Foundation
import Support
import Testing

@Suite("faregrid prune", .timeLimit(.minutes(2)))
struct PruneTests {
  private static let header = "origin,destination,departure_date,price,currency,observed_at\n"
  /// Two looks in July, of which one is current, and one in August.
  private static let fares =
    header + """
      OSL,FCO,2026-09-03,91.00,EUR,2026-07-01T06:00:00Z
      OSL,FCO,2026-09-03,81.00,EUR,2026-07-02T06:00:00Z
      OSL,FCO,2026-09-04,71.00,EUR,2026-08-02T06:00:00Z

      """
  private static let question = ["origin": "OSL", "destination": "FCO", "month": "2026-09"]

  @Test("drops what was not current at the cut, says so in a line, and changes no later answer")
  func drops() throws {
    let product = try Product()
    try product.ingest(text: Self.fares)
    let (cut, later) = ("2026-08-01T00:00:00Z", "2026-08-20T00:00:00Z")
    let answers = try [cut, later].map { try calendar(product, $0) }
    let report = "pruned before 2026-08-01: 1 observation dropped, 1 that were current kept\n"
    #expect(try product.done(["prune", "--before", "2026-08-01"]) == report)
    #expect(try [cut, later].map { try calendar(product, $0) } == answers)
    #expect(try product.observations().map { $0["price"] } == ["81.00", "71.00"])
    #expect(try product.ask("status", [:])["observations"]?.int == 2)

    #expect(try product.done(["prune", "--before", "2026-07-01"]) == "already pruned before 2026-08-01\n")
    let again = try JSON(product.done(["prune", "--json", "--before", "2026-08-01"]))
    #expect(again["state"]?.string == "already_pruned" && again["cut"]?.string == "2026-08-01")
    let next = try JSON(product.done(["prune", "--json", "--before", "2026-09-01"]))
    #expect(next["state"]?.string == "pruned" && next["rows_kept"]?.int == 2 && next["rows_dropped"]?.int == 0)
  }

  @Test("makes an instant before the cut an error of every question and of an export, which names the cut")
  func refusesThePast() throws {
    let product = try Product()
    try product.ingest(text: Self.fares)
    try product.done(["prune", "--before", "2026-08-01"])
    let problem =
      "2026-07-31T23:59:59Z was given, expected an instant not before 2026-08-01T00:00:00Z, before which the log was pruned"
    for command in [
      ["calendar", "OSL", "FCO", "2026-09"], ["months", "OSL", "FCO"], ["search", "OSL", "FCO", "2026-09-03"],
      ["everywhere", "OSL", "2026-09"], ["matrix", "OSL", "FCO", "2026-09-03", "2026-09-05"], ["routes"],
      ["explain", "OSL", "FCO", "2026-09-03"], ["export", "observations"], ["export", "days"],
    ] {
      let run = try product.run(command + ["--as-of", "2026-07-31T23:59:59Z"])
      #expect(run.status == 64, "\(command)")
      #expect(run.error.hasPrefix("error: --as-of: \(problem)\n"), "\(run.error)")
      #expect(run.output.isEmpty)
    }
    let error = try product.complaint("calendar", Self.question.merging(["as_of": "2026-07-31T23:59:59Z"]) { $1 })
    #expect(error["code"]?.int == -32602)
    #expect(error["message"]?.string == "as_of: \(problem)")
  }

  @Test("rejects rows from before the cut that come later, with the reason")
  func rejectsTheOld() throws {
    let product = try Product()
    try product.ingest(text: Self.fares)
    try product.done(["prune", "--before", "2026-08-01"])
    let text =
      Self.header + """
        OSL,FCO,2026-09-05,61.00,EUR,2026-07-31T23:59:59Z
        OSL,FCO,2026-09-05,62.00,EUR,2026-08-01T00:00:00Z

        """
    let report = try product.ingest(text: text)
    #expect(report["rows_loaded"]?.int == 1 && report["rows_rejected"]?.int == 1)
    let reject = report["rejects"]?[0]
    #expect(reject?["column"]?.string == "observed_at")
    #expect(reject?["reason"]?.string == "lies before 2026-08-01T00:00:00Z, before which the log was pruned")
  }

  @Test("refuses a day that is not yet, and waits for an ingest with --wait")
  func complains() throws {
    let product = try Product()
    try product.ingest(text: Self.fares)
    let future = try product.run(["prune", "--before", "2199-01-01"])
    #expect(future.status == 64)
    #expect(future.error.hasPrefix("error: --before: 2199-01-01 was given, expected a day not after 2"))
    let connection = try product.connect()
    let ingest = try RunningProgram(product, ["ingest", "-"])
    try ingest.say(Self.header + "OSL,FCO,2026-09-03,70.00,EUR,2026-07-03T06:00:00Z")
    try waitUntil("the lock of the ingest") { try connection.ingestLockIsHeld() }
    #expect(try product.run(["prune", "--before", "2026-08-01"]).status == 75)
    let waiting = try RunningProgram(product, ["prune", "--wait", "--before", "2026-08-01"])
    #expect(try ingest.finish().status == 0)
    #expect(
      try waiting.finish().output == "pruned before 2026-08-01: 2 observations dropped, 1 that were current kept\n"
    )
  }

  @Test(
    "killed before its end leaves the store as it was, and running it again finishes the work",
    arguments: ["segment", "route_coverage", "pruning"]
  )
  func killedBeforeTheEnd(table: String) throws {
    let product = try Product.holding(MadeFares.csv(600))
    let before = try product.done(["export", "observations"])
    let connection = try product.connect()
    // A question that has begun keeps the prune from its end.
    try connection.execute("begin; select count(*) from faregrid.\(table)")
    let prune = try RunningProgram(product, ["prune", "--before", "2026-08-01"])
    let reader = try product.connect()
    try waitUntil("the copy") { try !Self.copies(reader).isEmpty }
    #expect(try product.done(["export", "observations"]) == before)
    prune.kill()
    try connection.execute("rollback")
    #expect(try product.done(["export", "observations"]) == before)
    let again = try product.run(["prune", "--wait", "--timeout", "10", "--before", "2026-08-01"])
    #expect(again.output == "pruned before 2026-08-01: 572 observations dropped, 28 that were current kept\n")
    #expect(try Self.copies(reader).isEmpty)
  }

  @Test("killed at any moment leaves the store as before or as after")
  func killedAtAnyMoment() throws {
    let product = try Product.holding(MadeFares.csv(1500))
    let (whole, answer) = (try product.done(["export", "observations"]), try calendar(product, "2026-08-01T00:00:00Z"))
    let pruned = try Self.pruned(MadeFares.csv(1500))
    var export = whole
    for round in 0..<40 where export == whole {
      let prune = try RunningProgram(product, ["prune", "--wait", "--timeout", "10", "--before", "2026-08-01"])
      usleep(UInt32(4000 * (round + 1)))
      prune.kill()
      export = try product.done(["export", "observations"])
      #expect(export == whole || export == pruned)
      #expect(try calendar(product, "2026-08-01T00:00:00Z") == answer)
    }
    try product.done(["prune", "--wait", "--timeout", "10", "--before", "2026-08-01"])
    #expect(try product.done(["export", "observations"]) == pruned)
    try product.done(["rebuild"])
    #expect(try calendar(product, "2026-08-01T00:00:00Z") == answer)
  }

  /// The export of a store that was pruned without a disturbance.
  private static func pruned(_ fares: String) throws -> String {
    let product = try Product.holding(fares)
    try product.done(["prune", "--before", "2026-08-01"])
    return try product.done(["export", "observations"])
  }

  /// The tables that hold a copy and are no part of the log yet.
  private static func copies(_ connection: PostgresConnection) throws -> [String] {
    let result = try connection.query(
      "select relname::text from pg_class where relname like 'segment_kept%' and relkind = 'r' and not relispartition"
    )
    return (0..<result.rowCount).compactMap { result.text($0, 0) }
  }

  private func calendar(_ product: Product, _ asOf: String) throws -> String {
    try product.done(["calendar", "OSL", "FCO", "2026-09", "--as-of", asOf, "--json"])
  }
}
