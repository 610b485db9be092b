/// How many columns of a terminal a text takes, and text made to take a number of them.
enum TextWidth {
  /// The columns that `text` takes: none for combining marks, two for the wide letters of East Asia, else one.
  static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  /// The text with spaces after it, or before it, up to `width` columns.
  static func padded(_ text: String, to width: Int, alignedRight: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - of(text)))
    return alignedRight ? spaces + text : text + spaces
  }

  /// The text cut to `width` columns, its last one then `mark`.
  static func cut(_ text: String, to width: Int, mark: String) -> String {
    guard of(text) > width else { return text }
    var kept = String.UnicodeScalarView()
    var used = of(mark)
    for scalar in text.unicodeScalars {
      used += columns(scalar)
      guard used <= width else { break }
      kept.append(scalar)
    }
    return String(kept) + mark
  }

  /// The words of `text` on lines of at most `width` columns, each but the first beginning with `indent` spaces.
  ///
  /// The first line is taken to begin at column `indent`. A word that is longer than a line stands alone.
  static func wrapped(_ text: String, width: Int, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if line.isEmpty || indent + of(longer) <= width {
        line = longer
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension String {
  /// The text with every `old` replaced.
  func replacing(_ old: Character, _ new: Character) -> String {
    String(map { $0 == old ? new : $0 })
  }
}
