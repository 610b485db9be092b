import FareAtlas
import FareIngest
import FareModel
import FareServer
import FareStore
import Glibc

/// The schema that holds the workload of load tests, beside the user's and never the user's.
///
/// It is kept for the next test with the same workload.
struct WorkloadSchema {
  /// The name of the schema.
  static let name = "faregrid_loadtest"

  /// Where the database is.
  let target: DatabaseTarget

  /// Opens the schema.
  func open() throws(PostgresError) -> Store {
    try Store(target, schema: Self.name)
  }

  /// Sees to it that the schema holds a workload and nothing else.
  func prepare(_ workload: Workload, console: Console) throws(CommandFailure) {
    guard try !holds(workload) else { return }
    try remove()
    console.say("making \(Amounts.counted(Int64(workload.routes.count), "route")) of fares in the schema \(Self.name)")
    let file = try TemporaryFile()
    try file.write { (write: (String) throws(CommandFailure) -> Void) throws(CommandFailure) in
      try write(Workload.header)
      for route in workload.routes.indices { try write(workload.lines(ofRoute: route)) }
    }
    try ingest(file.path, console)
    guard try holds(workload) else { throw .failed("the workload was not taken in as it was made") }
  }

  /// Removes the schema, unless it holds fares that no load test made.
  func remove() throws(CommandFailure) {
    for source in try sources() where !source.name.hasPrefix(Workload.sourcePrefix) {
      throw .failed("the schema \(Self.name) holds fares of \(ShownText.bounded(source.name)), which no load test made")
    }
    try Commands.reachingDatabase { () throws(PostgresError) in try Store.removeSchema(Self.name, on: target) }
  }

  private func holds(_ workload: Workload) throws(CommandFailure) -> Bool {
    let sources = try sources()
    return sources.map(\.name) == [workload.source] && sources.first?.observations == workload.observationCount
  }

  private func sources() throws(CommandFailure) -> [StoreStatus.Source] {
    try Commands.reachingDatabase { () throws(PostgresError) in try open().status().sources }
  }

  private func ingest(_ path: String, _ console: Console) throws(CommandFailure) {
    let store = try Commands.reachingDatabase(open)
    let ingestor = Ingestor(store: store, now: Session.now)
    do {
      try ingestor.takeLock(waitSeconds: Limits.secondsToStartServer)
      var bar: ProgressBar?
      _ = try ingestor.ingest(InputFile(path: path), IngestOptions()) { progress in
        if bar == nil { bar = console.progress("ingest", total: Int64(progress.bytes), unit: .bytes) }
        bar?.update(Int64(progress.bytesRead))
      }
      bar?.finish()
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// A file that is gone with its last reference.
private final class TemporaryFile {
  let path: String
  private let descriptor: Int32

  init() throws(CommandFailure) {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/faregrid-loadtest-XXXXXX.csv".utf8CString)
    let suffixLength: Int32 = 4
    descriptor = unsafe template.withUnsafeMutableBufferPointer { text in
      unsafe text.baseAddress.map { unsafe mkstemps($0, suffixLength) } ?? -1
    }
    guard descriptor >= 0 else {
      throw .failed(system: "cannot make a file in \(folder)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes what `body` gives.
  func write(
    _ body: ((String) throws(CommandFailure) -> Void) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let file = FileDescriptor(descriptor)
    try body { (text: String) throws(CommandFailure) in
      do {
        try file.write(text)
      } catch {
        throw .failed("cannot write \(path): \(error)")
      }
    }
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }
}
