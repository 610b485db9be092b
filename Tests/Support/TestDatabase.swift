public import FareStore
import Foundation
import Synchronization

/// A private server for the tests of this process, started at first use and removed when the process ends.
///
/// It lives in a folder of its own under `/tmp`, so that the user's database is never touched.
public enum TestDatabase {
  /// The server, which runs.
  public static let server: PrivateServer = {
    removeLeftovers()
    let server = makeServer()
    do {
      try server.ensureRunning()
      // What the tests write need not survive a power cut.
      let connection = try PostgresConnection(conninfo: server.url())
      for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        try connection.execute("alter system set \(setting) = off")
      }
      try connection.execute("select pg_reload_conf()")
    } catch {
      fatalError(String(reflecting: error))
    }
    return server
  }()

  /// A private server in a folder that is not there yet, not started. It is destroyed when the process ends.
  ///
  /// `suffix` ends the name of its home.
  public static func makeServer(suffix: String = "") -> PrivateServer {
    let server = PrivateServer(home: "\(homePrefix)\(getpid()).\(nextNumber())\(suffix)")
    let isFirst = servers.withLock { servers in
      servers.append(server)
      return servers.count == 1
    }
    // A server outlives its process in use, and must not here.
    if isFirst { atexit { TestDatabase.destroyServers() } }
    return server
  }

  /// Makes an empty database that no other test knows.
  public static func make() throws -> DatabaseTarget {
    let name = "test_\(nextNumber())"
    try PostgresConnection(conninfo: server.url(database: "postgres")).execute("create database \(name)")
    return try .url(server.url(database: name))
  }

  /// Makes an empty schema that no other test knows, in which the target's sessions begin. Quicker than a database.
  public static func makeSchema() throws -> DatabaseTarget {
    let name = "test_\(nextNumber())"
    let url = try server.url()
    try PostgresConnection(conninfo: url).execute("create schema \(name)")
    return .url(url + "&options=-csearch_path%3D\(name)")
  }

  /// Connects to a target, by default to a schema of its own.
  public static func connect(to target: DatabaseTarget? = nil) throws -> PostgresConnection {
    try Database.connect(target ?? makeSchema())
  }

  private static func nextNumber() -> Int {
    made.add(1, ordering: .relaxed).newValue
  }

  private static let made = Atomic(0)
  private static let servers = Mutex<[PrivateServer]>([])
  private static let homePrefix = "/tmp/faregrid-tests-"

  private static func destroyServers() {
    for server in servers.withLock({ $0 }) { try? server.destroy() }
  }

  /// Removes the servers of test processes that were killed.
  private static func removeLeftovers() {
    let folder = "/tmp/"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder + name
      guard path.hasPrefix(homePrefix),
        let process = pid_t(path.dropFirst(homePrefix.count).prefix { $0 != "." }), kill(process, 0) != 0
      else { continue }
      // What another user has left is theirs to remove.
      try? PrivateServer(home: path).destroy()
    }
  }
}
