import FareModel
public import FareStore

/// How the retraction of a batch ended.
public enum Retraction: Hashable, Sendable {
  /// The batch is hidden.
  case done(RetractionReport)
  /// It cannot be, for this reason.
  case impossible(String)
}

/// What became of a store whose batch was retracted.
public struct RetractionReport: Hashable, Sendable {
  /// The batch.
  public var batch: BatchRecord
  /// Whether it had been retracted before, so that nothing was done.
  public var wasRetracted = false
  /// How many observations are no longer seen. Those that other batches witness still are.
  public var rowsHidden = 0
  /// How many routes the batch had records of.
  public var routesTouched = 0
}

extension Ingestor {
  /// Hides a batch of fares, for every instant that is asked about, and deletes nothing. The caller holds the lock.
  ///
  /// What is derived from the log comes up to date in the same transaction, for the routes' months that the batch has
  /// records of. Reference rows are no observations: they lie over what was there before and cannot be taken off again.
  public func retract(_ number: Int64) throws(IngestFailure) -> Retraction {
    try persistently { () throws(IngestFailure) in
      do throws(PostgresError) {
        guard let batch = try store.batch(number) else {
          return .impossible("there is no batch \(number)")
        }
        if batch.state == .refused { return .impossible("batch \(number) was refused, so nothing of it is to be seen") }
        guard batch.subject == .fares else {
          return .impossible("batch \(number) holds \(batch.subject.rawValue), and only fares can be retracted")
        }
        if batch.retractedAt != nil { return .done(RetractionReport(batch: batch, wasRetracted: true)) }
        return .done(try hide(batch))
      } catch {
        throw .database(error)
      }
    }
  }

  private func hide(_ batch: BatchRecord) throws(PostgresError) -> RetractionReport {
    let atlas = try self.atlas()
    return try store.transaction { () throws(PostgresError) in
      let instant = now()
      var hidden = batch
      hidden.retractedAt = instant
      let count = try store.observationCount()
      let keys = try store.routeMonths(of: batch.number)
      let routes = Set(keys.map(\.route))
      try store.retract(batch.number, at: instant)
      try FareBatch(store: store, atlas: atlas, number: batch.number).deriveFromLog(keys)
      try store.findCoverage()
      try store.tell(StoreChange(routes: routes))
      return RetractionReport(
        batch: hidden,
        rowsHidden: count - (try store.observationCount()),
        routesTouched: routes.count
      )
    }.get()
  }
}
