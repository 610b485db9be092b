/// Where an observation came from: the batch and the number of the record in its file.
public struct Provenance: Hashable, Sendable, BitwiseCopyable {
  /// The batch.
  public var batch: Int64
  /// The record in the batch's file, from 1; negative for a look that the file implies without a record of its own.
  public var record: Int32

  /// Creates a provenance.
  public init(batch: Int64, record: Int32) {
    self.batch = batch
    self.record = record
  }
}

/// Observations with their texts and where each came from.
public struct ObservationTable: Sendable {
  /// The texts that the observations name.
  public var texts = TextPool()
  /// The observations.
  public private(set) var rows: [Observation] = []
  /// Where each observation came from, parallel to ``rows``.
  public private(set) var provenance: [Provenance] = []

  /// Creates an empty table.
  public init() {}

  /// How many observations the table holds.
  public var count: Int { rows.count }

  /// What the table takes in memory, about, in bytes.
  public var byteCount: Int {
    count * (MemoryLayout<Observation>.stride + MemoryLayout<Provenance>.stride) + texts.byteCount
  }

  /// Adds an observation whose texts stand in ``texts``.
  public mutating func append(_ row: Observation, from provenance: Provenance) {
    rows.append(row)
    self.provenance.append(provenance)
  }

  /// Changes the observations from a place on.
  public mutating func change(from begin: Int, _ body: (inout Observation) -> Void) {
    for index in rows.indices[begin...] { body(&rows[index]) }
  }

  /// Makes room for `count` observations in all.
  public mutating func reserveCapacity(_ count: Int) {
    rows.reserveCapacity(count)
    provenance.reserveCapacity(count)
  }

  /// Drops the observations and their texts, and keeps the memory of the rows.
  public mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    provenance.removeAll(keepingCapacity: true)
    texts = TextPool()
  }
}
