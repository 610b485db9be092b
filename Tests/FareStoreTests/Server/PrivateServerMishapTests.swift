import FareStore
import Foundation
import Support
import Testing

/// What happens to a server from outside. One server suffers it all, one mishap after the other.
@Suite("Private server after a mishap", .serialized)
struct PrivateServerMishapTests {
  private static let server = TestDatabase.makeServer()
  private var server: PrivateServer { Self.server }
  private var folder: String { "\(server.home)/server" }

  @Test("comes back after it was killed, with what was committed")
  func killed() throws {
    let connection = try Database.connect(.privateServer(server))
    try connection.execute("create table t as select 42 as a")
    let process = try #require(server.status().processID)
    kill(pid_t(process), SIGKILL)
    #expect(try Database.connect(.privateServer(server)).texts("select a::text from t") == ["42"])
    #expect(server.status().processID != process)
  }

  @Test("is not misled by a pid file or a socket lock that names another's process, or none")
  func stalePIDFile() throws {
    try server.ensureRunning()
    let running = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
    try server.stop()
    // A living process of the same account, and a PostgreSQL server at that.
    let stranger = try #require(TestDatabase.server.status().processID)
    let rest = running.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    for text in ["\(stranger)\n\(rest)", "", "999999999\n", "garbage"] {
      try write(text, to: "\(folder)/data/postmaster.pid")
      try write("\(stranger)\n", to: "\(folder)/.s.PGSQL.5432.lock")
      try write("", to: "\(folder)/.s.PGSQL.5432")
      #expect(server.status().isRunning == false)
      #expect(try server.stop() == false)
      expectItAnswers()
      try server.stop()
    }
    #expect(TestDatabase.server.status().processID == stranger)
  }

  @Test("gets a new socket when somebody has removed it")
  func removedSocket() throws {
    try server.ensureRunning()
    try FileManager.default.removeItem(atPath: "\(folder)/.s.PGSQL.5432")
    expectItAnswers()
  }

  @Test("gets its database when the first start was killed before making it")
  func missingDatabase() throws {
    try server.ensureRunning()
    let connection = try PostgresConnection(conninfo: server.url(database: "postgres"))
    try connection.execute("drop database faregrid with (force)")
    expectItAnswers()
  }

  @Test("says in one line why PostgreSQL gave up")
  func badConfiguration() throws {
    try server.ensureRunning()
    try server.stop()
    let path = "\(folder)/data/postgresql.auto.conf"
    try write("shared_buffers = many\n", to: path)
    let message = try failure(of: server)
    #expect(message == #"the private server does not start: configuration file "\#(path)" contains errors"#)
    try write("", to: path)
    expectItAnswers()
  }

  @Test("refuses a cluster of another major version, and says what to do")
  func otherVersion() throws {
    try server.ensureRunning()
    try server.stop()
    let installed = try #require(server.status().version)
    try write("9\n", to: "\(folder)/data/PG_VERSION")
    #expect(
      try failure(of: server)
        == "the private database in \(server.home) is of PostgreSQL 9, and \(installed) is installed: "
        + "apt-get install postgresql-9, or `faregrid db destroy` and load the fares again"
    )
    #expect(server.status().version == "9")
    try write("\(installed)\n", to: "\(folder)/data/PG_VERSION")
    expectItAnswers()
  }

  private func expectItAnswers() {
    #expect(throws: Never.self) { _ = try Database.connect(.privateServer(server)).query("select 1") }
  }

  /// Writes a file that belongs to the server's account.
  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try unsafe chown(path, owner(of: folder), gid_t.max)
  }
}

