public import FareStore

/// A source that tells what was committed since it was last asked.
public protocol ChangingSource: FareSource {
  /// Begins to listen. Everything that commits from now on will be heard of.
  func listen() throws(PostgresError)

  /// What was heard of since the last call, without waiting. That the connection is lost shows here.
  func changes() throws(PostgresError) -> StoreChange
}

extension Store: ChangingSource {}
