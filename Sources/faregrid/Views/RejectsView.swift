import FareJSON
import FareModel
import FareStore

/// The quarantined rows of a batch.
struct RejectsView {
  /// The batch.
  var batch: BatchRecord
  /// Its rows.
  var rows: [QuarantinedRow]

  /// The rows as one JSON object.
  func json() -> String {
    var json = JSONWriter()
    json.raw("{")
    json.key("batch_id")
    json.integer(batch.number)
    json.key("rejects")
    json.raw("[")
    for row in rows {
      json.element()
      json.reject(row)
    }
    json.raw("]}\n")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The rows as a table.
  func text(on terminal: Terminal) -> String {
    guard !rows.isEmpty else {
      return batch.reason.map { "batch \(batch.number) was refused: \(ShownText.oneLine($0))\n" }
        ?? "no row of batch \(batch.number) was rejected\n"
    }
    var table = Table(columns: [
      Table.Column(title: "record", isRight: true), Table.Column(title: "column"), Table.Column(title: "reason"),
      Table.Column(title: "raw", isFlexible: true),
    ])
    table.rows = rows.map { row in
      [
        Table.Cell("\(row.record)"), Table.Cell(row.column ?? ""), Table.Cell(ShownText.oneLine(row.reason)),
        Table.Cell(ShownText.oneLine(row.raw)),
      ]
    }
    return table.text(on: terminal)
  }

  /// The rows as they stood in their file, once each and under its header: a file to be mended and loaded.
  func file() throws(CommandFailure) -> [UInt8] {
    if batch.state == .refused {
      throw .notPossible(subject: "--raw", "batch \(batch.number) was refused whole: load \(path) again")
    }
    guard let header = batch.recordsHeader else {
      throw .notPossible(
        subject: "--raw",
        "the records of a \(batch.format) file make no file of their own: load \(path) again"
      )
    }
    var file = header.isEmpty ? [] : Array("\(header)\n".utf8)
    var last: Int32?
    for row in rows where row.isWhole && row.record != last {
      file += Array("\(row.raw)\n".utf8)
      last = row.record
    }
    return file
  }

  /// What is not in the file; nil when all rows are.
  var complaint: String? {
    let missing = rows.filter { !$0.isWhole }.map(\.record)
    guard let first = missing.first else { return nil }
    let rows = Amounts.counted(Int64(missing.count), "row")
    return "error: batch \(batch.number): \(rows) left out that could not be kept whole, the first is record \(first)"
  }

  private var path: String { ShownText.oneLine(batch.fileName) }
}
