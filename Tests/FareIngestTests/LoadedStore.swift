import FareAtlas
import FareIngest
import FareJSON
import FareModel
import FareSearch
import FareStore
import Foundation
import Support
import Testing

/// A schema of its own, what was ingested into it, and what it says.
struct LoadedStore {
  /// The present of these tests: random observations were made before, and a few just ahead of it.
  static let now = Instant(rawValue: 1_789_905_600)  // 2026-09-20T12:00:00Z

  /// The schema that the store is in, all of them in one database: that is much faster than a database each.
  let schema: String
  let store: Store
  let atlas = Self.shipped
  let ingestor: Ingestor
  private let scratch: Scratch

  private static let database = Result { try TestDatabase.make() }
  private static let shipped = Atlas()

  /// Makes an empty store, whose files are taken in blocks of `rowsAtATime` records, or joins that of a `schema` on a
  /// connection of its own.
  init(joining schema: String? = nil, rowsAtATime: Int = Limits.rowsAtATime) throws {
    self.schema = schema ?? "s\(UUID().uuidString.filter { $0 != "-" }.lowercased())"
    store = try Store(Self.database.get(), schema: self.schema)
    ingestor = Ingestor(store: store, rowsAtATime: rowsAtATime) { Self.now }
    scratch = try Scratch()
  }

  /// Makes a store of some files, each of them a list of lines of the own format.
  init(_ files: [[String]], rowsAtATime: Int = Limits.rowsAtATime) throws {
    try self.init(rowsAtATime: rowsAtATime)
    try ingest(files)
  }

  /// Ingests files one after the other.
  func ingest(_ files: [[String]]) throws {
    for file in files { try ingest(file) }
  }

  /// Ingests lines of the own format as a CSV file.
  @discardableResult
  func ingest(_ lines: [String]) throws -> IngestReport {
    try ingest(text: ([OwnFormat.header] + lines).joined(separator: "\n") + "\n")
  }

  /// Ingests a file of any format.
  @discardableResult
  func ingest(text: String, by ingestor: Ingestor? = nil) throws -> IngestReport {
    let path = try scratch.write(Data(text.utf8), as: UUID().uuidString)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try (ingestor ?? self.ingestor).ingest(InputFile(path: path), IngestOptions()) { _ in }
  }

  /// Retracts a batch.
  @discardableResult
  func retract(_ batch: Int64) throws -> RetractionReport {
    switch try ingestor.retract(batch) {
    case .done(let report): return report
    case .impossible(let reason): throw Impossible(reason: reason)
    }
  }

  /// Prunes the log before the first day of a month.
  @discardableResult
  func prune(before cut: Month) throws -> PruningReport {
    try ingestor.prune(before: cut) { _, _ in }
  }

  /// Why something that a test asked for is not possible.
  struct Impossible: Error, Equatable {
    var reason: String
  }

  /// Derives everything anew.
  func rebuild() throws {
    _ = try Rebuild(store: store, atlas: atlas).run { _, _ in }
  }

  /// Every visible observation.
  func observations() throws -> ObservationTable {
    var table = ObservationTable()
    if let months = try store.observedMonths() {
      try store.appendObservations(of: store.routeMonths(), within: months, to: &table)
    }
    return table
  }

