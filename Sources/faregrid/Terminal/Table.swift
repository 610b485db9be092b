/// Rows of text in aligned columns.
struct Table {
  /// A column.
  struct Column {
    /// What stands above it.
    var title: String
    /// Whether its cells end at its right edge, as numbers do.
    var isRight = false
    /// Whether its cells are cut when the table is wider than the terminal.
    var isFlexible = false
  }

  /// A cell.
  struct Cell: ExpressibleByStringInterpolation {
    /// What it says.
    var text: String
    /// How it stands out.
    var styles: [Style] = []

    init(_ text: String, _ styles: [Style] = []) {
      self.text = text
      self.styles = styles
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  private static let gap = 2

  /// The columns, from left to right.
  var columns: [Column]
  /// The rows, each with a cell for each column.
  var rows: [[Cell]] = []

  /// The table as lines, each with a newline. Only on an interactive terminal are cells cut.
  func text(on terminal: Terminal) -> String {
    let widths = widths(on: terminal)
    let titles = columns.map { Cell($0.title, [.bold]) }
    return ([titles] + rows).map { line($0, widths, terminal) + "\n" }.joined()
  }

  private func widths(on terminal: Terminal) -> [Int] {
    var widths = columns.indices.map { index in
      ([columns[index].title] + rows.map { $0[index].text }).map(TextWidth.of).max() ?? 0
    }
    let total = widths.reduce(0, +) + Self.gap * (columns.count - 1)
    guard terminal.isInteractive, total > terminal.width,
      let flexible = columns.firstIndex(where: \.isFlexible)
    else { return widths }
    let least = max(TextWidth.of(columns[flexible].title), 8)
    widths[flexible] = max(least, widths[flexible] - (total - terminal.width))
    return widths
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ terminal: Terminal) -> String {
    var line = ""
    var spaces = 0  // Not yet written, so that no line ends with spaces.
    for (index, cell) in cells.enumerated() {
      let text = TextWidth.cut(cell.text, to: widths[index], mark: terminal.signs.cut)
      let room = widths[index] - TextWidth.of(text)
      spaces += columns[index].isRight ? room : 0
      if !text.isEmpty {
        line += String(repeating: " ", count: spaces) + terminal.styled(text, cell.styles)
        spaces = 0
      }
      spaces += (columns[index].isRight ? 0 : room) + Self.gap
    }
    return line
  }
}
