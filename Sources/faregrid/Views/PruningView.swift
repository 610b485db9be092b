import FareIngest
import FareJSON
import FareModel

/// What people and programs are told of a pruning.
struct PruningView {
  /// How it ended.
  var report: PruningReport

  /// The report as one JSON object on a line.
  func json() -> String {
    var json = JSONWriter()
    json.raw("{")
    json.key("cut")
    json.string("\(report.cut.firstDay)")
    json.key("state")
    json.string(report.wasPruned ? "already_pruned" : "pruned")
    json.key("rows_dropped")
    json.integer(report.rowsDropped)
    json.key("rows_kept")
    json.integer(report.rowsKept)
    json.raw("}\n")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The report as a line of text.
  func line() -> String {
    let cut = "before \(report.cut.firstDay)"
    if report.wasPruned { return "already pruned \(cut)\n" }
    let rows = Amounts.counted(Int64(report.rowsDropped), "observation")
    return "pruned \(cut): \(rows) dropped, \(Amounts.grouped(Int64(report.rowsKept))) that were current kept\n"
  }
}
