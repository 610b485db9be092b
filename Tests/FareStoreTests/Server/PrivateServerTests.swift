import FareStore
import Foundation
import Support
import Synchronization
import Testing

@Suite("Private server")
struct PrivateServerTests {
  @Test("starts at the first connection, keeps what it holds when stopped, and is gone when destroyed")
  func lifeCycle() throws {
    let server = TestDatabase.makeServer()
    let before = server.status()
    #expect(before.home == server.home)
    #expect((before.processID, before.version, before.bytes) == (nil, nil, 0))
    #expect(try server.stop() == false)

    let connection = try Database.connect(.privateServer(server))
    try connection.execute("create table t as select 42 as a")
    #expect(try connection.texts("show listen_addresses") == [""])
    let status = server.status()
    #expect(status.isRunning)
    #expect(status.version.flatMap { Int($0) } != nil)
    #expect(status.bytes > 1 << 20)
    #expect(try owner(of: "\(server.home)/server") != 0, "PostgreSQL refuses to run as root")
    #expect(try mode(of: "\(server.home)/server") == 0o700)

    #expect(try server.stop())
    #expect(server.status().isRunning == false)
    let lost = try #require(throws: PostgresError.self) { _ = try connection.query("select 1") }
    #expect(lost.code == .connectionLost)
    let absent = try #require(throws: PostgresError.self) { try connection.reset() }
    #expect(absent.code == .connectFailed)
    #expect(try Database.connect(.privateServer(server)).texts("select a::text from t") == ["42"])
    try connection.reset()

    try server.destroy()
    #expect(FileManager.default.fileExists(atPath: server.home) == false)
    #expect(server.status().isRunning == false)
  }

  @Test("is started once when several threads and processes come at once")
  func atOnce() async throws {
    let server = TestDatabase.makeServer()
    async let first: Void = connectInProcess(server)
    async let second: Void = connectInProcess(server)
    let started = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let sql = "select pg_postmaster_start_time()::text"
      let times = (try? Database.connect(.privateServer(server)).texts(sql)) ?? ["none"]
      started.withLock { $0 += times }
    }
    _ = await (first, second)
    #expect(Set(started.withLock { $0 }).count == 1)
    #expect(started.withLock { $0.contains("none") } == false)
    try server.destroy()
  }

  @Test("outlives the process that started it, and holds nothing of it open")
  func outlives() async throws {
    let server = TestDatabase.makeServer()
    // The test library reads the output to its end, which would not come while the server held it.
    await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent, \.standardErrorContent]) {
      [home = server.home as String] in
      try PrivateServer(home: home).ensureRunning()
      kill(getpid(), SIGKILL)
    }
    let process = try #require(server.status().processID)
    #expect(try PostgresConnection(conninfo: server.url()).texts("select 'fine'") == ["fine"])
    #expect(getsid(pid_t(process)) != getsid(0))
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
    }
    #expect(files.filter { $0 == "\(server.home)/lock" } == [])
    try server.destroy()
  }

  @Test("is whole after its first start was killed in the middle")
  func killedInTheMiddle() async throws {
    let server = TestDatabase.makeServer()
    for milliseconds in [30, 200] {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [home = server.home as String, milliseconds = milliseconds as Int] in
        Thread.detachNewThread {
          usleep(UInt32(milliseconds * 1000))
          kill(getpid(), SIGKILL)
        }
        try PrivateServer(home: home).ensureRunning()
        sleep(60)
      }
    }
    #expect(try Database.connect(.privateServer(server)).texts("select 'fine'") == ["fine"])
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(server.home)/server")
    #expect(names.filter { $0.hasPrefix("new-") } == [])
    try server.destroy()
  }

  @Test(
    "has a URL that psql takes as it is, however odd or long the home's path",
    arguments: [" a b&c%d'é\"#$x", ",too" + String(repeating: "-long", count: 30)]
  )
  func url(suffix: String) throws {
    let server = TestDatabase.makeServer(suffix: suffix)
    try server.ensureRunning()
    #expect(try psql(server.url(), "select current_database()") == "faregrid\n")
    let folders = try Database.connect(.privateServer(server)).texts("show unix_socket_directories")
    let folder = folders[0].trimmingCharacters(in: ["\""]).replacing("\"\"", with: "\"")
    #expect(try mode(of: folder) == 0o700)
    try server.destroy()
    #expect(FileManager.default.fileExists(atPath: folder) == false)
  }

  private func connectInProcess(_ server: PrivateServer) async {
    await #expect(processExitsWith: .success) { [home = server.home as String] in
      _ = try Database.connect(.privateServer(PrivateServer(home: home)))
    }
  }

  private func psql(_ url: String, _ sql: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", url, "-Atc", sql]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}

func owner(of path: String) throws -> uid_t {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.ownerAccountID] as? NSNumber).uint32Value
}

func mode(of path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.posixPermissions] as? NSNumber).intValue
}
