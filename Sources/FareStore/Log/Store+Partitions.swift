public import FareModel

extension Store {
  /// Makes the partitions of months of observation that do not exist yet.
  ///
  /// Each is made on a connection of its own, so that neither readers nor the transaction in work wait: a table is made
  /// alone and then attached under a lock that lets everybody go on reading and writing.
  public func makePartitions(for months: Set<Month>) throws(PostgresError) {
    guard !months.isSubset(of: partitions) else { return }
    partitions = try existingPartitions()
    let missing = months.subtracting(partitions).sorted()
    guard !missing.isEmpty else { return }
    let second = try Database.connect(target, settings: Self.settings(schema: schema))
    for month in missing {
      let name = LogTable.month(month).name
      try second.execute(
        """
        begin;
        create table if not exists \(name) (like segment including all);
        alter table segment attach partition \(name)
          for values from ('\(month.firstDay)') to ('\(month.advanced(by: 1).firstDay)');
        commit
        """
      )
      partitions.insert(month)
    }
  }

  /// The months of observation that have a partition of their own.
  func existingPartitions() throws(PostgresError) -> Set<Month> {
    Set(try logTables().compactMap(\.month))
  }

  /// The partitions of the log.
  func logTables() throws(PostgresError) -> [LogTable] {
    let result = try connection.query(
      "select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'segment'::regclass"
    )
    return (0..<result.rowCount).compactMap { result.text($0, 0).flatMap(LogTable.init(name:)) }
  }
}

/// A table of the log.
public enum LogTable: Hashable, Sendable {
  /// All partitions together.
  case all
  /// The partition of a month of observation.
  case month(Month)
  /// The partition of what is left of all months before a cut.
  case kept(before: Month)

  /// The table's name.
  var name: String {
    switch self {
    case .all: "segment"
    case .month(let month): "segment_\(Self.text(month))"
    case .kept(let cut): "segment_kept_\(Self.text(cut))"
    }
  }

  /// The partition of a name.
  init?(name: String) {
    guard let month = Month(String(name.suffix(7).map { $0 == "_" ? "-" : $0 })),
      let table = [LogTable.month(month), .kept(before: month)].first(where: { $0.name == name })
    else { return nil }
    self = table
  }

  /// The one month of observation that the table is for.
  var month: Month? {
    if case .month(let month) = self { month } else { nil }
  }

  private static func text(_ month: Month) -> String {
    String(month.description.map { $0 == "-" ? "_" : $0 })
  }
}
