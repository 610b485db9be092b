import FareFeeds
import FareModel
import FareStore

/// How far the ingest of a file has come.
public struct IngestProgress: Hashable, Sendable {
  /// Rows read so far.
  public var rows: Int
  /// Bytes of the file read so far.
  public var bytesRead: Int
  /// Bytes of the file.
  public var bytes: Int
}

/// Why a batch that was begun did not end as loaded.
enum BatchFailure: Error {
  case refused(BatchRefusal)
  case database(PostgresError)
}

/// What a batch has come to so far.
struct BatchTally {
  var format = ""
  /// The batch of the file's beginning, which is not read again.
  var beginning: BatchRecord?
  /// What stands before the records in a file of them; nil where they make no file of their own.
  var recordsHeader: String?
  var loaded = 0
  var duplicates = 0
  var routes = 0
  /// What those are told that answer from memory.
  var change = StoreChange()
  var feed = FeedReport()
  /// The first rows that were refused, for the report and for the quarantine of a refused batch.
  var rejects: [QuarantinedRow] = []
}

extension Ingestor {
  /// Ingests the bytes of a file as one batch.
  func run(
    _ bytes: borrowing FileBytes,
    _ options: IngestOptions,
    _ progress: (IngestProgress) -> Void
  ) throws(IngestFailure) -> IngestReport {
    let clock = ContinuousClock()
    let start = clock.now
    var tally = BatchTally()
    func report(_ batch: BatchRecord) -> IngestReport {
      IngestReport(
        batch: batch,
        warnings: tally.warnings,
        rejects: tally.rejects,
        milliseconds: Int((clock.now - start) / .milliseconds(1))
      )
    }
    do throws(PostgresError) {
      let context = options.identity(in: try context(of: bytes, options))
      let identity = FileBytes.identity(of: bytes.digest, in: context)
      if let known = try store.loadedBatch(digest: identity) { return report(known.seenAgain(as: bytes.file)) }
      tally.beginning = try loadedBeginning(of: bytes, in: context)
      let number = try store.nextBatchNumber()
      let outcome = try store.transaction { () throws(BatchFailure) -> BatchRecord in
        try take(bytes, options, number, &tally, progress)
        let batch = record(bytes, identity, options, number, tally, refusal: nil)
        try database { () throws(PostgresError) in
          try store.add(batch)
          try store.tell(tally.change)
        }
        return batch
      }
      switch outcome {
      case .success(let batch): return report(batch)
      case .failure(.database(let error)): throw error
      case .failure(.refused(let refusal)):
        tally.takeRejects()
        return report(try keepRefused(record(bytes, identity, options, number, tally, refusal: refusal), tally))
      }
    } catch {
      throw .database(error)
    }
  }

  /// What the file is read with. Only where its name may say some of that must the file be opened to know.
  private func context(
    of bytes: borrowing FileBytes,
    _ options: IngestOptions
  ) throws(PostgresError) -> FeedContext {
    let context = options.context(of: bytes.file, batch: 0, now: now())
    guard options.subject == .fares, FeedFormat.mayCarryContext(inNameOf: bytes.file.path) else { return context }
    let atlas = try self.atlas()
    do {
      let source = try ByteSource(path: bytes.path)
      let feed = try FeedReader(source, format: options.feedFormat, context: context, atlas: atlas)
      return feed.context
    } catch {
      // What is wrong with the file is told when it is read for good.
      return context
    }
  }

