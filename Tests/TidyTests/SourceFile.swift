import FoundationEssentials
import Testing

/// A Swift file of the package.
struct SourceFile: Sendable, CustomTestStringConvertible {
  /// Its path from the package's root.
  var path: String
  /// What it says.
  var text: String
  /// Its lines.
  var lines: [Substring]

  var testDescription: String { path }

  /// The package's folder.
  static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The files under some folders, by path.
  static func all(under folders: String...) throws -> [SourceFile] {
    try folders.flatMap { folder in
      let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
        let data = try Data(contentsOf: URL(filePath: "\(root)/\(folder)/\(path)"))
        let text = String(decoding: data, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return SourceFile(path: "\(folder)/\(path)", text: text, lines: lines.last == "" ? lines.dropLast() : lines)
      }
    }
  }

  /// The folder under Sources that the file lies in.
  var room: String {
    String(path.split(separator: "/")[1])
  }

  /// The modules that it imports.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(Self.stand(before:)) else {
        return nil
      }
      return words.last.map(String.init)
    }
  }

  private static func stand(before word: Substring) -> Bool {
    ["public", "internal", "package", "fileprivate", "private", "@testable", "@preconcurrency", "@_exported"].contains(
      word
    )
  }

  /// Its lines that hold a `!`, without comments and the insides of string literals; every other line is blank.
  var exclamations: [String] {
    var isInText = false
    return lines.map { line in
      guard line.utf8.contains(UInt8(ascii: "!")) || line.utf8.contains(UInt8(ascii: "\"")) else { return "" }
      let marks = line.ranges(of: Self.longQuote).count
      defer { if !marks.isMultiple(of: 2) { isInText.toggle() } }
      let isPlain = !isInText && marks == 0 && line.utf8.contains(UInt8(ascii: "!"))
      return isPlain ? Self.withoutText(line) : ""
    }
  }

  private static let longQuote = String(repeating: "\"", count: 3)

  private static func withoutText(_ line: Substring) -> String {
    var code = ""
    var isInText = false
    var isEscaped = false
    for letter in line {
      if isInText {
        if letter == "\"", !isEscaped { isInText = false }
        isEscaped = letter == "\\" && !isEscaped
      } else if letter == "\"" {
        isInText = true
        isEscaped = false
      } else {
        code.append(letter)
        if code.hasSuffix("//") { return String(code.dropLast(2)) }
      }
    }
    return code
  }
}
