public import FareStore

/// A source that tells what was committed since it was last asked.
public protocol ChangingSource: FareSource {
  /// Begins to listen. Everything that commits from now on will be heard of.
  func listen() throws(PostgresError)

  /// What was heard of since the last call, without waiting. That the connection is lost shows here.
  func changes() throws(PostgresError) -> StoreChange

  /// Has `isStillWanted` asked from time to time while something is read, and gives up reading when it says no.
  func watch(_ isStillWanted: @escaping () -> Bool)
}

extension ChangingSource {
  /// Asks nothing: what is read is read to its end.
  public func watch(_ isStillWanted: @escaping () -> Bool) {}
}

extension Store: ChangingSource {}