  /// Reads the whole file and writes what it says, within a transaction.
  private func take(
    _ bytes: borrowing FileBytes,
    _ options: IngestOptions,
    _ number: Int64,
    _ tally: inout BatchTally,
    _ progress: (IngestProgress) -> Void
  ) throws(BatchFailure) {
    let manifest = try refusing { () throws(BatchRefusal) in
      let manifest = try Manifest.beside(bytes.file)
      try manifest?.check(bytes: bytes.count)
      if bytes.count == 0 { throw BatchRefusal("the file is empty") }
      return manifest
    }
    if let kind = ReferenceKind(rawValue: options.subject.rawValue) {
      try takeReference(bytes, kind, number, &tally)
    } else {
      try takeFares(bytes, options, number, &tally, progress)
    }
    let (read, rejected) = (tally.feed.rowsRead, tally.feed.rowsRejected)
    let before = Int(tally.beginning?.lastRecord ?? 0)
    try refusing { () throws(BatchRefusal) in
      try manifest?.check(rows: before + read)
      // Of a file that has grown, good ones were read before.
      if before == 0, rejected > 0, rejected == read { throw BatchRefusal("none of its \(read) rows is good") }
      if read >= Limits.rejectFloor, rejected * 100 > read * options.maxRejectPercent {
        throw BatchRefusal(
          "\(rejected) of its \(read) rows are bad, more than --max-rejects \(options.maxRejectPercent)"
        )
      }
    }
  }

  private func takeFares(
    _ bytes: borrowing FileBytes,
    _ options: IngestOptions,
    _ number: Int64,
    _ tally: inout BatchTally,
    _ progress: (IngestProgress) -> Void
  ) throws(BatchFailure) {
    let atlas = try database { () throws(PostgresError) in try self.atlas() }
    var context = options.context(of: bytes.file, batch: number, now: now())
    context.prunedBefore = try database { () throws(PostgresError) in try store.cut() }
    let seen = SeenBytes()
    let path = bytes.path
    var feed = try reading { () throws(FeedError) in
      let source = try ByteSource(path: path, observer: seen.add)
      return try FeedReader(source, format: options.feedFormat, context: context, atlas: atlas)
    }
    (tally.format, tally.recordsHeader) = (feed.format.name, feed.recordsHeader)
    if let beginning = tally.beginning, let record = beginning.lastRecord {
      try reading { () throws(FeedError) in
        try feed.skip(to: FeedPosition(bytes: beginning.byteCount, record: record))
      }
    }
    var batch = FareBatch(store: store, atlas: atlas, number: number)
    let ahead = FeedAhead(feed, rowsAtATime: rowsAtATime)
    var table = ObservationTable()
    var hasMore = true
    while hasMore {
      hasMore = try reading { () throws(FeedError) in try ahead.next(&table, &tally.feed) }
      try database { () throws(PostgresError) in
        try store.filling(waitsWith: ahead.readPiece) { () throws(PostgresError) in
          try batch.take(&table)
          try keepRejects(&tally, number)
        }
      }
      progress(IngestProgress(rows: tally.feed.rowsRead, bytesRead: seen.count, bytes: bytes.count))
    }
    guard seen.digest() == bytes.digest else {
      throw .refused(BatchRefusal("the file changed while it was read"))
    }
    try database { () throws(PostgresError) in try batch.finish() }
    (tally.loaded, tally.duplicates, tally.routes) = (batch.loaded, batch.duplicates, batch.routes.count)
    tally.change.routes = batch.changedRoutes
  }

  private func takeReference(
    _ bytes: borrowing FileBytes,
    _ kind: ReferenceKind,
    _ number: Int64,
    _ tally: inout BatchTally
  ) throws(BatchFailure) {
    tally.format = kind.rawValue
    tally.change = StoreChange(hasReference: kind != .rates, hasRates: kind == .rates)
    let path = bytes.path
    let rows = try reading { () throws(FeedError) in
      try ReferenceFeed.read(ByteSource(path: path), kind, &tally.feed)
    }
    try database { () throws(PostgresError) in
      tally.recordsHeader = rows.recordsHeader
      tally.loaded = try rows.write(to: store)
      forgetAtlas()
      try deriveAgain(Set(rows.places.map(\.code)), number)
      tally.duplicates = tally.feed.rowsRead - tally.feed.rowsRejected - tally.loaded
      try keepRejects(&tally, number)
    }
  }

  /// Derives again what begins at places that were loaded: on which local day a look was made depends on their zones.
  private func deriveAgain(_ origins: Set<PlaceCode>, _ number: Int64) throws(PostgresError) {
    guard !origins.isEmpty else { return }
    let keys = try store.routeMonths().filter { origins.contains($0.route.origin) }
    try FareBatch(store: store, atlas: atlas(), number: number).deriveFromLog(keys)
  }

  // MARK: Quarantine and record

