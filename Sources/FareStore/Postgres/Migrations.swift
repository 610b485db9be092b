/// A step of the schema.
public struct Migration: Hashable, Sendable {
  /// The version of the schema after the step. Versions only grow.
  public var version: Int
  /// What the step does, in a few words.
  public var name: String
  /// Its statements. They name no schema, and begin and end no transaction.
  public var sql: String

  /// Creates a step.
  public init(version: Int, name: String, sql: String) {
    self.version = version
    self.name = name
    self.sql = sql
  }
}

extension PostgresConnection {
  /// Brings a schema to the newest version of `migrations`, which are in the order of their versions.
  ///
  /// All steps that are missing are one transaction, which one session at a time runs. The schema is created if need
  /// be, and its table `schema_version` says which steps it has. A schema that has more is `.schemaTooNew`.
  /// One query when nothing is missing.
  public func migrate(schema: String, _ migrations: [Migration]) throws(PostgresError) {
    let newest = migrations.last?.version ?? 0
    guard try schemaVersion(of: schema) != newest else { return }
    try transaction { () throws(PostgresError) in
      // Another session may take long over its steps, which are not to be cut short either.
      try execute("set local statement_timeout = 0; set local lock_timeout = 0")
      _ = try query("select pg_advisory_xact_lock(hashtextextended('faregrid schema ' || $1, 0))", [.text(schema)])
      try prepareSchema(schema)
      let version = try schemaVersion(of: schema) ?? 0
      guard version <= newest else {
        let message = "schema \(schema) is version \(version), and this faregrid knows versions up to \(newest)"
        throw PostgresError(.schemaTooNew, message: message)
      }
      for migration in migrations where migration.version > version { try apply(migration) }
    }
  }

  /// The version of a schema; nil when it has none.
  private func schemaVersion(of schema: String) throws(PostgresError) -> Int? {
    do {
      let table = Self.quoted(identifier: schema) + ".schema_version"
      return try query("select max(version) from \(table)").int4(0, 0).map(Int.init)
    } catch let error where error.sqlState == "42P01" {
      return nil  // There is no such table.
    }
  }

  private func prepareSchema(_ schema: String) throws(PostgresError) {
    let name = Self.quoted(identifier: schema)
    try execute(
      """
      create schema if not exists \(name);
      set local search_path to \(name);
      create table if not exists schema_version (
        version integer primary key,
        name text not null,
        applied_at timestamptz not null default now()
      )
      """
    )
  }

  private func apply(_ migration: Migration) throws(PostgresError) {
    do {
      try execute(migration.sql)
    } catch {
      throw PostgresError(
        error.code,
        sqlState: error.sqlState,
        message: "migration \(migration.version) (\(migration.name)): \(error.message)"
      )
    }
    let values: [PostgresParameter] = [.int4(Int32(migration.version)), .text(migration.name)]
    _ = try query("insert into schema_version (version, name) values ($1, $2)", values)
  }
}
