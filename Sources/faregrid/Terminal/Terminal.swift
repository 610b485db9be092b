import Glibc

/// What the place that text goes to can show.
struct Terminal: Sendable {
  /// Whether a person sees the text as it is written; false for files and pipes.
  var isInteractive: Bool
  /// How many columns a line may take.
  var width: Int
  /// Whether colours may be used.
  var hasColor: Bool
  /// Whether the locale's charset is UTF-8. Otherwise signs are ASCII.
  var isUnicode: Bool

  /// What files and pipes get.
  static let plainWidth = 80

  /// Looks at a descriptor and at the environment.
  ///
  /// `COLUMNS` speaks for a descriptor that has no width of its own. `NO_COLOR` and a `TERM` that is dumb or unknown
  /// leave colours out.
  init(descriptor: Int32, environment: (String) -> String?) {
    isInteractive = isatty(descriptor) == 1
    width =
      Self.width(of: descriptor)
      ?? environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      ?? Self.plainWidth
    let term = environment("TERM") ?? "dumb"
    hasColor = isInteractive && (environment("NO_COLOR") ?? "").isEmpty && term != "dumb"
    isUnicode = Self.isUnicode(environment)
  }

  /// Describes a terminal.
  init(isInteractive: Bool, width: Int, hasColor: Bool, isUnicode: Bool) {
    self.isInteractive = isInteractive
    self.width = width
    self.hasColor = hasColor
    self.isUnicode = isUnicode
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The first of the variables that is set decides, as in the C library.
  private static func isUnicode(_ environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment(name), !locale.isEmpty else { continue }
      let charset = locale.lowercased().split(separator: ".").dropFirst().first ?? ""
      return charset.hasPrefix("utf-8") || charset.hasPrefix("utf8")
    }
    return false
  }
}

/// How a piece of text stands out.
enum Style: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

extension Terminal {
  /// The text in some styles, where the terminal has them.
  func styled(_ text: String, _ styles: [Style]) -> String {
    guard hasColor, !styles.isEmpty else { return text }
    return "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// The signs that the terminal can show.
  var signs: Signs { isUnicode ? .unicode : .ascii }
}
