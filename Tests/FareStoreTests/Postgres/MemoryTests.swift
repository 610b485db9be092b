import FareStore
import Foundation
import Support
import Testing

@Suite("Memory of the connection (B57)")
struct MemoryTests {
  /// How often each statement runs; `FAREGRID_MEMORY_ROUNDS=200000` is the full measure.
  private static let rounds =
    unsafe getenv("FAREGRID_MEMORY_ROUNDS").flatMap { unsafe Int(String(cString: $0)) } ?? 2000

  @Test("does not grow, whether statements succeed or fail", arguments: Work.allCases)
  func doesNotGrow(work: Work) async throws {
    let url = try TestDatabase.server.url()
    // In a process of its own, because other tests take memory meanwhile. A leaked result is 1 to 2 KiB, so even the
    // short measure would see 2 MiB.
    await #expect(processExitsWith: .success) {
      [url = url as String, work = work as Work, rounds = Self.rounds as Int] in
      let connection = try PostgresConnection(conninfo: url)
      try connection.execute("create temporary table t (a int primary key); create temporary table u (a int)")
      // Only there, because notifications that nobody asks for wait in memory.
      if work == .notification { try connection.execute("listen fares") }
      for _ in 0..<rounds / 10 { try work.run(on: connection) }
      let before = try residentBytes()
      for _ in 0..<rounds - rounds / 10 { try work.run(on: connection) }
      let growth = try residentBytes() - before
      precondition(growth < (rounds >= 20_000 ? 5 << 20 : 1 << 20), "\(work) took \(growth) bytes more")
    }
  }

  enum Work: String, CaseIterable, Codable {
    case rows, syntaxError, preparedStatement, copy, failingCopy, abandonedCopy, textParameters, notification

    func run(on connection: PostgresConnection) throws {
      switch self {
      case .rows:
        try connection.execute("select day, 42 from generate_series(1, 31) day")
      case .syntaxError:
        try mustFail { () throws(PostgresError) in try connection.execute("selec 1") }
        try mustFail { () throws(PostgresError) in _ = try connection.query("selec 2") }
      case .preparedStatement:
        _ = try connection.query("select day, 42 from generate_series(1, $1) day", [.int4(31)])
      case .copy:
        try copy([1], into: "u", of: connection)
      case .failingCopy:
        try mustFail { () throws(PostgresError) in try copy([1, 1], into: "t", of: connection) }
      case .abandonedCopy:
        try mustFail { () throws(PostgresError) in
          _ = try connection.copyIn("copy t from stdin (format binary)") { _ throws(PostgresError) in
            throw PostgresError(.queryFailed, message: "enough")
          }
        }
      case .textParameters:
        let parameters: [PostgresParameter] = [.text("OSL"), .text("FCO"), .text("EUR")]
        _ = try connection.query("select $1 || $2 || $3", parameters)
      case .notification:
        try connection.execute("notify fares, 'x'")
        while try connection.notifications().isEmpty { _ = connection.waitForInput(milliseconds: 100) }
      }
    }

    private func copy(
      _ numbers: [Int32],
      into table: String,
      of connection: PostgresConnection
    ) throws(PostgresError) {
      _ = try connection.copyIn("copy \(table) from stdin (format binary)") { writer throws(PostgresError) in
        for number in numbers {
          try writer.beginRow(columns: 1)
          writer.int4(number)
        }
      }
    }

    private func mustFail(_ body: () throws(PostgresError) -> Void) throws {
      do {
        try body()
      } catch {
        precondition(error.code == .queryFailed && !error.message.isEmpty)
        return
      }
      preconditionFailure("\(self) did not fail")
    }
  }
}

/// The memory of this process that is resident.
private func residentBytes() throws -> Int {
  let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (Int(fields[1]) ?? 0) * Int(getpagesize())
}
