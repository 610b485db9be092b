import FareJSON
import FareModel

/// The result object of `places` or `nearby` as a table.
struct PlacesView {
  private var rows: [[Table.Cell]] = []
  private var hasDistances = false

  /// Reads the object that `--json` would print, so that both say the same.
  init(json: Span<UInt8>) {
    var tree = JSONTree()
    guard let root = try? tree.parse(json), let places = tree.member("places", of: root) else { return }
    for place in tree.elements(of: places) {
      hasDistances = tree.member("distance_km", of: place) != nil
      rows.append(Self.row(place, in: tree))
    }
  }

  /// The table, or a line that says that there is nothing to list.
  func text(on terminal: Terminal) -> String {
    guard !rows.isEmpty else { return "No place found.\n" }
    var columns = [
      Table.Column(title: "code"), Table.Column(title: "kind"), Table.Column(title: "name", isFlexible: true),
      Table.Column(title: "city"), Table.Column(title: "country"),
    ]
    if hasDistances { columns.append(Table.Column(title: "km", isRight: true)) }
    return Table(columns: columns, rows: rows).text(on: terminal)
  }

  private static func row(_ place: JSONNode, in tree: borrowing JSONTree) -> [Table.Cell] {
    var row = ["code", "kind", "name", "city", "country"].map { name in
      Table.Cell(tree.member(name, of: place).flatMap { tree.string($0) }.map(ShownText.oneLine) ?? "")
    }
    if let lastDay = tree.member("valid_to", of: place).flatMap({ tree.string($0) }) {
      let successor = tree.member("successor", of: place).flatMap { tree.string($0) }
      row[2].text += " (until \(lastDay)" + (successor.map { ", now \($0)" } ?? "") + ")"
    }
    if let distance = tree.member("distance_km", of: place).flatMap({ tree.number($0) }) {
      row.append(Table.Cell(distance))
    }
    return row
  }
}
