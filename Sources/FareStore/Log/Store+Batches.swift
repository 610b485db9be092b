public import FareModel

/// What a batch is about.
public enum BatchSubject: String, Sendable, CaseIterable {
  /// Observations of fares.
  case fares
  /// Airports, cities and which belongs to which.
  case places
  /// Which carrier flies where.
  case routes
  /// Names of carriers.
  case carriers
  /// Exchange rates.
  case rates
}

/// How a batch ended.
public enum BatchState: String, Sendable {
  /// Its rows are visible.
  case loaded
  /// The same bytes with the same context were loaded before.
  case alreadyLoaded = "already_loaded"
  /// None of its rows is visible.
  case refused
}

/// A row that was refused, as it stood in its file.
public struct QuarantinedRow: Hashable, Sendable {
  /// The record in its file.
  public var record: Int32
  /// The column that is wrong; nil when the record as a whole is.
  public var column: String?
  /// Why it was refused.
  public var reason: String
  /// The raw text, made valid UTF-8.
  public var raw: String
  /// Whether that is all of the record, to the byte.
  public var isWhole: Bool

  /// Creates a row.
  public init(record: Int32, column: String?, reason: String, raw: String, isWhole: Bool) {
    self.record = record
    self.column = column
    self.reason = reason
    self.raw = raw
    self.isWhole = isWhole
  }
}

/// What the store remembers of a batch.
public struct BatchRecord: Hashable, Sendable {
  /// The number of the batch.
  public var number: Int64
  /// How it ended.
  public var state: BatchState
  /// What it is about.
  public var subject: BatchSubject
  /// The identity: a digest of the bytes and the context.
  public var digest: [UInt8]
  /// The file's name as it was given.
  public var fileName: String
  /// The format's name.
  public var format: String
  /// The feed, when one was named for the whole file.
  public var source: String?
  /// When it ended.
  public var loadedAt: Instant
  /// How many rows were read; the sum of the three that follow.
  public var rowsRead: Int
  /// How many rows became observations or reference rows.
  public var rowsLoaded: Int
  /// How many rows say what is stored already.
  public var rowsDuplicate: Int
  /// How many rows were refused.
  public var rowsRejected: Int
  /// How many routes have new observations.
  public var routesTouched: Int
  /// How often each kind of warning was given, as a JSON object.
  public var warnings: String
  /// Why it was refused.
  public var reason: String?
  /// What stands before the records in a file of them; nil where they make no file of their own.
  public var recordsHeader: String?
  /// How many bytes the file has.
  public var byteCount = 0
  /// The number of its last record, where whatever is added to the file begins a record of its own; else nil.
  public var lastRecord: Int32?
  /// The batch of the beginning of the file, when that was not read again.
  public var grownFrom: Int64?
  /// When it was retracted; nil when it was not.
  public var retractedAt: Instant?

  /// Creates a record of a batch that is not retracted.
  public init(
    number: Int64,
    state: BatchState,
    subject: BatchSubject,
    digest: [UInt8],
    fileName: String,
    format: String,
    source: String?,
    loadedAt: Instant,
    rowsRead: Int,
    rowsLoaded: Int,
    rowsDuplicate: Int,
    rowsRejected: Int,
    routesTouched: Int,
    warnings: String,
    reason: String?
  ) {
    self.number = number
    self.state = state
    self.subject = subject
    self.digest = digest
    self.fileName = fileName
    self.format = format
    self.source = source
    self.loadedAt = loadedAt
    self.rowsRead = rowsRead
    self.rowsLoaded = rowsLoaded
    self.rowsDuplicate = rowsDuplicate
    self.rowsRejected = rowsRejected
    self.routesTouched = routesTouched
    self.warnings = warnings
    self.reason = reason
  }
}

extension Store {
  /// The first half of the advisory lock's key, whose second half is the schema: "Fare" as ASCII.
  private static let ingestLock = 0x4661_7265

