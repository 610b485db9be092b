import FareStore
import Foundation
import Support
import Testing

@Suite("A database that goes away")
struct DatabaseMishaps {
  /// Enough rows that their ingest can be met in the middle.
  private static let rows = 6000

  @Test(
    "an ingest whose backend is ended takes the lock again and finishes, and the store holds each row once",
    arguments: ["state = 'idle in transaction'", "backend_xid is not null"]
  )
  func endedDuringIngest(moment: String) throws {
    let product = try Product.holding(MadeFares.csv(3))
    let file = try Scratch()
    let path = try file.write(Data(MadeFares.csv(Self.rows).utf8), as: "fares.csv")
    let connection = try product.connect()
    let ingest = try RunningProgram(product, ["ingest", "--json", path])
    var backends: [String] = []
    try waitUntil(moment) {
      backends = try connection.others(where: moment)
      return !backends.isEmpty
    }
    try connection.terminate(backends[0])
    let run = try ingest.finish()
    #expect(run.status == 0, "\(run.error)")
    #expect(try JSON(run.output)["rows_loaded"]?.int == Self.rows - 3)
    #expect(try product.observations().count == Self.rows)
    #expect(try product.ask("status", [:])["batches"]?.int == 2)
    #expect(try product.ingest(path)["state"]?.string == "already_loaded")
  }

