import FareAtlas
import FareFeeds
import FareIngest
import FareJSON
import FareModel

/// What people and programs are told of a file that is explained and not loaded.
struct PreviewView {
  /// The file as it was named.
  var file: String
  /// What it would come to.
  var preview: FeedPreview
  /// What knows the decimals of currencies.
  var atlas: Atlas

  private var rows: Range<Int> { 0..<min(preview.table.count, Limits.explainedRows) }

  private func value(of column: OwnFormat.Column, _ row: Int) -> String? {
    let observation = preview.table.rows[row]
    let exponent = atlas.currency(observation.currency)?.exponent ?? 0
    return OwnFormat.value(of: column, in: observation, texts: preview.table.texts, exponent: exponent)
  }

  /// One JSON object on a line; rows have the names of the own format.
  func json() -> String {
    var json = JSONWriter()
    json.raw("{")
    json.key("file")
    json.string(file)
    json.key("format")
    json.string(preview.format)
    json.key("columns")
    json.raw("{")
    for origin in preview.origins {
      json.key(text: origin.column)
      json.string(origin.origin)
    }
    json.raw("}")
    json.key("rows")
    json.raw("[")
    for row in rows {
      json.element()
      write(row, to: &json)
    }
    json.raw("]")
    json.key("rejects")
    json.raw("[")
    for reject in preview.rejected.prefix(Limits.explainedRows) {
      json.element()
      write(reject, to: &json)
    }
    json.raw("]}\n")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(_ row: Int, to json: inout JSONWriter) {
    json.raw("{")
    json.key("record")
    json.integer(preview.table.provenance[row].record)
    for column in OwnFormat.columns {
      guard let value = value(of: column, row) else { continue }
      json.key(text: column.rawValue)
      json.string(value)
    }
    json.raw("}")
  }

  private func write(_ reject: RejectedRow, to json: inout JSONWriter) {
    json.raw("{")
    json.key("record")
    json.integer(reject.record)
    json.key("column")
    if reject.column.isEmpty { json.null() } else { json.string(reject.column) }
    json.key("reason")
    json.string(reject.reason)
    json.key("raw")
    json.string(reject.raw)
    json.raw("}")
  }

  /// The format, where its columns come from, and the first rows beside each other.
  func text(on terminal: Terminal) -> String {
    var text = "\(ShownText.oneLine(file)): of the format \(preview.format), nothing is stored\n"
    if !preview.origins.isEmpty { text += "\n" + origins(on: terminal) }
    if !rows.isEmpty { text += "\n" + records(on: terminal) }
    for reject in preview.rejected.prefix(Limits.explainedRows) {
      let column = reject.column.isEmpty ? "" : "\(reject.column): "
      text += "\nrecord \(reject.record) would be rejected: \(ShownText.oneLine(column + reject.reason))\n"
    }
    for warning in preview.warnings {
      text += "\nwarning: \(warning.code.rawValue): \(ShownText.oneLine(warning.example))\n"
    }
    return text
  }

  private func origins(on terminal: Terminal) -> String {
    var table = Table(columns: [Table.Column(title: "column"), Table.Column(title: "from", isFlexible: true)])
    table.rows = preview.origins.map { [Table.Cell($0.column), Table.Cell(ShownText.oneLine($0.origin))] }
    return table.text(on: terminal)
  }

  private func records(on terminal: Terminal) -> String {
    let titles = rows.map { "record \(preview.table.provenance[$0].record)" }
    var table = Table(columns: [Table.Column(title: "stored as")] + titles.map { Table.Column(title: $0) })
    for column in OwnFormat.columns {
      let values = rows.map { value(of: column, $0) }
      guard values.contains(where: { $0 != nil }) else { continue }
      table.rows.append([Table.Cell(column.rawValue)] + values.map { Table.Cell(ShownText.oneLine($0 ?? "")) })
    }
    return table.text(on: terminal)
  }
}
