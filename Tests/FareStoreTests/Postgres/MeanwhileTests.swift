import FareStore
import Support
import Testing

@Suite("While the server is busy", .timeLimit(.minutes(1)))
struct MeanwhileTests {
  /// A connection that counts the pieces of other work that it has done.
  private final class Counting {
    let connection: PostgresConnection
    private(set) var pieces = 0

    /// There are `count` pieces to do.
    init(_ count: Int) throws {
      connection = try TestDatabase.connect()
      connection.meanwhile = { [unowned self] in
        pieces += pieces < count ? 1 : 0
        return pieces < count
      }
    }
  }

  @Test("other work is done a piece at a time, until there is none left or the server is ready")
  func statement() throws {
    let counting = try Counting(5)
    #expect(try counting.connection.query("select pg_sleep(0.2)::text || 'done'").text(0, 0) == "done")
    #expect(counting.pieces == 5)
    #expect(throws: PostgresError.self) { _ = try counting.connection.query("select 1/0") }
    #expect(try counting.connection.query("select 'here'").text(0, 0) == "here")

    let endless = try Counting(.max)
    #expect(try endless.connection.query("select pg_sleep(0.2)::text || 'done'").text(0, 0) == "done")
    #expect(endless.pieces > 0)
  }

  @Test("taking rows in, other work is done too, and every row arrives")
  func copy() throws {
    let counting = try Counting(.max)
    let connection = counting.connection
    try connection.execute("create table t (a int4, b text)")
    let text = String(repeating: "x", count: 1000)
    let rows = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
      for number in 0..<20_000 as Range<Int32> {
        try writer.beginRow(columns: 2)
        writer.int4(number)
        writer.text(text)
      }
    }
    #expect(rows == 20_000)
    #expect(counting.pieces > 0)
    #expect(try connection.query("select sum(a)::text || sum(length(b)) from t").text(0, 0) == "19999000020000000")
  }

  @Test("refusing rows or gone, it is found so as without other work")
  func failing() throws {
    let counting = try Counting(.max)
    let (connection, other) = (counting.connection, try TestDatabase.connect())
    try connection.execute("create table t (a int4 check (a < 100))")
    func fill(_ sleeping: (Int32) throws(PostgresError) -> Void) throws(PostgresError) {
      _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
        for number in 0..<200_000 as Range<Int32> {
          try writer.beginRow(columns: 1)
          writer.int4(number)
          try sleeping(number)
        }
      }
    }
    let refusal = #expect(throws: PostgresError.self) { try fill { _ throws(PostgresError) in } }
    #expect(refusal?.sqlState == "23514")
    #expect(try connection.query("select count(*)::text from t").text(0, 0) == "0")

    try connection.execute("alter table t drop constraint t_a_check")
    let backend = try connection.query("select pg_backend_pid()::text").text(0, 0) ?? ""
    let loss = #expect(throws: PostgresError.self) {
      try fill { number throws(PostgresError) in
        if number == 100_000 { try other.execute("select pg_terminate_backend(\(backend))") }
      }
    }
    #expect(loss?.isConnectionFailure == true || loss?.sqlState == "57P01")
    try connection.reset()
    #expect(try connection.query("select count(*)::text from t").text(0, 0) == "0")
  }
}