  @Test(
    "an ingest outlives a crash of a server that recovers by itself, and of a private one that somebody has to start",
    arguments: Crash.allCases
  )
  func crashedDuringIngest(crash: Crash) throws {
    let server = TestDatabase.makeServer()
    try server.ensureRunning()
    defer { try? server.destroy() }
    let product = try Product(crash.environment(server))
    try product.ingest(text: MadeFares.csv(3))
    let file = try Scratch()
    let path = try file.write(Data(MadeFares.csv(Self.rows).utf8), as: "fares.csv")
    let connection = try PostgresConnection(conninfo: server.url())
    let ingest = try RunningProgram(product, ["ingest", "--json", path])
    var backends: [String] = []
    try waitUntil("the ingest's transaction") {
      backends = try connection.others(where: "state = 'idle in transaction'")
      return !backends.isEmpty
    }
    let victim = crash == .ofBackend ? pid_t(backends[0]) : server.status().processID.map { pid_t($0) }
    kill(try #require(victim), SIGKILL)
    let run = try ingest.finish()
    #expect(run.status == 0, "\(run.error)")
    #expect(try product.observations().count == Self.rows)
  }

  /// Which process is killed.
  enum Crash: CaseIterable {
    /// One of a server that is known by its URL, which ends all its sessions then.
    case ofBackend
    /// The private server itself.
    case ofServer

    func environment(_ server: PrivateServer) throws -> [String: String] {
      switch self {
      case .ofBackend: ["FAREGRID_DATABASE_URL": try server.url()]
      case .ofServer: ["FAREGRID_DATABASE_URL": "", "FAREGRID_HOME": server.home]
      }
    }
  }

  @Test("B61: a query session whose backend is ended answers on, and survives a server that is stopped for a while")
  func endedDuringQuery() throws {
    let server = TestDatabase.makeServer()
    try server.ensureRunning()
    defer { try? server.destroy() }
    let product = try Product(["FAREGRID_DATABASE_URL": server.url()])
    try product.ingest(text: MadeFares.csv(28))
    let session = try RunningProgram(product, ["query"])
    var asked = 0
    func ask() throws -> JSON {
      let question = #""origin":"OSL","destination":"FCO","month":"2026-09","as_of":"2026-08-01T00:00:00Z""#
      try session.say(#"{"jsonrpc":"2.0","id":\#(asked),"method":"calendar","params":{\#(question)}}"#)
      asked += 1
      return try session.answer(asked - 1)
    }
    let prices = try #require(try ask()["result"]).prices
    #expect(prices.count == 28)
    do {
      let connection = try product.connect()
      for backend in try connection.others() { try connection.terminate(backend) }
    }
    #expect(try ask()["result"]?.prices == prices)
    #expect(try ask()["result"]?.prices == prices)

    try server.stop()
    #expect(try ask()["error"]?["code"]?.int == -32002)
    try server.ensureRunning()
    #expect(try ask()["result"]?.prices == prices)
    #expect(try session.finish().status == 0)
  }

  @Test("B44: a second and a third ingest end at once while one is at work, and a killed one lets the lock go")
  func overlappingIngests() throws {
    let product = try Product()
    let files = try Scratch()
    let fares = try files.write(Data(MadeFares.csv(3).utf8), as: "fares.csv")
    let connection = try product.connect()
    // It waits for the end of its input, with the lock in its hand.
    let first = try RunningProgram(product, ["ingest", "-"])
    try first.say(MadeFares.csv(3))
    try waitUntil("the lock of the first ingest") { try connection.ingestLockIsHeld() }
    for (command, advice) in [
      (["ingest", fares], "; --wait waits for it"),
      (["ingest", fares, "--wait", "--timeout", "1"], ", still after 1 second"),
      (["rebuild"], ""),
    ] {
      let run = try product.run(command)
      #expect(run.status == 75)
      #expect(run.output.isEmpty)
      #expect(run.error == "error: another ingest is at work on this database\(advice)\n")
    }
    #expect(try product.observations().isEmpty)
    first.kill()
    let fourth = try product.run(["ingest", "--wait", "--timeout", "10", fares])
    #expect(fourth.status == 0, "\(fourth.error)")
    #expect(try product.observations().count == 3)
    #expect(try product.ask("status", [:])["batches"]?.int == 1)
  }

  @Test("an ingest that is killed in the middle leaves nothing, and running it again finishes the work")
  func killedDuringIngest() throws {
    let product = try Product.holding(MadeFares.csv(3))
    let before = try product.done(["export", "observations"])
    let files = try Scratch()
    let path = try files.write(Data(MadeFares.csv(Self.rows).utf8), as: "fares.csv")
    let connection = try product.connect()
    let ingest = try RunningProgram(product, ["ingest", path])
    try waitUntil("writing") { try !connection.others(where: "backend_xid is not null").isEmpty }
    ingest.kill()
    let again = try product.run(["ingest", "--json", "--wait", "--timeout", "10", path])
    #expect(again.status == 0, "\(again.error)")
    #expect(try JSON(again.output)["rows_loaded"]?.int == Self.rows - 3)
    #expect(try JSON(again.output)["rows_duplicate"]?.int == 3)
    let after = try product.done(["export", "observations"])
    #expect(after.split(separator: "\n").count == Self.rows + 1)
    #expect(Set(before.split(separator: "\n")).isSubset(of: Set(after.split(separator: "\n"))))
  }

  @Test("without PostgreSQL it is said which package to install")
  func noPostgres() throws {
    let files = try Scratch()
    let product = try Product([
      "FAREGRID_DATABASE_URL": "", "FAREGRID_HOME": files.file("home"), "FAREGRID_POSTGRES_BIN": files.path,
    ])
    let run = try product.run(["calendar", "OSL", "FCO", "2026-09"])
    #expect(run.status == 69)
    #expect(run.output.isEmpty)
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.error.hasPrefix("error: ") && run.error.contains("apt-get install postgresql"))
  }

  @Test(
    "a database that is not there ends every command that needs one with 69 and one line",
    arguments: [
      ["calendar", "OSL", "FCO", "2026-09"], ["months", "OSL", "FCO"], ["status"], ["export", "observations"],
      ["rebuild"], ["ingest", "-"], ["places", "oslo"],
    ]
  )
  func nowhere(arguments: [String]) throws {
    let product = try Product(["FAREGRID_DATABASE_URL": "host=/nonexistent dbname=fares"])
    let run = try product.run(arguments, input: Data(MadeFares.csv(1).utf8))
    #expect(run.status == 69)
    #expect(run.output.isEmpty)
    #expect(run.error.hasPrefix("error: ") && run.error.split(separator: "\n").count == 1, "\(run.error)")
  }

  @Test("a private server starts from the command that needs it, also over a stale socket and pid file")
  func privateServer() throws {
    let server = TestDatabase.makeServer()
    defer { try? server.destroy() }
    let product = try Product(["FAREGRID_DATABASE_URL": "", "FAREGRID_HOME": server.home])
    #expect(try product.ingest(text: MadeFares.csv(5))["rows_loaded"]?.int == 5)
    let process = try #require(server.status().processID)
    Glibc.kill(pid_t(process), SIGKILL)
    #expect(try product.observations().count == 5)
    #expect(try product.done(["db", "url"]) == server.url() + "&options=-csearch_path%3D%22faregrid%22\n")
    #expect(try product.done(["db", "status"]).hasPrefix("state   running"))
    #expect(try product.run(["db", "stop"]).status == 0)
    #expect(try product.run(["db", "destroy", "--yes"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: server.home) == false)
  }
}

extension Product {
  /// A product over some fares.
  static func holding(_ text: String) throws -> Product {
    let product = try Product()
    try product.ingest(text: text)
    return product
  }
}
