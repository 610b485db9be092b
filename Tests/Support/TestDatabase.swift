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
    let server = PrivateServer(home: newHome())
    do {
      try server.ensureRunning()
    } catch {
      fatalError(String(reflecting: error))
    }
    // The server would outlive the process, as it does in use.
    atexit { try? TestDatabase.server.destroy() }
    return server
  }()

  /// Makes an empty database that no other test knows.
  public static func make() throws -> DatabaseTarget {
    let number = made.add(1, ordering: .relaxed).newValue
    let name = "test_\(number)"
    try connect(to: .url(server.url(database: "postgres"))).execute("create database \(name)")
    return try .url(server.url(database: name))
  }

  /// The path of a folder that is not there yet, for a private server. What is left of it goes with the next test run.
  public static func newHome() -> String {
    let number = made.add(1, ordering: .relaxed).newValue
    return "\(homePrefix)\(getpid()).\(number)"
  }

  /// Connects to a target, with a fresh database when none is given.
  public static func connect(to target: DatabaseTarget? = nil) throws -> PostgresConnection {
    try Database.connect(target ?? make())
  }

  private static let made = Atomic(0)
  private static let homePrefix = "/tmp/faregrid-tests-"

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
