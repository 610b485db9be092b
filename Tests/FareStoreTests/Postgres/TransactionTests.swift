import FareStore
import Support
import Testing

@Suite("Transaction")
struct TransactionTests {
  private struct Refused: Error {}

  @Test("is committed when its body returns")
  func commits() throws {
    let connection = try connectionWithTable()
    let count = try connection.transaction { () throws(PostgresError) in
      try connection.execute("insert into t values (1)")
      return 1
    }
    #expect(count == 1)
    #expect(try connection.texts("select count(*)::text from t") == ["1"])
  }

  @Test("is rolled back when its body throws, and the body's error comes out")
  func rollsBack() throws {
    let connection = try connectionWithTable()
    let error = try #require(throws: PostgresError.self) {
      try connection.transaction { () throws(PostgresError) in
        try connection.execute("insert into t values (1)")
        try connection.execute("insert into t values ('x')")
      }
    }
    #expect(error.sqlState == "22P02")
    let result = try connection.transaction(catching: { () throws in
      try connection.execute("insert into t values (1)")
      throw Refused()
    })
    #expect(throws: Refused.self) { try result.get() }
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("is not taken for committed when a failure inside was swallowed")
  func swallowedFailure() throws {
    let connection = try connectionWithTable()
    let error = try #require(throws: PostgresError.self) {
      try connection.transaction { () throws(PostgresError) in
        try connection.execute("insert into t values (1)")
        try? connection.execute("insert into nowhere values (1)")
      }
    }
    #expect(error.sqlState == "25P02")
    #expect(try connection.texts("select count(*)::text from t") == ["0"])
  }

  @Test("sees one moment when it is repeatable read")
  func isolation() throws {
    let target = try TestDatabase.makeSchema()
    let reader = try TestDatabase.connect(to: target)
    let writer = try TestDatabase.connect(to: target)
    try writer.execute("create table t (a int)")
    let counts = try reader.transaction(
      "isolation level repeatable read, read only",
      catching: { () throws in
        let before = try reader.texts("select count(*)::text from t")
        try writer.execute("insert into t values (1)")
        return try before + reader.texts("select count(*)::text from t")
      }
    ).get()
    #expect(counts == ["0", "0"])
    #expect(try reader.texts("select count(*)::text from t") == ["1"])
  }

  private func connectionWithTable() throws -> PostgresConnection {
    let connection = try TestDatabase.connect()
    try connection.execute("create table t (a int)")
    return connection
  }
}
