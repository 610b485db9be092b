import FareIngest
import FareModel
import FareSearch
import FareStore
import Foundation
import Support
import Synchronization
import Testing

@Suite("Ingest beside others")
struct ConcurrencyTests {
  @Test("one ingest at a time holds the lock of a database, until its connection ends")
  func lock() throws {
    let loaded = try LoadedStore()
    do {
      let first = try LoadedStore(joining: loaded.schema).ingestor
      try first.takeLock(waitSeconds: nil)
      #expect(isBusy(loaded.ingestor))
    }
    // The first one's connection ended with it.
    try loaded.ingestor.takeLock(waitSeconds: 60)
  }

  @Test("a reader sees each batch whole or not at all, while partitions for many months are made")
  func readers() throws {
    let loaded = try LoadedStore()
    let batches = 24
    let schema = loaded.schema
    let isDone = Atomic(false)
    let looks = Mutex<[Look]>([])
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        if worker == 0 {
          defer { isDone.store(true, ordering: .releasing) }
          let writer = try LoadedStore(joining: schema)
          for batch in 0..<batches { try writer.ingest(lines(of: batch)) }
        } else {
          let store = try LoadedStore(joining: schema).store
          repeat {
            let look = try look(at: store)
            looks.withLock { $0.append(look) }
          } while !isDone.load(ordering: .acquiring)
        }
      } catch {
        failures.withLock { $0.append(String(reflecting: error)) }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try loaded.lines().count == batches * 2 * 28)
    let seen = looks.withLock { $0 }
    #expect(!seen.isEmpty)
    #expect(seen.filter { $0.rows.contains { $0 % 28 != 0 } } == [])
    // The log, the day prices and the coverage tell of the same batches.
    #expect(seen.filter { Set($0.rows).count > 1 } == [])
  }

  @Test("what one snapshot reads twice is the same, though batches came in between")
  func snapshot() throws {
    let loaded = try LoadedStore([lines(of: 0)])
    let reader = try LoadedStore(joining: loaded.schema).store
    let (before, after) = try reader.snapshot { () throws(PostgresError) in
      let before = try read(reader)
      do { try loaded.ingest(lines(of: 1)) } catch { Issue.record(error) }
      return (before, try read(reader))
    }
    #expect(before == after)
    #expect(try read(reader) != before)
  }

  @Test("questions are answered the same while everything derived is made anew")
  func rebuild() throws {
    var files = RandomFiles(seed: 81)
    let loaded = try LoadedStore([files.lines(200)])
    let expected = try loaded.answers()
    let schema = loaded.schema
    let isDone = Atomic(false)
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        let joined = try LoadedStore(joining: schema)
        if worker == 0 {
          defer { isDone.store(true, ordering: .releasing) }
          for _ in 0..<12 { try joined.rebuild() }
        } else {
          repeat {
            let answers = try joined.answers()
            if answers != expected { failures.withLock { $0.append("other answers") } }
          } while !isDone.load(ordering: .acquiring)
        }
      } catch {
        failures.withLock { $0.append(String(reflecting: error)) }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  /// How many rows each way of reading knows of, which is the same in a snapshot.
  private struct Look: Equatable {
    var rows: [Int]
  }

  /// Each batch observes all days of a month on both routes anew, in a month of observation of its own.
  private func lines(of batch: Int) -> [String] {
    let observed = Month(year: 2024, month: 9).advanced(by: batch).firstDay
    let rest = String(repeating: ",", count: OwnFormat.columns.count - 7)
    return ["OPO", "MAD"].flatMap { destination in
      (1...28).map { day in
        let date = Day(rawValue: 20_696 + Int32(day))  // From 2026-09-01 on.
        return "LIS,\(destination),\(date),\(10 + batch).00,EUR,\(observed)T00:00:00Z,day\(rest)"
      }
    }
  }

  private func look(at store: Store) throws -> Look {
    try store.snapshot { () throws(PostgresError) in
      let rows = try read(store)
      let prices = try routes.map { (route) throws(PostgresError) in
        try store.dayPrices(of: [route], months: september...september, trip: .oneWay).flatMap(\.cells)
      }
      // Every cell tells which batch it is of.
      let batches = prices.map { cells in (cells.first?.priceMinor).map { Int($0 / 100) - 9 } ?? 0 }
      let isWhole = prices.allSatisfy { Set($0.map(\.priceMinor)).count <= 1 && [0, 28].contains($0.count) }
      return Look(rows: rows + batches.map { isWhole ? $0 * 28 : -1 })
    }
  }

  /// How many observations of each route the log holds.
  private func read(_ store: Store) throws(PostgresError) -> [Int] {
    try routes.map { (route) throws(PostgresError) in
      try store.observations(of: [route], months: september...september, upTo: LoadedStore.now).count
    }
  }

  private var september: Month { Month(year: 2026, month: 9) }

  private var routes: [Route] {
    ["OPO", "MAD"].compactMap { destination in
      PlaceCode("LIS").flatMap { origin in PlaceCode(destination).map { Route(origin: origin, destination: $0) } }
    }
  }

  private func isBusy(_ ingestor: Ingestor) -> Bool {
    do throws(IngestFailure) {
      try ingestor.takeLock(waitSeconds: nil)
      return false
    } catch {
      if case .busy = error { return true }
      return false
    }
  }
}
