import FareAtlas
import FareFeeds
import FareIngest
import FareModel
import FareStore
import Glibc

/// The work of `ingest`, `export` and `rebuild` on the real store.
struct ProductWork: StoreWork {
  /// Opens the store.
  var open: @Sendable () throws(PostgresError) -> Store

  func load(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode {
    let files: [InputFile]
    do {
      files = try InputFile.expand(call.paths)
    } catch {
      throw .failed("\(error)")
    }
    let (store, atlas) = try opened()
    let ingestor = Ingestor(store: store, atlas: atlas) { Instant(rawValue: Int64(time(nil))) }
    try ended { () throws(IngestFailure) in try ingestor.takeLock(waitSeconds: call.waitSeconds) }
    var worst = ExitCode.done
    for file in files {
      do {
        let report = try report(on: file, call, ingestor, console)
        let view = IngestView(report: report)
        try console.write(call.asJSON ? view.json() : view.line())
        view.complaints().forEach(console.say)
        if report.batch.state == .refused { worst = .badData }
      } catch {
        // One bad file does not keep the next from being loaded; a lost database does.
        guard case .failed = error, files.count > 1 else { throw error }
        console.say("error: \(error.message ?? "")")
        if worst == .done { worst = .failed }
      }
    }
    return worst
  }

  func listRejects(of batch: Int64, asJSON: Bool, console: Console) throws(CommandFailure) -> ExitCode {
    let (store, _) = try opened()
    let rows = try Commands.reachingDatabase { () throws(PostgresError) -> [QuarantinedRow]? in
      try store.batch(batch) == nil ? nil : store.quarantined(batch: batch)
    }
    guard let rows else { throw .notPossible(subject: "--rejects", "there is no batch \(batch)") }
    let view = RejectsView(batch: batch, rows: rows)
    try console.write(asJSON ? view.json() : view.text(on: console.terminal))
    return .done
  }

  func export(_ options: ExportOptions, console: Console) throws(CommandFailure) -> ExitCode {
    let (store, atlas) = try opened()
    try Exporter(store: store, atlas: atlas, format: options.format).run(
      options.content,
      asOf: options.asOf,
      write: console.write
    )
    return .done
  }

  func rebuild(console: Console) throws(CommandFailure) -> ExitCode {
    let (store, atlas) = try opened()
    let ingestor = Ingestor(store: store, atlas: atlas) { Instant(rawValue: Int64(time(nil))) }
    try ended { () throws(IngestFailure) in try ingestor.takeLock(waitSeconds: nil) }
    let start = MonotonicClock.seconds()
    var bar: ProgressBar?
    let months = try Commands.reachingDatabase { () throws(PostgresError) in
      try Rebuild(store: store, atlas: atlas).run { done, total in
        if bar == nil { bar = console.progress("rebuild", total: Int64(total), unit: .months) }
        bar?.update(Int64(done))
      }
    }
    bar?.finish()
    let tenths = Int((MonotonicClock.seconds() - start) * 10)
    try console.write("rebuilt \(Amounts.counted(Int64(months), "month of a route", plural: "months of routes")) ")
    try console.write("in \(tenths / 10).\(tenths % 10) s\n")
    return .done
  }

  private func report(
    on file: InputFile,
    _ call: IngestCall,
    _ ingestor: Ingestor,
    _ console: Console
  ) throws(CommandFailure) -> IngestReport {
    var bar: ProgressBar?
    let report = try ended { () throws(IngestFailure) in
      try ingestor.ingest(file, call.options) { progress in
        if bar == nil { bar = console.progress(file.path, total: Int64(progress.bytes), unit: .bytes) }
        bar?.update(Int64(progress.bytesRead))
      }
    }
    bar?.finish()
    return report
  }

  private func opened() throws(CommandFailure) -> (Store, Atlas) {
    try Commands.reachingDatabase { () throws(PostgresError) in
      let store = try open()
      return (store, Atlas(overlay: try store.reference()))
    }
  }

  private func ended<Value>(_ body: () throws(IngestFailure) -> Value) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A failure of an ingest.
  init(_ failure: IngestFailure) {
    self =
      switch failure {
      case .busy: .busy("another ingest is at work on this database; --wait waits for it")
      case .unreadable(let what): .failed("cannot read \(what)")
      case .database(let error): error.isConnectionFailure ? .noDatabase(error.message) : .failed(error.message)
      }
  }
}
