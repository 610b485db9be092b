/// What went wrong while talking to PostgreSQL.
public struct PostgresError: Error, Hashable, Sendable {
  /// The kind of failure, for callers that decide by it.
  public enum Code: String, Hashable, Sendable {
    /// The server could not be reached, or refused the connection.
    case connectFailed
    /// The connection broke while it was in use.
    case connectionLost
    /// The server refused a statement.
    case queryFailed
    /// A private server could not be set up or started.
    case serverUnavailable
    /// The schema in the database is newer than this program.
    case schemaTooNew
  }

  /// The kind of failure.
  public var code: Code
  /// The five-character SQLSTATE, when the server sent one.
  public var sqlState: String?
  /// What happened, in words. It can name hosts, users and tables, so it goes to stderr and never to a client.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, sqlState: String? = nil, message: String) {
    self.code = code
    self.sqlState = sqlState
    self.message = message
  }

  /// Whether the same work may succeed on a new connection.
  public var isConnectionFailure: Bool {
    switch code {
    case .connectFailed, .connectionLost, .serverUnavailable: true
    case .queryFailed, .schemaTooNew: false
    }
  }
}

extension PostgresError: CustomStringConvertible {
  /// A line that is safe to show to a client.
  public var description: String {
    "database \(code.rawValue)" + (sqlState.map { " (SQLSTATE \($0))" } ?? "")
  }
}

extension PostgresError: CustomDebugStringConvertible {
  /// A line for the operator, with the server's message.
  public var debugDescription: String {
    "\(description): \(message)"
  }
}