  private func keepRejects(_ tally: inout BatchTally, _ number: Int64) throws(PostgresError) {
    try store.quarantine(tally.takeRejects(), batch: number)
  }

  /// Remembers a refused batch, whose transaction is gone, with the first rows that were bad.
  ///
  /// A file that lies in its folder and is refused again and again keeps its first number, and takes no more room.
  private func keepRefused(_ refused: BatchRecord, _ tally: BatchTally) throws(PostgresError) -> BatchRecord {
    try store.transaction { () throws(PostgresError) in
      var batch = refused
      if let number = try store.forgetRefused(digest: batch.digest) { batch.number = number }
      try store.add(batch)
      try store.quarantine(tally.rejects, batch: batch.number)
      return batch
    }.get()
  }

  private func record(
    _ bytes: borrowing FileBytes,
    _ identity: [UInt8],
    _ options: IngestOptions,
    _ number: Int64,
    _ tally: BatchTally,
    refusal: BatchRefusal?
  ) -> BatchRecord {
    // Of a refused batch every row is refused, the good ones too.
    let isLoaded = refusal == nil
    var batch = BatchRecord(
      number: number,
      state: isLoaded ? .loaded : .refused,
      subject: options.subject,
      digest: identity,
      fileName: bytes.file.path,
      format: tally.format,
      source: options.source,
      loadedAt: now(),
      rowsRead: tally.feed.rowsRead,
      rowsLoaded: isLoaded ? tally.loaded : 0,
      rowsDuplicate: isLoaded ? tally.duplicates : 0,
      rowsRejected: isLoaded ? tally.feed.rowsRejected : tally.feed.rowsRead,
      routesTouched: isLoaded ? tally.routes : 0,
      warnings: tally.warningCounts,
      reason: refusal?.reason
    )
    batch.recordsHeader = tally.recordsHeader
    batch.byteCount = bytes.count
    batch.lastRecord = tally.feed.end?.record
    batch.grownFrom = tally.beginning?.number
    return batch
  }

  // MARK: One error for the body of the transaction

  private func reading<Value: ~Copyable>(_ body: () throws(FeedError) -> Value) throws(BatchFailure) -> Value {
    do { return try body() } catch { throw .refused(BatchRefusal(error.reason)) }
  }

  private func refusing<Value>(_ body: () throws(BatchRefusal) -> Value) throws(BatchFailure) -> Value {
    do { return try body() } catch { throw .refused(error) }
  }

  private func database<Value>(_ body: () throws(PostgresError) -> Value) throws(BatchFailure) -> Value {
    do { return try body() } catch { throw .database(error) }
  }
}

extension BatchTally {
  /// Takes the rows that were refused since the last call, and remembers the first of them all.
  @discardableResult
  mutating func takeRejects() -> [QuarantinedRow] {
    let rows = feed.takeRejected().map(QuarantinedRow.init)
    rejects += rows.prefix(max(0, Limits.mostKeptRejects - rejects.count))
    return rows
  }

  /// The warnings by code, for the report.
  var warnings: [IngestReport.Warning] {
    feed.warnings.map { IngestReport.Warning(code: $0.code.rawValue, count: $0.count, example: $0.example) }
  }

  /// How often each warning was given, as a JSON object. Codes are plain words.
  fileprivate var warningCounts: String {
    "{" + feed.warnings.map { "\"\($0.code.rawValue)\": \($0.count)" }.joined(separator: ", ") + "}"
  }
}

extension QuarantinedRow {
  fileprivate init(_ row: RejectedRow) {
    self.init(
      record: row.record,
      column: row.column.isEmpty ? nil : row.column,
      reason: row.reason,
      raw: row.raw,
      isWhole: row.isWhole
    )
  }
}

extension BatchRecord {
  /// The batch as the report on the same bytes shows it: every good row is a duplicate, and the file is the present one.
  fileprivate func seenAgain(as file: InputFile) -> BatchRecord {
    var again = self
    again.fileName = file.path
    again.state = .alreadyLoaded
    again.rowsDuplicate = rowsRead - rowsRejected
    again.rowsLoaded = 0
    again.routesTouched = 0
    return again
  }
}
