import FareIngest
import FareJSON
import FareModel
import FareStore

/// What people and programs are told of an ingested file.
struct IngestView {
  /// How it ended.
  var report: IngestReport

  /// The report as one JSON object on a line.
  func json() -> String {
    let batch = report.batch
    var json = JSONWriter()
    json.raw("{")
    json.key("batch_id")
    json.integer(batch.number)
    json.key("state")
    json.string(batch.state.rawValue)
    json.key("file")
    json.string(batch.fileName)
    json.key("format")
    if batch.format.isEmpty { json.null() } else { json.string(batch.format) }
    for (name, count) in [
      ("rows_read", batch.rowsRead), ("rows_loaded", batch.rowsLoaded), ("rows_duplicate", batch.rowsDuplicate),
      ("rows_rejected", batch.rowsRejected), ("routes_touched", batch.routesTouched),
    ] {
      json.key(text: name)
      json.integer(count)
    }
    json.key("warnings")
    json.raw("[")
    for warning in report.warnings {
      json.element()
      json.raw("{")
      json.key("code")
      json.string(warning.code)
      json.key("count")
      json.integer(warning.count)
      json.key("example")
      json.string(warning.example)
      json.raw("}")
    }
    json.raw("]")
    json.key("rejects")
    json.raw("[")
    for row in report.rejects.prefix(Self.shownRejects) {
      json.element()
      json.reject(row)
    }
    json.raw("]")
    if let beginning = batch.grownFrom {
      json.key("grown_from")
      json.integer(beginning)
    }
    if let reason = batch.reason {
      json.key("reason")
      json.string(reason)
    }
    json.key("seconds")
    json.decimal(report.milliseconds, places: 3)
    json.raw("}\n")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The report as a line of text.
  func line() -> String {
    let batch = report.batch
    let name = ShownText.oneLine(batch.fileName)
    switch batch.state {
    case .refused: return "\(name): refused, batch \(batch.number)\n"
    case .alreadyLoaded: return "\(name): already loaded as batch \(batch.number)\n"
    case .loaded:
      let rows = Amounts.counted(Int64(batch.rowsRead), "row")
      let parts = [
        "\(Amounts.grouped(Int64(batch.rowsLoaded))) of \(rows) loaded",
        batch.rowsDuplicate > 0 ? Amounts.counted(Int64(batch.rowsDuplicate), "duplicate") : nil,
        batch.rowsRejected > 0 ? "\(Amounts.grouped(Int64(batch.rowsRejected))) rejected" : nil,
        Amounts.counted(Int64(batch.routesTouched), "route"),
        "batch \(batch.number)" + (batch.grownFrom.map { " behind batch \($0)" } ?? ""),
        "\(Money.decimal(Int64(report.milliseconds), exponent: 3)) s",
      ]
      return "\(name): \(parts.compactMap { $0 }.joined(separator: ", "))\n"
    }
  }

  /// What is wrong, for the people who run the command.
  func complaints() -> [String] {
    let batch = report.batch
    let name = ShownText.oneLine(batch.fileName)
    var lines: [String] = []
    if let reason = batch.reason { lines.append("error: \(name): \(ShownText.oneLine(reason))") }
    if batch.rowsRejected > 0, batch.state != .alreadyLoaded {
      for row in report.rejects.prefix(Self.shownRejects) {
        lines.append("warning: \(name): record \(row.record): \(ShownText.oneLine(row.place + row.reason))")
      }
      if report.rejects.count > Self.shownRejects {
        lines.append("warning: \(name): all rejected rows: faregrid ingest --rejects \(batch.number)")
      }
    }
    return lines
      + report.warnings.map {
        "warning: \(name): \($0.code), \(Amounts.counted(Int64($0.count), "time")): \(ShownText.oneLine($0.example))"
      }
  }

  private static let shownRejects = 3
}

extension JSONWriter {
  /// Writes a quarantined row as an object.
  mutating func reject(_ row: QuarantinedRow) {
    raw("{")
    key("record")
    integer(row.record)
    key("column")
    if let column = row.column { string(column) } else { null() }
    key("reason")
    string(row.reason)
    key("raw")
    string(row.raw)
    raw("}")
  }
}

extension QuarantinedRow {
  /// The column with its colon, where one is wrong.
  fileprivate var place: String { column.map { "\($0): " } ?? "" }
}
