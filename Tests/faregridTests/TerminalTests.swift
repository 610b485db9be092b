import Testing

@testable import faregrid

@Suite("Text on a terminal")
struct TerminalTests {
  private static func terminal(_ environment: [String: String]) -> Terminal {
    Terminal(descriptor: -1, environment: { environment[$0] })
  }

  @Test("what is no terminal gets 80 columns, or COLUMNS, and no colour")
  func plain() {
    #expect(Self.terminal(["TERM": "xterm"]).width == 80)
    #expect(Self.terminal(["COLUMNS": "132"]).width == 132)
    #expect(Self.terminal(["COLUMNS": "-1"]).width == 80)
    #expect(!Self.terminal(["TERM": "xterm"]).hasColor)
  }

  @Test(
    "signs are ASCII unless the locale's charset is UTF-8",
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
      (["LC_CTYPE": "de_DE.utf-8@euro", "LANG": "C"], true), (["LANG": "de_DE.ISO-8859-15"], false), ([:], false),
      (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
    ]
  )
  func charset(environment: [String: String], isUnicode: Bool) {
    #expect(Self.terminal(environment).isUnicode == isUnicode)
  }

  @Test(
    "width counts columns, not letters",
    arguments: [("", 0), ("abc", 3), ("München", 7), ("Mu\u{308}nchen", 7), ("東京", 4), ("€12\u{A0}", 4), ("▼★█", 3)]
  )
  func width(text: String, columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  @Test("text is wrapped between words and cut within the width")
  func fitting() {
    #expect(TextWidth.wrapped("one two three four", width: 12, indent: 2) == "one two\n  three four")
    #expect(TextWidth.wrapped("unbreakable word", width: 5, indent: 0) == "unbreakable\nword")
    #expect(TextWidth.cut("Zürich", to: 4, mark: "…") == "Zür…")
    #expect(TextWidth.cut("東京都", to: 4, mark: "…") == "東…")
    #expect(TextWidth.cut("Rome", to: 4, mark: "…") == "Rome")
  }

  private static let table = Table(
    columns: [
      Table.Column(title: "code"), Table.Column(title: "name", isFlexible: true),
      Table.Column(title: "km", isRight: true),
    ],
    rows: [["LHR", "London Heathrow Airport", "23"], ["LCY", "", "1,010"]]
  )

  @Test("a table aligns its columns and ends no line with spaces")
  func alignment() {
    #expect(
      Self.table.text(on: Samples.plain) == """
        code  name                        km
        LHR   London Heathrow Airport     23
        LCY                            1,010

        """
    )
  }

  @Test("a table is cut to a terminal and left whole for a pipe")
  func cutting() {
    let small = Terminal(isInteractive: true, width: 26, hasColor: true, isUnicode: true)
    #expect(
      Self.table.text(on: small) == """
        \u{1B}[1mcode\u{1B}[0m  \u{1B}[1mname\u{1B}[0m              \u{1B}[1mkm\u{1B}[0m
        LHR   London Heath…     23
        LCY                  1,010

        """
    )
    let pipe = Terminal(isInteractive: false, width: 26, hasColor: false, isUnicode: true)
    #expect(Self.table.text(on: pipe) == Self.table.text(on: Samples.plain))
  }

  @Test(
    "amounts are grouped, rounded and counted",
    arguments: [
      (Amounts.grouped(0), "0"), (Amounts.grouped(999), "999"), (Amounts.grouped(-1_234_567), "-1,234,567"),
      (Amounts.bytes(999), "999 B"), (Amounts.bytes(1000), "1.0 kB"), (Amounts.bytes(12_345_678), "12.3 MB"),
      (Amounts.bytes(999_949), "999.9 kB"), (Amounts.bytes(999_950), "1.0 MB"),
      (Amounts.bytes(3_000_000_000_000_000), "3000.0 TB"), (Amounts.counted(1, "hour"), "1 hour"),
      (Amounts.age(hours: 47), "47 hours"), (Amounts.age(hours: 71), "2 days"),
    ]
  )
  func amounts(shown: String, expected: String) {
    #expect(shown == expected)
  }
}

@Suite("The progress bar")
struct ProgressBarTests {
  /// A clock that is set, and what was drawn at each time.
  private final class Stage {
    var now = 0.0
    var drawings: [String] = []

    func bar(total: Int64?, unit: ProgressBar.Unit, on terminal: Terminal) -> ProgressBar {
      ProgressBar(
        label: "fares.csv",
        total: total,
        unit: unit,
        terminal: terminal,
        clock: { self.now },
        draw: { self.drawings.append($0) }
      )
    }
  }

  @Test("shows how much, how fast and how long, over its own line")
  func drawing() {
    let stage = Stage()
    var bar = stage.bar(total: 20_000_000, unit: .bytes, on: Samples.colored)
    bar.update(0)
    stage.now = 2
    bar.update(5_000_000)
    bar.finish()
    #expect(
      stage.drawings == [
        "\rfares.csv  0 %  [                    ]  0 B\u{1B}[K",
        "\rfares.csv  25 %  [█████               ]  5.0 MB  2.5 MB/s  7 s left\u{1B}[K",
        "\r\u{1B}[K",
      ]
    )
  }

  @Test("draws at most ten times a second, and no longer than the terminal")
  func restraint() {
    let stage = Stage()
    var bar = stage.bar(
      total: nil,
      unit: .rows,
      on: Terminal(isInteractive: true, width: 20, hasColor: false, isUnicode: false)
    )
    for step in 0..<1024 {
      stage.now = Double(step) / 1024  // Exact in binary.
      bar.update(Int64(step))
    }
    #expect(stage.drawings.count == 10)
    #expect(stage.drawings.last == "\rfares.csv  927 rows\u{1B}[K")
    stage.now = 2
    bar.update(1_000_000)
    #expect(stage.drawings.last == "\rfares.csv  1,000,0.\u{1B}[K")
  }

  @Test("says nothing where nobody watches")
  func silence() {
    let stage = Stage()
    var bar = stage.bar(total: 10, unit: .rows, on: Samples.plain)
    stage.now = 5
    bar.update(5)
    bar.finish()
    #expect(stage.drawings == [])
  }
}
