extension Store {
  /// Removes a schema with all that is in it, whoever made it. Nothing happens where there is none.
  public static func removeSchema(_ name: String, on target: DatabaseTarget) throws(PostgresError) {
    let connection = try Database.connect(target)
    try connection.execute("drop schema if exists \(PostgresConnection.quoted(identifier: name)) cascade")
  }
}
