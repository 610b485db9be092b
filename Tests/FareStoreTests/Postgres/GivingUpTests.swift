import FareStore
import Support
import Testing

@Suite("A statement that takes long", .timeLimit(.minutes(1)))
struct GivingUpTests {
  @Test("is given up when its result is not wanted any more, and the connection goes on")
  func givesUp() throws {
    let connection = try TestDatabase.connect()
    var looks = 0
    connection.isStillWanted = {
      looks += 1
      return looks < 3
    }
    do {
      _ = try connection.query("select pg_sleep(3600)")
      Issue.record("slept an hour")
    } catch {
      #expect(error.sqlState == "57014")
      #expect(!error.isConnectionFailure)
    }
    #expect(looks == 3)
    #expect(try connection.query("select 'here'").text(0, 0) == "here")
    #expect(looks == 3)
  }

  @Test("ends its transaction when it is given up, and the next begins anew")
  func rollsBack() throws {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a text)")
    connection.isStillWanted = { false }
    #expect(throws: PostgresError.self) {
      try connection.transaction { () throws(PostgresError) in
        _ = try connection.query("insert into t values ('lost')")
        _ = try connection.query("select pg_sleep(3600)")
      }
    }
    #expect(try connection.query("select count(*)::text from t").text(0, 0) == "0")
  }

  @Test("gives its result while it is wanted, as without anybody asking")
  func waits() throws {
    let connection = try TestDatabase.connect()
    var looks = 0
    connection.isStillWanted = {
      looks += 1
      return true
    }
    #expect(try connection.query("select pg_sleep(0.35)::text || 'done'").text(0, 0) == "done")
    #expect(looks > 0)
    #expect(throws: PostgresError.self) { _ = try connection.query("select 1/0") }
    #expect(try connection.query("select repeat('x', 3000000)").text(0, 0)?.utf8.count == 3_000_000)
  }
  @Test("finds its connection lost as a statement does that nobody watches")
  func losesConnection() throws {
    let (connection, other) = (try TestDatabase.connect(), try TestDatabase.connect())
    let backend = try connection.query("select pg_backend_pid()::text").text(0, 0) ?? ""
    connection.isStillWanted = {
      (try? other.execute("select pg_terminate_backend(\(backend))")) != nil
    }
    do {
      _ = try connection.query("select pg_sleep(3600)")
      Issue.record("slept an hour")
    } catch {
      #expect(error.isConnectionFailure)
    }
    #expect(!connection.backendIsAlive)
    try connection.reset()
    #expect(try connection.query("select 'here'").text(0, 0) == "here")
  }
}