  /// Takes the lock that one ingest at a time holds, for as long as the connection lives.
  ///
  /// - Returns: false when another connection holds it.
  public func takeIngestLock() throws(PostgresError) -> Bool {
    // The schema's OID keeps ingests into two schemas of one database apart.
    let result = try connection.query(
      "select pg_try_advisory_lock(\(Self.ingestLock), $1::regnamespace::oid::int)",
      [.text(PostgresConnection.quoted(identifier: schema))]
    )
    return result.bool(0, 0) ?? false
  }

  /// Lets the ingest lock go. The server lets it go with the connection, too, but a busy one only after a while, in which
  /// the next ingest would be turned away.
  public func releaseIngestLock() throws(PostgresError) {
    _ = try connection.query(
      "select pg_advisory_unlock(\(Self.ingestLock), $1::regnamespace::oid::int)",
      [.text(PostgresConnection.quoted(identifier: schema))]
    )
  }

  /// The number of the next batch, which no other batch gets.
  public func nextBatchNumber() throws(PostgresError) -> Int64 {
    nextPart = 1
    let result = try connection.query("select nextval(pg_get_serial_sequence('batch', 'batch_id'))")
    return result.int8(0, 0) ?? 0
  }

  /// The loaded batch of an identity of which nothing is retracted: neither the batch nor those that it went on behind.
  public func loadedBatch(digest: [UInt8]) throws(PostgresError) -> BatchRecord? {
    try batches(
      """
      where digest = $1 and state = 'loaded' and retracted_at is null and not exists (
        with recursive beginning (batch_id) as (
          select batch.grown_from
          union all select b.grown_from from beginning join batch b using (batch_id)
        )
        select from beginning join retraction using (batch_id)
      )
      """,
      [.bytes(digest)]
    ).first
  }

  /// The lengths below `byteCount` that a file had when it was loaded and ended with a record, the longest first.
  public func loadedLengths(ofFile name: String, below byteCount: Int) throws(PostgresError) -> [Int] {
    let result = try connection.query(
      """
      select distinct byte_count from batch
      where md5(file_name) = md5($1) and file_name = $1 and byte_count < $2 and last_record is not null and state = 'loaded'
      order by byte_count desc limit \(Limits.mostBeginnings)
      """,
      [.text(name), .int8(Int64(byteCount))]
    )
    return (0..<result.rowCount).compactMap { result.int8($0, 0).map { Int($0) } }
  }

  /// The batch of a number.
  public func batch(_ number: Int64) throws(PostgresError) -> BatchRecord? {
    try batches("where batch_id = $1", [.int8(number)]).first
  }

  /// The newest batches, refused and retracted ones among them, the newest first.
  public func batches(newest count: Int) throws(PostgresError) -> [BatchRecord] {
    try batches("", [.int8(Int64(count))], limit: "limit $1")
  }

  /// Forgets refused batches of an identity with what is kept of them, because it is refused again.
  ///
  /// - Returns: The number of the first.
  public func forgetRefused(digest: [UInt8]) throws(PostgresError) -> Int64? {
    try connection.query(
      """
      with forgotten as (delete from batch where digest = $1 and state = 'refused' returning batch_id),
        rows as (delete from quarantine where batch_id in (select batch_id from forgotten))
      select min(batch_id) from forgotten
      """,
      [.bytes(digest)]
    ).int8(0, 0)
  }

