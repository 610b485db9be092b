import FareModel
import FareStore
import Support
import Testing

@Suite("Postgres connection")
struct PostgresConnectionTests {
  @Test("answers a query with the types that the parameters have")
  func answers() throws {
    let connection = try TestDatabase.connect()
    let result = try connection.query("select $1 + 1, $2 || 'x'", [.int4(41), .text("é")])
    let number = result.int4(0, 0)
    let text = result.text(0, 1)
    #expect(number == 42)
    #expect(text == "éx")
  }
}
