/// Shows how far long work has come: how much, how fast, and how long it will still take.
///
/// It draws over its own line at most ten times a second, and only on a terminal: elsewhere it says nothing.
struct ProgressBar {
  /// What is counted.
  enum Unit {
    case bytes
    case months
    case rows
    case answers
    case passes
  }

  private static let secondsBetweenDrawings = 0.1
  private static let barColumns = 20

  private let label: String
  private let total: Int64?
  private let unit: Unit
  private let terminal: Terminal
  private let clock: () -> Double
  private let draw: (String) -> Void
  private let start: Double
  private var lastDrawing: Double?

  /// Begins. `total` is nil where the amount of work is not known; `clock` gives seconds.
  init(
    label: String,
    total: Int64?,
    unit: Unit,
    terminal: Terminal,
    clock: @escaping () -> Double,
    draw: @escaping (String) -> Void
  ) {
    self.label = label
    self.total = total
    self.unit = unit
    self.terminal = terminal
    self.clock = clock
    self.draw = draw
    start = clock()
  }

  /// Says that `done` units are done. Cheap to call often.
  mutating func update(_ done: Int64) {
    guard terminal.isInteractive else { return }
    let now = clock()
    if let lastDrawing, now - lastDrawing < Self.secondsBetweenDrawings { return }
    lastDrawing = now
    draw("\r" + line(done, seconds: now - start) + Self.eraseToEnd)
  }

  /// Takes the line away, for the report that follows.
  mutating func finish() {
    guard lastDrawing != nil else { return }
    lastDrawing = nil
    draw("\r" + Self.eraseToEnd)
  }

  private static let eraseToEnd = "\u{1B}[K"

  private func line(_ done: Int64, seconds: Double) -> String {
    var parts = [label]
    if let total, total > 0 {
      let shown = min(done, total)
      let bar = shown == 0 ? "" : terminal.signs.bar(shown, of: total, columns: Self.barColumns)
      parts += ["\(shown * 100 / total) %", "[" + TextWidth.padded(bar, to: Self.barColumns) + "]"]
    }
    parts.append(amount(done))
    if seconds >= 1, done > 0 {
      let rate = Double(done) / seconds
      parts.append(amount(Int64(rate)) + "/s")
      if let total, total > done { parts.append(Self.duration(Double(total - done) / rate) + " left") }
    }
    return TextWidth.cut(parts.joined(separator: "  "), to: terminal.width - 1, mark: terminal.signs.cut)
  }

  private func amount(_ count: Int64) -> String {
    switch unit {
    case .months: "\(Amounts.grouped(count)) months"
    case .rows: "\(Amounts.grouped(count)) rows"
    case .answers: "\(Amounts.grouped(count)) answers"
    case .passes: "\(Amounts.grouped(count)) passes"
    case .bytes: Amounts.bytes(count)
    }
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999)) + 1
    return whole < 60
      ? "\(whole) s" : whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}

/// Amounts as people read them.
enum Amounts {
  /// The number with commas between groups of three digits.
  static func grouped(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// A number of bytes to one decimal of its unit: `12.3 MB`, a megabyte being a million bytes.
  static func bytes(_ count: Int64) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var (scaled, unit) = (count, 0)
    while scaled >= 999_950, unit < 3 { (scaled, unit) = (scaled / 1000, unit + 1) }
    let tenths = (scaled + 50) / 100
    return "\(tenths / 10).\(tenths % 10) \(["kB", "MB", "GB", "TB"][unit])"
  }

  /// `1 hour` or `2 hours`.
  static func counted(_ count: Int64, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// An age in hours, or in days from two days on.
  static func age(hours: Int64) -> String {
    hours < 48 ? counted(hours, "hour") : counted(hours / 24, "day")
  }
}
