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
  /// Answers `status`, where sources older than `maxAgeHours` are stale; nil allows any age.
  public func status(maxAgeHours: Int?) throws(AnswerFault) -> StatusAnswer {
    let store = try reading { () throws(PostgresError) in try source.status() }
    return StatusAnswer(store: store, asOf: clock(), maxAgeHours: maxAgeHours)
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
    json.key("schema_version")
    json.integer(store.schemaVersion)
    json.key("server_version")
    json.string(store.serverVersion)
    json.key("bytes")
    json.integer(store.bytes)
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
