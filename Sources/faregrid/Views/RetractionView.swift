import FareIngest
import FareJSON
import FareModel
import FareStore

/// What people and programs are told of a retracted batch.
struct RetractionView {
  /// How it ended.
  var report: RetractionReport

  /// The report as one JSON object on a line.
  func json() -> String {
    var json = JSONWriter()
    json.raw("{")
    json.key("batch_id")
    json.integer(report.batch.number)
    json.key("state")
    json.string(report.wasRetracted ? "already_retracted" : "retracted")
    json.key("file")
    json.string(report.batch.fileName)
    json.key("rows_hidden")
    json.integer(report.rowsHidden)
    json.key("routes_touched")
    json.integer(report.routesTouched)
    json.key("retracted_at")
    json.string(instant)
    json.raw("}\n")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The report as a line of text.
  func line() -> String {
    let batch = "batch \(report.batch.number) (\(ShownText.oneLine(report.batch.fileName)))"
    if report.wasRetracted { return "\(batch): already retracted at \(instant)\n" }
    let rows = Amounts.counted(Int64(report.rowsHidden), "observation")
    return "\(batch): retracted, \(rows) of \(Amounts.counted(Int64(report.routesTouched), "route")) hidden\n"
  }

  private var instant: String { report.batch.retractedAt.map { "\($0)" } ?? "" }
}
