import FareStore
import Foundation
import Support
import Testing

@Suite("A full disk", .enabled(if: SmallDisk.canBeMade, "only root can mount a small disk: skipped"))
struct FullDisk {
  @Test("fails an ingest with one clear line and loses nothing; with room again the same file loads")
  func fullDuringIngest() throws {
    let disk = try SmallDisk(megabytes: 11)
    let product = try Product(["FAREGRID_DATABASE_URL": disk.makeDatabase()])
    try product.ingest(text: MadeFares.csv(3))
    let before = try product.done(["export", "observations"])
    try disk.fill()
    let files = try Scratch()
    let path = try files.write(Data(MadeFares.csv(6000).utf8), as: "fares.csv")
    let run = try product.run(["ingest", path])
    // When the server must write a file of its own before it lets anybody in, it is the connection that fails.
    let lockedOut = "could not write init file"
    let isLockedOut = run.error.contains(lockedOut)
    #expect(run.status == (isLockedOut ? 69 : 1))
    let isTold = isLockedOut || run.error.contains("No space left on device")
    #expect(run.error.hasPrefix("error: ") && isTold, "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    let read = try product.run(["export", "observations"])
    #expect(read.output == before || read.error.contains(lockedOut), "\(read.error)")
    try disk.empty()
    #expect(try product.done(["export", "observations"]) == before)
    #expect(try product.ingest(path)["state"]?.string == "loaded")
    #expect(try product.observations().count == 6000)
  }
}

/// A tablespace of the test server on a file system of its own, which is small.
private final class SmallDisk {
  static let canBeMade = geteuid() == 0

  private let name = "small_\(UUID().uuidString.prefix(8).lowercased())"
  private let path: String
  private var filler: String { path + "/filler" }

  init(megabytes: Int) throws {
    path = "/tmp/faregrid-test-\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0755", "tmpfs", path)
    try FileManager.default.createDirectory(atPath: path + "/space", withIntermediateDirectories: false)
    let account = try FileManager.default.attributesOfItem(atPath: TestDatabase.server.home + "/server")
    try FileManager.default.setAttributes(
      [.ownerAccountID: try #require(account[.ownerAccountID])],
      ofItemAtPath: path + "/space"
    )
  }

  /// An empty database on the disk.
  func makeDatabase() throws -> String {
    let connection = try PostgresConnection(conninfo: TestDatabase.server.url(database: "postgres"))
    try connection.execute("create tablespace \(name) location '\(path)/space'")
    try connection.execute("create database \(name) tablespace \(name)")
    return try TestDatabase.server.url(database: name)
  }

  /// Takes the room that is left.
  func fill() throws {
    _ = FileManager.default.createFile(atPath: filler, contents: nil)
    let file = try FileHandle(forWritingTo: URL(filePath: filler))
    let piece = Data(repeating: 0, count: 4096)
    while (try? file.write(contentsOf: piece)) != nil {}
    try file.close()
  }

  /// Gives the room back, and more.
  func empty() throws {
    try FileManager.default.removeItem(atPath: filler)
    try Self.run("mount", "-o", "remount,size=200m", path)
  }

  deinit {
    let connection = try? PostgresConnection(conninfo: TestDatabase.server.url(database: "postgres"))
    try? connection?.execute("drop database if exists \(name) with (force)")
    try? connection?.execute("drop tablespace if exists \(name)")
    try? Self.run("umount", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
