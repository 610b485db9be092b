import FareAtlas
import FareFeeds
import FareIngest
import FareModel
import FareStore
import Glibc

/// The work of the commands that load fares, write them out and keep the store in order, on the real store.
struct ProductWork: StoreWork {
  /// Opens the store.
  var open: @Sendable () throws(PostgresError) -> Store

  func load(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode {
    let files = try Self.files(of: call)
    let ingestor = try locked(waitSeconds: call.waitSeconds)
    var worst = ExitCode.done
    var isReaderGone = false
    for file in files {
      do {
        let report = try report(on: file, call, ingestor, console)
        let view = IngestView(report: report)
        view.complaints().forEach(console.say)
        if report.batch.state == .refused { worst = .badData }
        // Whoever reads the reports may stop; the files are loaded all the same.
        if !isReaderGone, !call.isQuiet { try console.write(call.asJSON ? view.json() : view.line()) }
      } catch .readerClosed {
        isReaderGone = true
        if worst == .done { worst = .failed }
      } catch {
        // One bad file does not keep the next from being loaded; a lost database does.
        guard case .failed = error, files.count > 1 else { throw error }
        console.say("error: \(error.message ?? "")")
        if worst == .done { worst = .failed }
      }
    }
    return worst
  }

  func explain(_ call: IngestCall, console: Console) throws(CommandFailure) -> ExitCode {
    guard call.options.subject == .fares else {
      throw .notPossible(subject: "--explain", "is for fares, not for \(call.options.subject.rawValue)")
    }
    let files = try Self.files(of: call)
    let atlas = Atlas()  // A database is not needed to look at a file.
    var worst = ExitCode.done
    for file in files {
      let preview: FeedPreview
      do {
        preview = try FeedPreview(file, call.options, atlas: atlas, now: Self.now(), limit: Limits.explainedRows)
      } catch {
        console.say("error: \(ShownText.oneLine("\(file.path): \(error.reason)"))")
        worst = .badData
        continue
      }
      let view = PreviewView(file: file.path, preview: preview, atlas: atlas)
      try console.write(call.asJSON ? view.json() : view.text(on: console.terminal))
    }
    return worst
  }

  func listRejects(of batch: Int64, as form: RejectsForm, console: Console) throws(CommandFailure) -> ExitCode {
    let store = try opened()
    let view = try Commands.reachingDatabase { () throws(PostgresError) -> RejectsView? in
      guard let known = try store.batch(batch) else { return nil }
      return RejectsView(batch: known, rows: try store.quarantined(batch: batch))
    }
    guard let view else { throw .notPossible(subject: "--rejects", "there is no batch \(batch)") }
    switch form {
    case .table: try console.write(view.text(on: console.terminal))
    case .json: try console.write(view.json())
    case .raw:
      let file = try view.file()
      try console.write(file.span)
      if let complaint = view.complaint {
        console.say(complaint)
        return .badData
      }
    }
    return .done
  }

  func export(_ options: ExportOptions, console: Console) throws(CommandFailure) -> ExitCode {
    let store = try opened()
    let atlas = try Commands.reachingDatabase { () throws(PostgresError) in Atlas(overlay: try store.reference()) }
    let exporter = Exporter(store: store, atlas: atlas, format: options.format)
    // What is exported is of one moment, whatever is ingested meanwhile.
    let outcome = try Commands.reachingDatabase { () throws(PostgresError) in
      try store.snapshot(catching: { () throws(CommandFailure) in
        if let asOf = options.asOf, let cut = try Commands.reachingDatabase(store.cut), asOf < cut {
          throw .argument(ArgumentError(asOf: asOf, before: cut))
        }
        try exporter.run(options.content, asOf: options.asOf ?? Self.now(), write: console.write)
      })
    }
    try outcome.get()
    return .done
  }

  func rebuild(console: Console) throws(CommandFailure) -> ExitCode {
    let store = try opened()
    let ingestor = Ingestor(store: store, now: Self.now)
    try ended { () throws(IngestFailure) in try ingestor.takeLock(waitSeconds: nil) }
    let start = MonotonicClock.seconds()
    var bar: ProgressBar?
    let months = try Commands.reachingDatabase { () throws(PostgresError) in
      try Rebuild(store: store, atlas: ingestor.atlas()).run { done, total in
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

  private static func files(of call: IngestCall) throws(CommandFailure) -> [InputFile] {
    do {
      return try InputFile.expand(call.paths)
    } catch {
      throw .failed("\(error)")
    }
  }

  private func opened() throws(CommandFailure) -> Store {
    try Commands.reachingDatabase(open)
  }

  /// Opens the store for a command that takes `--wait`, and takes the lock that one ingest at a time holds.
  func locked(waitSeconds: Int?) throws(CommandFailure) -> Ingestor {
    let ingestor = Ingestor(store: try opened(), now: Self.now)
    let advice = waitSeconds.map { ", still after \(Amounts.counted(Int64($0), "second"))" } ?? "; --wait waits for it"
    try ended(whenBusy: advice) { () throws(IngestFailure) in try ingestor.takeLock(waitSeconds: waitSeconds) }
    return ingestor
  }

  static func now() -> Instant {
    Instant(rawValue: Int64(time(nil)))
  }

  /// Does a part of the work. `advice` ends what is said when another ingest is at work.
  func ended<Value>(
    whenBusy advice: String = "",
    _ body: () throws(IngestFailure) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      if case .busy = error { throw .busy("another ingest is at work on this database\(advice)") }
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A failure of an ingest.
  init(_ failure: IngestFailure) {
    self =
      switch failure {
      case .busy: .busy("another ingest is at work on this database")
      case .unreadable(let what): .failed("cannot read \(what)")
      case .database(let error): error.isConnectionFailure ? .noDatabase(error.message) : .failed(error.message)
      }
  }
}
