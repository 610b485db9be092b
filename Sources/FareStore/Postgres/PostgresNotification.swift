/// A `notify` of another session.
public struct PostgresNotification: Hashable, Sendable {
  /// The channel.
  public var channel: String
  /// What the sender added; empty when nothing.
  public var payload: String
  /// The process of the server that sent it, so that a session can tell its own.
  public var processID: Int32
}
