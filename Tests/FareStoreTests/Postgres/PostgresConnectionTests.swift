import FareModel
import FareStore
import Foundation
import Support
import Synchronization
import Testing

@Suite("Postgres connection")
struct PostgresConnectionTests {
  @Test("every kind of parameter arrives as the value it was")
  func parametersArrive() throws {
    let connection = try TestDatabase.connect()
    let day = try #require(Day("2024-02-29"))
    let instant = try #require(Instant("1969-12-31T23:59:59Z"))
    let texts = try connection.texts(
      """
      select concat_ws('|', $1, encode($2, 'hex'), $3, $4, $5, $6, $7, $8),
        concat_ws('|', $9, $10, $11, $12, $13, $14, $15, $16 is null)
      """,
      [
        .text("é'\\\""), .bytes([0, 255]), .bool(true), .int2(-2), .int4(.min), .int8(.max), .date(day),
        .timestamp(instant), .textArray(["", "b,\"c\""]), .textArray([]), .int2Array([-1]), .int4Array([1, 2]),
        .int8Array([.max]), .dateArray([day]), .timestampArray([instant]), .null(.date),
      ]
    )
    #expect(
      texts == [
        #"é'\"|00ff|t|-2|-2147483648|9223372036854775807|2024-02-29|1969-12-31 23:59:59+00"#,
        #"{"","b,\"c\""}|{}|{-1}|{1,2}|{9223372036854775807}|{2024-02-29}|{"1969-12-31 23:59:59+00"}|t"#,
      ]
    )
  }

  @Test("values come back as the server says them, and null is nil")
  func valuesComeBack() throws {
    let connection = try TestDatabase.connect()
    let result = try connection.query(
      """
      select true, -2::int2, 3, 4::bigint, 'é', date '1999-12-31', timestamptz '1999-12-31 23:59:58.9+00',
        '\\x00ff'::bytea, null::int
      """
    )
    let values = (result.bool(0, 0), result.int2(0, 1), result.int4(0, 2), result.int8(0, 3), result.text(0, 4))
    #expect(values == (true, -2, 3, 4, "é"))
    let (date, timestamp, null) = (result.date(0, 5), result.timestamp(0, 6), result.int4(0, 8))
    #expect(date?.description == "1999-12-31")
    #expect(timestamp?.description == "1999-12-31T23:59:58Z", "a fraction is dropped, before 2000 as well")
    #expect(null == nil)
    let bytes = result.withBytes(0, 7) { bytes in bytes.indices.map { bytes[$0] } }
    #expect(bytes == [0, 255])
    #expect((result.rowCount, result.columnCount) == (1, 9))
  }

  @Test("infinity is the greatest instant and day, both ways")
  func infinity() throws {
    let connection = try TestDatabase.connect()
    let result = try connection.query("select timestamptz 'infinity', date '-infinity'")
    let (instant, day) = (result.timestamp(0, 0), result.date(0, 1))
    #expect(instant == Instant(rawValue: .max))
    #expect(day == Day(rawValue: .min))
    let texts = try connection.texts(
      "select $1::text, $2::text",
      [.timestamp(Instant(rawValue: .max)), .date(Day(rawValue: .min))]
    )
    #expect(texts == ["infinity", "-infinity"])
  }

  @Test("the same text with parameters of other types is another statement")
  func typesMatter() throws {
    let connection = try TestDatabase.connect()
    let sql = "select pg_typeof($1)::text"
    let types = try [.int4(1), .date(Day(rawValue: 1)), .int4(2), .text("x")].map { parameter in
      try connection.texts(sql, [parameter])
    }
    #expect(types == [["integer"], ["date"], ["integer"], ["text"]])
  }

  @Test("counts the rows that a statement was about")
  func affectedRows() throws {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int); create index on t (a)")
    let result = try connection.query("insert into t select generate_series(1, $1)", [.int4(7)])
    let count = result.affectedRows
    #expect(count == 7)
  }

  @Test("after an error the next statement works, and the error says everything")
  func errorsAreComplete() throws {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int primary key); insert into t values (1)")
    for _ in 0..<2 {
      let error = try #require(throws: PostgresError.self) { _ = try connection.query("insert into t values (1)") }
      #expect(error.code == .queryFailed)
      #expect(error.sqlState == "23505")
      #expect(
        error.message
          == #"duplicate key value violates unique constraint "t_pkey"; Key (a)=(1) already exists."#
      )
    }
    let syntax = try #require(throws: PostgresError.self) { try connection.execute("select 1; selec 2") }
    #expect("\(syntax)" == "database queryFailed (SQLSTATE 42601)", "what a client may see")
    #expect(syntax.message == #"syntax error at or near "selec""#)
    #expect(try connection.texts("select 'fine'") == ["fine"])
  }

  @Test("a copy where none belongs is an error, and the connection stays usable", arguments: ["stdin", "stdout"])
  func strayCopy(end: String) throws {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int); insert into t select generate_series(1, 1000)")
    let sql = "copy t \(end == "stdin" ? "from" : "to") \(end)"
    let error = try #require(throws: PostgresError.self) { try connection.execute(sql) }
    #expect(error.message == "a copy needs copyIn")
    #expect(try connection.texts("select count(*)::text from t") == ["1000"])
  }

  @Test("a statement whose table changed under it is prepared again")
  func changedTable() throws {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int); insert into t values (1)")
    let sql = "select * from t"
    #expect(try connection.query(sql).columnCount == 1)
    try connection.execute("alter table t add b int")
    #expect(try connection.query(sql).columnCount == 2)
    try connection.execute("deallocate all")
    #expect(try connection.query(sql).columnCount == 2)
  }

  @Test("keeps a bounded number of statements prepared")
  func boundedStatements() throws {
    let connection = try TestDatabase.connect()
    for number in 0...Limits.mostPreparedStatements { _ = try connection.query("select \(number)") }
    let count = try connection.texts("select count(*)::text from pg_prepared_statements")
    #expect(Int(count[0]) ?? .max <= Limits.mostPreparedStatements)
  }

  @Test("notices are dropped: stdout belongs to answers, stderr to our own words")
  func notices() async throws {
    let url = try TestDatabase.server.url()
    let outcome = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [url = url as String] in
      let connection = try PostgresConnection(conninfo: url)
      try connection.execute(
        "set client_min_messages = notice; do $$ begin raise notice 'n'; raise warning 'w'; end $$"
      )
    }
    let written = try #require(outcome)
    #expect(String(decoding: written.standardOutputContent, as: UTF8.self).contains("NOTICE") == false)
    #expect(String(decoding: written.standardErrorContent, as: UTF8.self).contains("WARNING") == false)
  }

  @Test("hears what another session notifies, and whose it is")
  func notifications() throws {
    let target = try TestDatabase.makeSchema()
    let listener = try TestDatabase.connect(to: target)
    let speaker = try TestDatabase.connect(to: target)
    // A channel is the database's, and other tests speak on others.
    try listener.execute("listen heard")
    #expect(try listener.notifications() == [])
    #expect(listener.waitForInput(milliseconds: 1) == false)
    let process = try speaker.texts("select pg_backend_pid()::text")
    try speaker.execute("notify heard, 'LHR JFK'; notify heard")
    #expect(listener.waitForInput(milliseconds: 10_000))
    let heard = try listener.notifications()
    #expect(heard.map(\.channel) == ["heard", "heard"])
    #expect(heard.map(\.payload) == ["LHR JFK", ""])
    #expect(heard.map { String($0.processID) } == [process[0], process[0]])
  }

  @Test("200 questions from eight threads, each with its connection, get their own answers (B58)")
  func threads() throws {
    let target = try TestDatabase.makeSchema()
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        let connection = try TestDatabase.connect(to: target)
        for number in 0..<25 {
          let id = Int32(thread * 25 + number)
          let answer = try connection.query("select 1 + $1 % 12, pg_sleep(0.001)", [.int4(id)]).int4(0, 0)
          if answer != 1 + id % 12 { wrong.add(1, ordering: .relaxed) }
        }
      } catch {
        wrong.add(1, ordering: .relaxed)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }
}

extension PostgresConnection {
  /// The first row of a query whose columns are all text.
  func texts(_ sql: String, _ parameters: [PostgresParameter] = []) throws -> [String] {
    let result = try query(sql, parameters)
    return (0..<result.columnCount).map { result.text(0, $0) ?? "null" }
  }
}
