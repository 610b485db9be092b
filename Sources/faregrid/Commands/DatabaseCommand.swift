import FareModel
import FareStore

extension Commands {
  /// Runs Faregrid's own server by hand. Every other command starts it by itself when it needs it.
  static let database = Command(
    name: "db",
    summary: "Starts, stops, shows or removes Faregrid's own PostgreSQL server.",
    parameters: [
      Parameter(
        "action",
        .choice(["start", "stop", "status", "url", "destroy"]),
        isRequired: true,
        "What to do. url prints where psql finds the fares; destroy removes the server with all fares."
      ),
      Parameter("yes", .boolean, "Confirms destroy."),
    ],
    positional: ["action"],
    examples: ["db status", "db url", "db destroy --yes"]
  ) { invocation throws(CommandFailure) in
    let isConfirmed = invocation.arguments.boolean("yes") == true
    let lines = try databaseWork(invocation.arguments.text("action") ?? "", isConfirmed: isConfirmed)
    try invocation.console.write(lines.map { $0 + "\n" }.joined())
    return .done
  }

  private static func databaseWork(_ action: String, isConfirmed: Bool) throws(CommandFailure) -> [String] {
    let target = try reachingDatabase(DatabaseTarget.fromEnvironment)
    switch (target, action) {
    case (.url(let url), "url"): return [PostgresURL.withSearchPath(url, schema: Commands.schema)]
    case (.url, _):
      throw .failed("db \(action): FAREGRID_DATABASE_URL names a server that is not Faregrid's own; unset it first")
    case (.privateServer(let server), "destroy") where !isConfirmed:
      throw .usage(subject: "--yes", "missing, because destroy removes all fares in \(ShownText.oneLine(server.home))")
    case (.privateServer(let server), _):
      return try reachingDatabase { () throws(PostgresError) in try perform(action, on: server) }
    }
  }

  private static func perform(_ action: String, on server: PrivateServer) throws(PostgresError) -> [String] {
    switch action {
    case "start": return ["running at \(try server.ensureRunning())"]
    case "stop": return [try server.stop() ? "stopped" : "was not running"]
    case "url": return [PostgresURL.withSearchPath(try server.ensureRunning(), schema: Commands.schema)]
    case "destroy":
      try server.destroy()
      return ["removed"]
    default: return describe(server.status())
    }
  }

  private static func describe(_ status: PrivateServerStatus) -> [String] {
    let version = status.version.map { "PostgreSQL \($0)" } ?? "no cluster yet"
    return [
      "state   " + (status.processID.map { "running, process \($0)" } ?? "not running"),
      "home    " + ShownText.oneLine(status.home),
      "cluster \(version), \(Amounts.bytes(Int64(status.bytes))) on disk",
    ]
  }

  /// The schema that holds the fares.
  static var schema: String { Environment.value("FAREGRID_SCHEMA") ?? "faregrid" }

  /// Runs `body`; what is wrong with the database ends the command so.
  static func reachingDatabase<Value>(_ body: () throws(PostgresError) -> Value) throws(CommandFailure) -> Value {
    do throws(PostgresError) {
      return try body()
    } catch {
      throw error.isConnectionFailure ? .noDatabase(error.message) : .failed(error.message)
    }
  }
}
