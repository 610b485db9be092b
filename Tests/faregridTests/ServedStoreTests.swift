import FareAtlas
import FareIngest
import FareJSON
import FareModel
import FareSearch
import FareServer
import FareStore
import Foundation
import Support
import Synchronization
import Testing

@testable import faregrid

@Suite("Serving a store that others write to", .timeLimit(.minutes(2)))
struct ServedStoreTests {
  private static let now = Instant(rawValue: 1_785_585_600)  // 2026-08-01T12:00:00Z
  private static let question =
    #"{"jsonrpc":"2.0","id":1,"method":"calendar","params":{"origin":"OSL","destination":"FCO","month":"2026-09"}}"#

  private let target: DatabaseTarget
  private let scratch: Scratch

  init() throws {
    target = try TestDatabase.make()
    scratch = try Scratch()
  }

  /// Loads one fare a day of September, on a connection of its own.
  private func ingest(price: Int, minute: Int, destination: String = "FCO") throws {
    var text = "origin,destination,departure_date,price,currency,observed_at,source\n"
    for day in 10...28 {
      text += "OSL,\(destination),2026-09-\(day),\(price + day % 5).00,EUR,2026-08-01T10:\(minute):00Z,test\n"
    }
    let path = try scratch.write(Data(text.utf8), as: "\(destination)-\(minute).csv")
    let store = try Store(target)
    let ingestor = Ingestor(store: store) { Self.now }
    try ingestor.takeLock(waitSeconds: 10)
    for file in try InputFile.expand([path]) { _ = try ingestor.ingest(file, IngestOptions()) { _ in } }
  }

  private func session() -> Session {
    let target = target
    return Session({ () throws(PostgresError) in try Store(target) }, keepsResults: true, clock: { Self.now })
  }

  private func answer(_ handler: inout RequestHandler, _ line: String = question) -> String {
    var output = JSONWriter()
    handler.answer(line.utf8Span.span, into: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func freshAnswer(_ line: String = question) -> String {
    var handler = RequestHandler(answerer: session()) { _ in }
    return answer(&handler, line)
  }

  /// Asks until the answer is the one that the store gives now: a notification needs its time to come.
  private func settledAnswer(_ handler: inout RequestHandler, _ allowed: inout Set<String>) -> String {
    let fresh = freshAnswer()
    allowed.insert(fresh)
    for _ in 0..<1000 {
      let served = answer(&handler)
      #expect(allowed.contains(served))
      if served == fresh { return served }
      usleep(2000)
    }
    return "the commit was never heard of"
  }

  @Test("shows each commit soon, and never anything that no commit left")
  func commitsAreHeardOf() throws {
    try ingest(price: 50, minute: 10)
    var handler = RequestHandler(answerer: session()) { _ in }
    var allowed: Set<String> = []
    let first = settledAnswer(&handler, &allowed)
    #expect(first.contains("50.00"))
    for round in 1...6 {
      try ingest(price: 50 + 10 * round, minute: 10 + round)
      if round % 2 == 0 { try ingest(price: 20, minute: 40 + round, destination: "CIA") }
      let settled = settledAnswer(&handler, &allowed)
      #expect(settled.contains("\(50 + 10 * round).00"))
      allowed = [settled]
    }
  }

  @Test("equals what a new process answers while commits come in from another thread")
  func agreesUnderLoad() throws {
    try ingest(price: 100, minute: 10)
    let isDone = Mutex(false)
    let this = Mutex(self)
    let thread = Thread {
      for minute in 11...18 { try? this.withLock { $0 }.ingest(price: 10 * minute, minute: minute) }
      isDone.withLock { $0 = true }
    }
    thread.start()
    var handler = RequestHandler(answerer: session()) { _ in }
    var latest = 0
    var answers = 0
    while !isDone.withLock({ $0 }) {
      // Prices tell the commit: they only rise, and one answer never shows two commits.
      let text = answer(&handler)
      let prices = Set(text.split(separator: #""price":""#).dropFirst().compactMap { Int($0.prefix(3)) })
      let commits = prices.sorted()
      if let least = commits.first, let greatest = commits.last {
        #expect(greatest - least <= 4)
        #expect(greatest >= latest)
        latest = greatest
      }
      answers += 1
    }
    var allowed: Set<String> = []
    for _ in 0..<1000 {
      if answer(&handler) == freshAnswer() { break }
      usleep(2000)
    }
    #expect(settledAnswer(&handler, &allowed).contains("180.00"))
    #expect(answers > 0)
  }

  @Test("goes on after its connection was ended, with what was committed meanwhile")
  func lostConnection() throws {
    try ingest(price: 50, minute: 10)
    var handler = RequestHandler(answerer: session()) { _ in }
    #expect(answer(&handler).contains("50.00"))
    #expect(answer(&handler).contains("50.00"))
    let other = try Database.connect(target)
    try other.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
    )
    try ingest(price: 70, minute: 11)
    #expect(answer(&handler) == freshAnswer())
    #expect(answer(&handler).contains("70.00"))
  }

  @Test("lets go of what it kept when a batch is retracted, and when its file is loaded again")
  func retraction() throws {
    try ingest(price: 50, minute: 10)
    try ingest(price: 70, minute: 11)
    var handler = RequestHandler(answerer: session()) { _ in }
    var allowed: Set<String> = []
    #expect(settledAnswer(&handler, &allowed).contains("70.00"))
    let ingestor = Ingestor(store: try Store(target)) { Self.now }
    try ingestor.takeLock(waitSeconds: 10)
    _ = try ingestor.retract(2)
    #expect(settledAnswer(&handler, &allowed).contains("50.00"))
    _ = try ingestor.retract(1)
    #expect(settledAnswer(&handler, &allowed).contains(#""coverage":"not_covered""#))
    let path = scratch.file("FCO-10.csv")
    _ = try ingestor.ingest(InputFile(path: path), IngestOptions()) { _ in }
    #expect(settledAnswer(&handler, &allowed).contains("50.00"))
  }

  @Test("answers nothing from memory that lies before a cut")
  func cut() throws {
    try ingest(price: 50, minute: 10)
    var handler = RequestHandler(answerer: session()) { _ in }
    let past = Self.question.replacing("\"month\"", with: #""as_of":"2026-07-31T00:00:00Z","month""#)
    #expect(answer(&handler, past).contains("not_covered"))
    let present = answer(&handler)
    let ingestor = Ingestor(store: try Store(target)) { Self.now }
    try ingestor.takeLock(waitSeconds: 10)
    _ = try ingestor.prune(before: Month(year: 2026, month: 8)) { _, _ in }
    let refused = freshAnswer(past)
    #expect(refused.contains("-32602") && refused.contains("before which the log was pruned"))
    for _ in 0..<1000 where answer(&handler, past) != refused { usleep(2000) }
    #expect(answer(&handler, past) == refused)
    #expect(answer(&handler) == present)
  }

  @Test("answers on after a rebuild has replaced the tables")
  func rebuild() throws {
    try ingest(price: 50, minute: 10)
    var handler = RequestHandler(answerer: session()) { _ in }
    let before = answer(&handler)
    let filtered = Self.question.replacing("\"month\"", with: "\"max_stops\":3,\"month\"")
    let filteredBefore = answer(&handler, filtered)
    _ = try Rebuild(store: Store(target), atlas: Atlas()).run { _, _ in }
    usleep(100_000)
    #expect(answer(&handler) == before)
    #expect(answer(&handler, filtered) == filteredBefore)
  }
}
