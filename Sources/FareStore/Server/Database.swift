/// Where the fares are kept.
public enum DatabaseTarget: Sendable {
  /// A server that somebody else runs, by its libpq URL or `key=value` text.
  case url(String)
  /// A server of Faregrid's own.
  case privateServer(PrivateServer)

  /// Reads the target from the environment: `FAREGRID_DATABASE_URL`, else a private server at `FAREGRID_HOME`.
  ///
  /// Without `FAREGRID_HOME` the private server lives at `~/.local/share/faregrid`, and root's at
  /// `/var/lib/faregrid`.
  public static func fromEnvironment() throws(PostgresError) -> Self {
    if let url = Environment.value("FAREGRID_DATABASE_URL") { return .url(url) }
    return try .privateServer(.fromEnvironment())
  }
}

/// Connections to the target.
public enum Database {
  /// Connects to the target, and starts a private server that does not run.
  ///
  /// `settings` are those of ``PostgresConnection/init(conninfo:settings:)``. Nothing but a connection is tried where
  /// the server runs.
  public static func connect(
    _ target: DatabaseTarget,
    settings: [(String, String)] = []
  ) throws(PostgresError) -> PostgresConnection {
    switch target {
    case .url(let url):
      return try PostgresConnection(conninfo: url, settings: settings)
    case .privateServer(let server):
      do {
        return try PostgresConnection(conninfo: server.url(), settings: settings)
      } catch let error where error.code == .connectFailed {
        return try PostgresConnection(conninfo: server.ensureRunning(), settings: settings)
      }
    }
  }
}