@Suite("Private server that cannot be made")
struct PrivateServerRefusalTests {
  @Test("names the package when there are no programs")
  func noPrograms() throws {
    let server = PrivateServer(home: TestDatabase.makeServer().home, programs: "/nonexistent")
    #expect(
      try failure(of: server)
        == "no PostgreSQL server programs in /nonexistent: "
        + "apt-get install postgresql, or set FAREGRID_DATABASE_URL"
    )
  }

  @Test("names the folder that cannot be made")
  func noFolder() throws {
    let server = PrivateServer(home: "/proc/faregrid")
    #expect(try failure(of: server) == "cannot make /proc/faregrid: No such file or directory")
  }

  @Test("names the disk that is full")
  func fullDisk() throws {
    // Programs that say what those of PostgreSQL say on a full disk.
    let server = TestDatabase.makeServer()
    let programs = server.home + "-programs"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
    let initdb = "#!/bin/sh\necho 'creating directory'\necho 'initdb: error: could not write: No space left'\nexit 1\n"
    let postgres = "#!/bin/sh\necho 'postgres (PostgreSQL) 15.1'\n"
    for (name, script) in [("initdb", initdb), ("postgres", postgres)] {
      try script.write(toFile: "\(programs)/\(name)", atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(programs)/\(name)")
    }
    let failing = PrivateServer(home: server.home, programs: programs)
    #expect(try failure(of: failing) == "the private database cannot be made: could not write: No space left")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(server.home)/server") == [])
    try FileManager.default.removeItem(atPath: programs)
  }

  @Test("does not use a folder for its socket that somebody else has made", .enabled(if: geteuid() == 0))
  func foreignSocketFolder() throws {
    let server = TestDatabase.makeServer(suffix: String(repeating: "-long", count: 30))
    let host = try #require(server.url().split(separator: "host=").last?.split(separator: "&").first)
    let folder = String(host)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    unsafe chown(folder, 12345, 12345)
    #expect(try failure(of: server) == "\(folder) belongs to somebody else: set FAREGRID_HOME to a shorter path")
    try server.destroy()
    #expect(FileManager.default.fileExists(atPath: folder), "what is not ours is not removed")
    try FileManager.default.removeItem(atPath: folder)
  }
}

@Suite("Private server of root", .enabled(if: geteuid() == 0, "root's server is tested by root"))
struct PrivateServerOfRootTests {
  @Test("serves as the user whose server it is, opens an empty home, and a user serves their own")
  func userServer() async throws {
    let server = TestDatabase.makeServer()
    try makeClosedFolder(server.home)
    try server.ensureRunning()
    #expect(try mode(of: server.home) == 0o711, "the server's account can go through, and no more than that")
    #expect(try owner(of: server.home) == 0)
    try server.stop()
    // As if this account had made it all.
    let account = try owner(of: "\(server.home)/server")
    for path in [server.home, "\(server.home)/lock"] { unsafe chown(path, account, account) }
    await #expect(processExitsWith: .success) { [home = server.home as String, account = account as uid_t] in
      setuid(account)
      _ = try Database.connect(.privateServer(PrivateServer(home: home)))
    }
    #expect(try Database.connect(.privateServer(server)).texts("select 'fine'") == ["fine"])
    let process = try #require(server.status().processID)
    #expect(try owner(of: "/proc/\(process)") == account)
    try server.destroy()
  }

  @Test("never opens a folder that is not Faregrid's", arguments: ["", "/home"])
  func closedFolder(below: String) throws {
    let folder = TestDatabase.makeServer().home
    try makeClosedFolder(folder)
    try "".write(toFile: "\(folder)/diary", atomically: false, encoding: .utf8)
    let message = try failure(of: PrivateServer(home: folder + below))
    let advice = "set FAREGRID_HOME to a folder outside, or allow it with chmod o+x"
    #expect(message.hasSuffix(", who cannot enter \(folder): \(advice)"))
    #expect(try mode(of: folder) == 0o700)
    try FileManager.default.removeItem(atPath: folder)
  }

  private func makeClosedFolder(_ path: String) throws {
    let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: mode)
  }
}

/// The message of a server that cannot be started.
private func failure(of server: PrivateServer) throws -> String {
  let error = try #require(throws: PostgresError.self) { _ = try Database.connect(.privateServer(server)) }
  #expect(error.code == .serverUnavailable)
  return error.message
}