  /// Remembers a batch.
  public func add(_ batch: BatchRecord) throws(PostgresError) {
    _ = try connection.query(
      """
      insert into batch (batch_id, state, subject, digest, file_name, format, source, loaded_at, rows_read, rows_loaded,
        rows_duplicate, rows_rejected, routes_touched, warnings, reason, records_header, byte_count, last_record, grown_from)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text::jsonb, $15, $16, $17, $18, $19)
      """,
      [
        .int8(batch.number), .text(batch.state.rawValue), .text(batch.subject.rawValue), .bytes(batch.digest),
        .text(batch.fileName), .text(batch.format), .text(batch.source),
        .timestamp(batch.loadedAt), .int8(Int64(batch.rowsRead)), .int8(Int64(batch.rowsLoaded)),
        .int8(Int64(batch.rowsDuplicate)), .int8(Int64(batch.rowsRejected)), .int8(Int64(batch.routesTouched)),
        .text(batch.warnings), .text(batch.reason), .text(batch.recordsHeader), .int8(Int64(batch.byteCount)),
        .int4(batch.lastRecord), .int8(batch.grownFrom),
      ]
    )
  }

  /// Keeps refused rows of a batch.
  public func quarantine(_ rows: [QuarantinedRow], batch: Int64) throws(PostgresError) {
    guard !rows.isEmpty else { return }
    _ = try connection.copyIn(
      "copy quarantine (batch_id, record_number, column_name, reason, raw, is_whole) from stdin (format binary)"
    ) { (copy) throws(PostgresError) in
      for row in rows {
        try copy.beginRow(columns: 6)
        copy.int8(batch)
        copy.int4(row.record)
        copy.text(row.column)
        copy.text(row.reason)
        copy.text(row.raw)
        copy.bool(row.isWhole)
      }
    }
  }

  /// The refused rows of a batch, by record.
  public func quarantined(batch: Int64) throws(PostgresError) -> [QuarantinedRow] {
    let result = try connection.query(
      "select record_number, column_name, reason, raw, is_whole from quarantine where batch_id = $1 order by record_number",
      [.int8(batch)]
    )
    return (0..<result.rowCount).map { row in
      QuarantinedRow(
        record: result.int4(row, 0) ?? 0,
        column: result.text(row, 1),
        reason: result.text(row, 2) ?? "",
        raw: result.text(row, 3) ?? "",
        isWhole: result.bool(row, 4) ?? false
      )
    }
  }

  private func batches(
    _ condition: String,
    _ parameters: [PostgresParameter],
    limit: String = ""
  ) throws(PostgresError) -> [BatchRecord] {
    let result = try connection.query(
      """
      select batch_id, state, subject, digest, file_name, format, source, loaded_at, rows_read, rows_loaded, rows_duplicate,
        rows_rejected, routes_touched, warnings::text, reason, records_header, byte_count, last_record, grown_from, retracted_at
      from batch left join retraction using (batch_id) \(condition) order by batch_id desc \(limit)
      """,
      parameters
    )
    return (0..<result.rowCount).compactMap { row in
      guard let state = result.text(row, 1).flatMap(BatchState.init(rawValue:)),
        let subject = result.text(row, 2).flatMap(BatchSubject.init(rawValue:))
      else { return nil }
      func count(_ column: Int) -> Int { Int(result.int8(row, column) ?? 0) }
      var batch = BatchRecord(
        number: result.int8(row, 0) ?? 0,
        state: state,
        subject: subject,
        digest: result.withBytes(row, 3) { bytes in bytes.indices.map { bytes[$0] } } ?? [],
        fileName: result.text(row, 4) ?? "",
        format: result.text(row, 5) ?? "",
        source: result.text(row, 6),
        loadedAt: result.timestamp(row, 7) ?? Instant(rawValue: 0),
        rowsRead: count(8),
        rowsLoaded: count(9),
        rowsDuplicate: count(10),
        rowsRejected: count(11),
        routesTouched: count(12),
        warnings: result.text(row, 13) ?? "{}",
        reason: result.text(row, 14)
      )
      batch.recordsHeader = result.text(row, 15)
      batch.byteCount = count(16)
      batch.lastRecord = result.int4(row, 17)
      batch.grownFrom = result.int8(row, 18)
      batch.retractedAt = result.timestamp(row, 19)
      return batch
    }
  }
}
