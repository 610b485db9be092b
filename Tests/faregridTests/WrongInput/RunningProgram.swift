import FareStore
import Foundation
import Glibc
import Support
import Testing

/// A program that runs beside its test: what it is given comes piece by piece, and it can be killed.
final class RunningProgram {
  private let process = Process()
  private let input = Pipe()
  private let scratch: Scratch
  private let outputPath: String
  private let errorPath: String

  init(_ product: Product, _ arguments: [String]) throws {
    scratch = try Scratch()
    (outputPath, errorPath) = (scratch.file("output"), scratch.file("error"))
    process.executableURL = ToolRun.path
    process.arguments = arguments
    process.environment = product.environment
    process.standardInput = input
    process.standardOutput = try scratch.handle(outputPath)
    process.standardError = try scratch.handle(errorPath)
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
  }

  /// Gives a line on standard input.
  func say(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for the line of output of a number, from 0, and reads it as JSON.
  func answer(_ number: Int) throws -> JSON {
    var text: [Substring] = []
    try waitUntil("answer \(number)") {
      text = try String(contentsOfFile: outputPath, encoding: .utf8).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      return text.count > number + 1
    }
    return try JSON(String(text[number]))
  }

  /// Ends at once, as by `kill -9`.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Closes standard input and waits for the end.
  func finish() throws -> Product.Run {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return Product.Run(
      status: process.terminationStatus,
      output: try String(contentsOfFile: outputPath, encoding: .utf8),
      error: try String(contentsOfFile: errorPath, encoding: .utf8)
    )
  }
}

/// Waits until something is so, for as long as a slow machine may need.
func waitUntil(_ what: String, _ isSo: () throws -> Bool) throws {
  for _ in 0..<30_000 {
    if try isSo() { return }
    usleep(2000)
  }
  throw TestFailure("never came: \(what)")
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Product {
  /// A connection of its own to the product's database.
  func connect() throws -> PostgresConnection {
    try PostgresConnection(conninfo: #require(environment["FAREGRID_DATABASE_URL"]))
  }
}

extension PostgresConnection {
  /// The other backends of this database for which a condition on `pg_stat_activity` holds.
  func others(where condition: String = "true") throws -> [String] {
    try texts(
      """
      select pid::text from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and \(condition)
      """
    )
  }

  /// Ends a backend and waits until it has gone.
  func terminate(_ backend: String) throws {
    try execute("select pg_terminate_backend(\(backend))")
    try waitUntil("the end of backend \(backend)") { try others(where: "pid = \(backend)").isEmpty }
  }

  /// Whether a session holds the ingest lock of the database.
  func ingestLockIsHeld() throws -> Bool {
    try !texts(
      """
      select pid::text from pg_locks where locktype = 'advisory' and classid = 1180791397 and granted
        and database = (select oid from pg_database where datname = current_database())
      """
    ).isEmpty
  }

  /// The first column of a result.
  fileprivate func texts(_ sql: String) throws -> [String] {
    let result = try query(sql)
    return (0..<result.rowCount).compactMap { result.text($0, 0) }
  }
}

/// Fares that are made, not stored as files.
enum MadeFares {
  static let header = "origin,destination,departure_date,price,currency,observed_at\n"

  /// So many rows, all of them different.
  static func csv(_ count: Int) -> String {
    var text = header
    for row in 0..<count {
      let day = 1 + row % 28
      let minute = row / 28
      text += "OSL,FCO,2026-09-\(twoDigits(day)),\(50 + row % 400).\(twoDigits(row % 100)),EUR,"
      text += "2026-07-\(twoDigits(1 + minute / 1440))T\(twoDigits(minute / 60 % 24)):\(twoDigits(minute % 60)):00Z\n"
    }
    return text
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
