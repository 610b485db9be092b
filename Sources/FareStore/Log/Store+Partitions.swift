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
      let name = "segment_\(month.description.replacingHyphen())"
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

  func existingPartitions() throws(PostgresError) -> Set<Month> {
    let result = try connection.query(
      "select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'segment'::regclass"
    )
    return Set(
      (0..<result.rowCount).compactMap { row in
        result.text(row, 0).flatMap { Month(String($0.suffix(7).map { $0 == "_" ? "-" : $0 })) }
      }
    )
  }
}

extension String {
  /// The month's text as part of a table's name.
  fileprivate func replacingHyphen() -> String {
    String(map { $0 == "-" ? "_" : $0 })
  }
}
