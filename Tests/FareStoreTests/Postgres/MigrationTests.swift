import FareStore
import Foundation
import Support
import Synchronization
import Testing

@Suite("Migrations")
struct MigrationTests {
  private let steps = [
    Migration(version: 1, name: "the log", sql: "create table log (a int); create index on log (a)"),
    Migration(version: 3, name: "a column", sql: "alter table log add b text default 'x'; insert into log values (1)"),
  ]

  @Test("bring a new schema to the newest version, and leave it alone afterwards")
  func migrate() throws {
    let connection = try TestDatabase.connect(to: TestDatabase.make())
    try connection.migrate(schema: "My \"fares\"", [steps[0]])
    try connection.migrate(schema: "My \"fares\"", steps)
    try connection.migrate(schema: "My \"fares\"", steps)
    let versions = try connection.texts(
      #"select string_agg(version || ' ' || name, ', ' order by version) from "My ""fares""".schema_version"#
    )
    #expect(versions == ["1 the log, 3 a column"])
    #expect(try connection.texts(#"select a::text, b from "My ""fares""".log"#) == ["1", "x"])
    #expect(try connection.texts("show search_path") == [#""$user", public"#], "only the steps see the schema alone")
  }

  @Test("refuse a schema that is newer, and change nothing")
  func newer() throws {
    let connection = try TestDatabase.connect(to: TestDatabase.make())
    try connection.migrate(schema: "fares", steps)
    let error = try #require(throws: PostgresError.self) { try connection.migrate(schema: "fares", [steps[0]]) }
    #expect(error.code == .schemaTooNew)
    #expect(error.message == "schema fares is version 3, and this faregrid knows versions up to 1")
  }

  @Test("are all done or none, and name the step that failed")
  func allOrNone() throws {
    let connection = try TestDatabase.connect(to: TestDatabase.make())
    let bad = Migration(version: 4, name: "a mistake", sql: "create table other (a int); select nothing")
    let error = try #require(throws: PostgresError.self) { try connection.migrate(schema: "fares", steps + [bad]) }
    #expect(error.message == #"migration 4 (a mistake): column "nothing" does not exist"#)
    let schemas = try connection.texts("select count(*)::text from pg_namespace where nspname = 'fares'")
    #expect(schemas == ["0"])
    try connection.migrate(schema: "fares", steps)
  }

  @Test("are done once when several sessions come at once")
  func atOnce() throws {
    let target = try TestDatabase.make()
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { [steps] _ in
      do {
        try TestDatabase.connect(to: target).migrate(schema: "fares", steps)
      } catch {
        failures.withLock { $0.append(String(reflecting: error)) }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let connection = try TestDatabase.connect(to: target)
    #expect(try connection.texts("select count(*)::text from fares.log") == ["1"])
  }
}
