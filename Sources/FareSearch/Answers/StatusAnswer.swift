public import FareJSON
public import FareModel
public import FareStore

/// The answer of `status`: what the store holds, and how old that is.
public struct StatusAnswer: Hashable, Sendable {
  /// What the store holds.
  public var store: StoreStatus
  /// The instant that ages are counted to.
  public var asOf: Instant
  /// The age over which a source is stale; nil when none was asked for.
  public var maxAgeHours: Int?

  /// The newest batches, the newest first; nil when none were asked for.
  public var batches: [BatchRecord]?

  /// Whether a source is older than was asked for.
  public func isStale(_ source: StoreStatus.Source) -> Bool {
    guard let maxAgeHours else { return false }
    return source.newestObservedAt.advanced(bySeconds: 3600 * Int64(maxAgeHours)) < asOf
  }

  /// Whether any source is older than was asked for, or there is none.
  public var isStale: Bool {
    maxAgeHours != nil && (store.sources.isEmpty || store.sources.contains(where: isStale))
  }
}

extension Answerer {
  /// Answers `status`.
  public func status(_ arguments: Arguments) throws(AnswerFault) -> StatusAnswer {
    try reading { () throws(PostgresError) in
      StatusAnswer(
        store: try source.status(),
        asOf: clock(),
        maxAgeHours: arguments.integer("max_age_hours"),
        batches: try arguments.integer("batches").map(source.batches(newest:))
      )
    }
  }
}

extension StatusAnswer {
  /// Writes the answer as the result object of `status`. `stale` is there when an age was asked for.
  public func write(into json: inout JSONWriter) {
    json.raw("{")
    json.key("observations")
    json.integer(store.observations)
    json.key("routes")
    json.integer(store.routes)
    json.key("batches")
    json.integer(store.batches)
    json.key("last_loaded_at")
    if let loadedAt = store.lastLoadedAt { json.instant(loadedAt) } else { json.null() }
    json.key("age_hours")
    json.optional(store.lastLoadedAt?.hours(to: asOf))
    if maxAgeHours != nil {
      json.key("stale")
      json.boolean(isStale)
    }
    json.key("sources")
    json.raw("[")
    for source in store.sources { write(source, into: &json) }
    json.raw("]")
    if let batches {
      json.key("newest_batches")
      json.raw("[")
      for batch in batches { write(batch, into: &json) }
      json.raw("]")
    }
    json.key("schema_version")
    json.integer(store.schemaVersion)
    json.key("server_version")
    json.string(store.serverVersion)
    json.key("bytes")
    json.integer(store.bytes)
    json.raw("}")
  }

  private func write(_ batch: BatchRecord, into json: inout JSONWriter) {
    json.element()
    json.raw("{")
    json.key("batch_id")
    json.integer(batch.number)
    json.key("state")
    json.string(batch.state.rawValue)
    json.key("kind")
    json.string(batch.subject.rawValue)
    json.key("file")
    json.string(batch.fileName)
    json.key("format")
    json.string(batch.format)
    json.key("loaded_at")
    json.instant(batch.loadedAt)
    for (name, count) in [
      ("rows_read", batch.rowsRead), ("rows_loaded", batch.rowsLoaded), ("rows_duplicate", batch.rowsDuplicate),
      ("rows_rejected", batch.rowsRejected), ("routes_touched", batch.routesTouched),
    ] {
      json.key(text: name)
      json.integer(count)
    }
    json.key("reason")
    json.optional(batch.reason)
    json.key("retracted_at")
    if let instant = batch.retractedAt { json.instant(instant) } else { json.null() }
    json.raw("}")
  }

  private func write(_ source: StoreStatus.Source, into json: inout JSONWriter) {
    json.element()
    json.raw("{")
    json.key("source")
    json.string(source.name)
    json.key("newest_observed_at")
    json.instant(source.newestObservedAt)
    json.key("age_hours")
    json.integer(source.newestObservedAt.hours(to: asOf))
    json.key("observations")
    json.integer(source.observations)
    if maxAgeHours != nil {
      json.key("stale")
      json.boolean(isStale(source))
    }
    json.raw("}")
  }
}
