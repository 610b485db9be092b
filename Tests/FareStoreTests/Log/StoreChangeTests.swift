import FareModel
import Support
import Testing

@testable import FareStore

@Suite("Telling of commits")
struct StoreChangeTests {
  private static func route(_ number: UInt32) -> Route {
    Route(
      origin: PlaceCode(rawValue: 0x41_4141 + number % 26),
      destination: PlaceCode(rawValue: 0x42_4141 + number / 26 * 256)
    )
  }

  @Test("a payload says what it was made of")
  func payloads() {
    let change = StoreChange(routes: [Self.route(1), Self.route(40)], hasRates: true)
    var expected = change
    expected.edition = 12
    #expect(StoreChange(payload: "12 " + change.words) == expected)
    #expect(StoreChange(payload: "7 ") == StoreChange(edition: 7))
    #expect(StoreChange(payload: "7 reference") == StoreChange(hasReference: true, edition: 7))
  }

  @Test(
    "what is not understood, or names too many routes, stands for anything",
    arguments: ["", "hello", "7 sea", "x 1"]
  )
  func anything(payload: String) {
    #expect(StoreChange(payload: payload).routes == nil)
    let many = StoreChange(routes: Set((0..<650).map { Self.route(UInt32($0)) }))
    #expect(StoreChange(payload: "3 " + many.words) == .anything(edition: 3))
  }

  @Test("is heard of when the transaction commits, and not when it is rolled back")
  func transactions() throws {
    let target = try TestDatabase.make()
    let (writer, listener) = (try Store(target), try Store(target))
    try listener.listen()
    let change = StoreChange(routes: [Self.route(3)])
    _ = try writer.transaction { () throws(PostgresError) in
      try writer.tell(StoreChange(hasRates: true))
      throw PostgresError(.queryFailed, message: "undone")
    }
    #expect(try listener.changes().isEmpty)
    try writer.transaction { () throws(PostgresError) in try writer.tell(change) }.get()
    #expect(listener.connection.waitForInput(milliseconds: 5000))
    #expect(try listener.changes() == change)
    #expect(try listener.changes().isEmpty)
  }
}