  /// The canonical lines of every visible observation, in canonical order: what an export writes.
  func lines() throws -> [String] {
    let table = try observations()
    return table.rows.indices.map { table.line($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The answers to questions, as JSON. `asOf` is said by those that do not say it.
  func answers(to questions: [Questions.Question] = Questions.all, asOf: Instant = now) throws -> [String] {
    let answerer = Answerer(source: store, atlas: atlas) { asOf }
    return try questions.map { try Questions.answer($0, by: answerer) }
  }

  /// Expects the store to say what one says that never held anything but some files.
  func expect(toHold files: [[String]]) throws {
    let fresh = try LoadedStore(files)
    #expect(try lines() == fresh.lines())
    #expect(try answers() == fresh.answers())
    #expect(try derived(withProvenance: false) == fresh.derived(withProvenance: false))
  }

  /// A line of the own format's first columns with empty ones after it.
  static func padded(_ line: String) -> String {
    line + String(repeating: ",", count: OwnFormat.columns.count - line.split(separator: ",").count)
  }

  /// The first column of a statement as text; in it `SCHEMA` is the store's schema.
  func rows(_ sql: String) throws -> [String] {
    let connection = try TestDatabase.connect(to: Self.database.get())
    let result = try connection.query(sql.replacing("SCHEMA", with: schema))
    return (0..<result.rowCount).map { result.text($0, 0) ?? "" }
  }

  /// The rows of the derived tables as text, whatever the order in which their arrays were filled. What tells of the
  /// loading, batch and record, is left out unless asked for.
  func derived(withProvenance: Bool) throws -> [String] {
    let arrays = try rows(
      """
      select 'f.' || column_name from information_schema.columns
      where table_schema = 'SCHEMA' and table_name = 'current_fare' and data_type = 'ARRAY'
        and (\(withProvenance) or column_name not in ('batch_id', 'record_number'))
      """
    )
    let day = withProvenance ? "d" : "to_jsonb(d) - 'batch_id' - 'record_number'"
    let same = withProvenance ? "f.same" : "to_jsonb(f.same) - 'batch_id'"
    return try rows(
      """
      select concat_ws(' ', 'current', origin, destination, departure_month, row_count, first_observed_at, newest_observed_at,
        (\(same))::text, (select string_agg(a::text, ';' order by a::text) from unnest(\(arrays.joined(separator: ", "))) as a))
      from SCHEMA.current_fare f order by 1
      """
    )
      + rows("select 'day ' || (\(day))::text from SCHEMA.day_price d order by 1")
      + rows("select 'route ' || r::text from SCHEMA.route_coverage r order by 1")
      + rows("select 'source ' || s::text from SCHEMA.source_coverage s order by 1")
  }
}

extension ObservationTable {
  /// The canonical line of a row, whose currency has two decimals as all of these tests have.
  func line(_ row: Int) -> String {
    String(decoding: OwnFormat.line(of: rows[row], texts: texts, exponent: 2), as: UTF8.self)
  }
}

/// Questions that reach a store by every way there is.
enum Questions {
  typealias Question = (method: Method.Name, parameters: String)

  static let all: [Question] = [
    (.calendar, "origin=LIS destination=OPO month=2026-09"),
    (.calendar, "origin=LIS destination=OPO month=2026-10 currency=USD band_reference=month"),
    (.calendar, "origin=LIS destination=OPO month=2026-09 trip=return"),
    (.calendar, "origin=LIS destination=MAD month=2026-09 trip=return nights_min=1 nights_max=2"),
    (.calendar, "origin=LIS destination=MAD month=2026-09 direct_only=true"),
    (.calendar, "origin=LIS destination=OPO month=2026-09 carriers=TP"),
    (.calendar, "origin=LIS destination=MAD from=2026-09-20 to=2026-10-12 cabin=economy max_stops=1"),
    (.calendar, "origin=LIS destination=OPO month=2026-09 as_of=2026-08-20T06:00:00Z"),
    (.calendar, "origin=LIS destination=MAD month=2026-09 as_of=2026-09-09T00:00:00Z cabin=business"),
    (.calendar, "origin=LIS destination=OPO month=2026-09 max_age_hours=200"),
    (.calendar, "origin=city:OSL destination=city:ROM month=2026-09"),
    (.calendar, "origin=OSL destination=FCO month=2026-10 trip=return detail=false layout=weeks"),
    (.months, "origin=LIS destination=OPO"),
    (.months, "origin=OSL destination=city:ROM trip=return months=3 as_of=2026-09-01T00:00:00Z"),
  ]

  static func answer(_ question: Question, by answerer: Answerer) throws -> String {
    let given = question.parameters.split(separator: " ").map { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1)
      return (name: String(parts[0]), value: ArgumentValue.untyped(String(parts[1])))
    }
    var json = JSONWriter()
    let method = Method.of(question.method)
    try answerer.answer(method, Arguments(given, for: method), into: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
