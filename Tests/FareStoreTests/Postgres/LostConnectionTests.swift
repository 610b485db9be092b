import FareStore
import Glibc
import Support
import Testing

@Suite("Lost connection (B61)")
struct LostConnectionTests {
  @Test("is named as such, and a reset brings back the settings and the statements")
  func recovers() throws {
    let target = try TestDatabase.makeSchema()
    let connection = try Database.connect(target, settings: [("statement_timeout", "1234ms")])
    let settings = "select current_setting('statement_timeout'), current_setting('TimeZone'), $1"
    #expect(try connection.texts(settings, [.text("before")]) == ["1234ms", "UTC", "before"])
    try connection.execute("select pg_advisory_lock(1)")
    try terminate(connection, from: target)

    let error = try #require(throws: PostgresError.self) { _ = try connection.query("select 1") }
    #expect(error.code == .connectionLost)
    #expect(error.isConnectionFailure)
    #expect(connection.backendIsAlive == false)
    let again = try #require(throws: PostgresError.self) { _ = try connection.query("select 1") }
    #expect(again.code == .connectionLost)

    try connection.reset()
    #expect(connection.backendIsAlive)
    #expect(try connection.texts(settings, [.text("after")]) == ["1234ms", "UTC", "after"])
    let locks = "select count(*)::text from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()"
    #expect(try connection.texts(locks) == ["0"], "locks have gone with the session, and the caller must know")
  }

  @Test("shows while waiting for notifications")
  func whileListening() throws {
    let target = try TestDatabase.makeSchema()
    let connection = try TestDatabase.connect(to: target)
    try connection.execute("listen fares")
    try terminate(connection, from: target)
    #expect(connection.waitForInput(milliseconds: 10_000))
    let error = #expect(throws: PostgresError.self) {
      // The server's farewell comes first, then the end.
      for _ in 0..<100 {
        _ = try connection.notifications()
        _ = connection.waitForInput(milliseconds: 100)
      }
    }
    #expect(error?.code == .connectionLost)
  }

  @Test("in a transaction leaves nothing behind")
  func inTransaction() throws {
    let target = try TestDatabase.makeSchema()
    let connection = try TestDatabase.connect(to: target)
    try connection.execute("create table t (a int)")
    let result = try connection.transaction(catching: { () throws in
      try connection.execute("insert into t values (1)")
      try terminate(connection, from: target)
      try connection.execute("insert into t values (2)")
    })
    #expect(throws: PostgresError.self) { try result.get() }
    try connection.reset()
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("a server that is not there is a failure to connect, with the reason for the operator alone")
  func notThere() throws {
    let error = try #require(throws: PostgresError.self) {
      _ = try PostgresConnection(conninfo: "host=/nonexistent dbname=fares user=nobody")
    }
    #expect(error.code == .connectFailed)
    #expect("\(error)" == "database connectFailed")
    #expect(
      error.message
        == #"connection to server on socket "/nonexistent/.s.PGSQL.5432" failed: No such file or directory"#
    )
  }

  @Test("a server that lets nobody in for now is told from one that serves, and from one that is not there")
  func onItsWay() throws {
    let server = TestDatabase.makeServer()
    let connection = try PostgresConnection(conninfo: server.ensureRunning())
    defer { try? server.destroy() }
    #expect(!connection.serverIsOnItsWay)
    // A smart shutdown waits for the sessions that there are, and refuses others with what recovery refuses them with.
    kill(pid_t(try #require(server.status().processID)), SIGTERM)
    while !connection.serverIsOnItsWay { usleep(10_000) }
    #expect(throws: PostgresError.self) { _ = try PostgresConnection(conninfo: server.url()) }
    try server.stop()
    #expect(!connection.serverIsOnItsWay)
  }

  @Test("a private server that crashed is started again by a store that was at work on it, one that was stopped is not")
  func crashedServer() throws {
    let server = TestDatabase.makeServer()
    defer { try? server.destroy() }
    let store = try Store(.privateServer(server))
    kill(pid_t(try #require(server.status().processID)), SIGKILL)
    try store.reconnect()
    #expect(try store.takeIngestLock())
    try server.stop()
    #expect(throws: PostgresError.self) { try store.reconnect() }
    #expect(!server.status().isRunning)
  }

  @Test("what no conninfo is, is refused")
  func badConninfo() throws {
    let error = try #require(throws: PostgresError.self) { _ = try PostgresConnection(conninfo: "port=x host=y z") }
    #expect(error.code == .connectFailed)
    #expect(error.message == #"missing "=" after "z" in connection info string"#)
  }

  private func terminate(_ connection: PostgresConnection, from target: DatabaseTarget) throws {
    let process = try connection.query("select pg_backend_pid()").int4(0, 0)
    let other = try TestDatabase.connect(to: target)
    let ended = try other.query("select pg_terminate_backend($1, 10000)", [.int4(process)]).bool(0, 0)
    #expect(ended == true)
  }
}
