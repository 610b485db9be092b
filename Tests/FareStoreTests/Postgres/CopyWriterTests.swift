import FareModel
import FareStore
import Support
import Testing

@Suite("Copy writer")
struct CopyWriterTests {
  @Test("every kind of value arrives as it was")
  func valuesArrive() throws {
    let connection = try TestDatabase.connect()
    try connection.execute(
      """
      create table t (a bool, b int2, c int4, d int8, e text, f bytea, g date, h timestamptz, i text)
      """
    )
    let day = try #require(Day("2024-02-29"))
    let instant = try #require(Instant("1969-12-31T23:59:59Z"))
    let rows = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
      try writer.beginRow(columns: 9)
      writer.bool(true)
      writer.int2(-2)
      writer.int4(.min)
      writer.int8(.max)
      writer.text("é")
      writer.bytes(([0, 255] as [UInt8]).span)
      writer.date(day)
      writer.timestamp(instant)
      writer.null()
      try writer.beginRow(columns: 9)
      for _ in 0..<9 { writer.int4(nil) }
    }
    #expect(rows == 2)
    let texts = try connection.texts("select t::text, (select count(*)::text from t where t is null) from t limit 1")
    #expect(
      texts == [
        #"(t,-2,-2147483648,9223372036854775807,é,"\\x00ff",2024-02-29,"1969-12-31 23:59:59+00",)"#,
        "1",
      ]
    )
  }

  @Test("a body that throws ends the copy without a row, and the connection is usable")
  func bodyThrows() throws {
    let connection = try connectionWithTable()
    let error = #expect(throws: PostgresError.self) {
      _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
        try writer.beginRow(columns: 1)
        writer.int4(1)
        throw PostgresError(.queryFailed, message: "enough")
      }
    }
    #expect(error?.message == "enough")
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("a row that the server refuses is named, and the connection is usable")
  func serverRefuses() throws {
    let connection = try connectionWithTable()
    let error = #expect(throws: PostgresError.self) {
      _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
        for number in [1, 2, 1] as [Int32] {
          try writer.beginRow(columns: 1)
          writer.int4(number)
        }
      }
    }
    #expect(error?.sqlState == "23505")
    #expect(error?.message.contains("Key (a)=(1) already exists.; COPY t, line 3") == true)
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("a statement that is no copy from stdin is refused", arguments: ["select 1", "copy t to stdout", "selec"])
  func noCopy(sql: String) throws {
    let connection = try connectionWithTable()
    #expect(throws: PostgresError.self) { _ = try connection.copyIn(sql) { _ in } }
    #expect(try connection.texts("select 'fine'") == ["fine"])
  }

  @Test("a row with too few or too many values is a mistake in the program, and traps")
  func wrongColumns() async throws {
    let url = try TestDatabase.server.url()
    for written in [0, 2] {
      await #expect(processExitsWith: .failure) { [url = url as String, written = written as Int] in
        let connection = try PostgresConnection(conninfo: url)
        try connection.execute("create temporary table t (a int)")
        _ = try connection.copyIn("copy t from stdin (format binary)") { writer throws(PostgresError) in
          try writer.beginRow(columns: 1)
          for _ in 0..<written { writer.int4(1) }
        }
      }
    }
  }

  private func connectionWithTable() throws -> PostgresConnection {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int primary key)")
    return connection
  }
}
