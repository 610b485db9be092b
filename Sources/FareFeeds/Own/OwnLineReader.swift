import FareAtlas
import FareJSON
import FareModel

/// Reads the own format from NDJSON: an object a line, with the names of the CSV's columns.
///
/// Values may be strings, numbers (their text as written), booleans and null; lists may be arrays too.
struct OwnLineReader: ~Copyable {
  private var lines: LineReader
  private var line = OwnLine()
  private var row: OwnRow
  private var sink: RowSink
  private var record: Int32 = 0

  init(_ input: consuming InputBuffer, _ context: FeedContext, _ atlas: Atlas) {
    lines = LineReader(input)
    row = OwnRow(context, defaultSource: FeedFormat.own.name)
    sink = RowSink(context, atlas)
  }

  /// Whether a feed that begins with a bracket is of lines rather than one document: one of the lines at hand is an
  /// object with a day of departure.
  static func recognises(_ input: inout InputBuffer) throws(FeedError) -> Bool {
    try input.fill(to: Limits.feedChunk)
    let name = OwnFormat.Column.departureDate.rawValue
    var tree = JSONTree()
    for line in input.bytes[input.start...].split(separator: UInt8(ascii: "\n")) {
      if let object = try? tree.parse(line.span), tree.member(name, of: object) != nil { return true }
    }
    return false
  }

  /// Goes on behind lines that need not be read.
  mutating func skip(to position: FeedPosition) throws(FeedError) {
    try lines.skip(to: position.bytes)
    record = position.record
  }

  /// Reads up to `limit` lines. Returns false when there are no more.
  mutating func read(
    into table: inout ObservationTable,
    _ report: inout FeedReport,
    limit: Int
  ) throws(FeedError) -> Bool {
    row.use(&table.texts)
    var left = limit
    while left > 0 {
      guard try lines.next() else {
        report.end = FeedPosition(lines.input, endsWithNewline: lines.endsWithNewline, record: record)
        return false
      }
      do throws(Rejection) {
        try Self.add(lines, &line, &row, &sink, record + 1, &table, &report)
      } catch {
        if !lines.endsWithNewline, line.isBroken {
          throw FeedError("the last line is no whole JSON object: the file is incomplete")
        }
        report.reject(record + 1, error, raw: lines.text)
      }
      record += 1
      report.rowsRead += 1
      left -= 1
    }
    return true
  }

  private static func add(
    _ lines: borrowing LineReader,
    _ line: inout OwnLine,
    _ row: inout OwnRow,
    _ sink: inout RowSink,
    _ record: Int32,
    _ table: inout ObservationTable,
    _ report: inout FeedReport
  ) throws(Rejection) {
    try line.parse(lines.text)
    row.begin()
    for field in line.fields {
      try row.set(field.column, line.text.span, field.range, into: &table.texts)
    }
    let observation = try row.observation(line.text.span, &sink.memo, into: &table.texts)
    try sink.add(observation, record: record, to: &table, &report)
    for column in line.misspelt { report.warn(.misspeltColumn, record: record, "\(column)") }
  }
}

/// The members of one line that the own format knows, as text.
struct OwnLine {
  struct Field {
    var column: OwnFormat.Column
    var range: Range<Int>
  }

  private(set) var fields: [Field] = []
  private(set) var text: [UInt8] = []
  private var nearColumns: [MisspeltColumn] = []
  /// Whether the line that was parsed last is no JSON, as a cut one is not.
  private(set) var isBroken = false

  private var tree = JSONTree()
  private var names: [Name] = []  // Those of the line before, by their place.

  private struct Name {
    var text: String
    var column: OwnFormat.Column?
    var misspelt: MisspeltColumn?

    init(_ text: String) {
      self.text = text
      column = OwnFormat.Column(rawValue: text)
      misspelt = MisspeltColumn(text)
    }
  }

  /// The names that are nearly those of columns which the line lacks.
  var misspelt: [MisspeltColumn] {
    nearColumns.filter { near in !fields.contains { $0.column == near.meant } }
  }

  /// Parses a line into ``fields``.
  mutating func parse(_ line: Span<UInt8>) throws(Rejection) {
    fields.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    nearColumns.removeAll(keepingCapacity: true)
    isBroken = false
    let root: JSONNode
    do throws(JSONError) {
      root = try tree.parse(line)
    } catch {
      isBroken = error.kind == .notJSON
      throw Rejection("", "\(error)")
    }
    guard tree.kind(of: root) == .object else { throw Rejection("", "the line is no JSON object") }
    if tree.holdsNullCharacter { throw Rejection(nullMember(of: root), "holds the character U+0000") }
    for (place, member) in tree.members(of: root).enumerated() {
      rememberName(member.name, place)
      guard let column = names[place].column else {
        if let near = names[place].misspelt { nearColumns.append(near) }
        continue
      }
      let begin = text.count
      try append(member.value, column)
      fields.append(Field(column: column, range: FieldText.trimmed(text.span, begin..<text.count)))
    }
  }

  /// Makes `names[place]` that of a member. Lines repeat their names in one order, so it mostly is.
  private mutating func rememberName(_ name: JSONNode, _ place: Int) {
    if place < names.count, tree.isString(name, names[place].text) { return }
    let name = Name(tree.string(name) ?? "")
    if place < names.count { names[place] = name } else { names.append(name) }
  }

  private mutating func append(_ value: JSONNode, _ column: OwnFormat.Column) throws(Rejection) {
    switch tree.kind(of: value) {
    case .null: break
    case .string, .number, .boolean: tree.appendText(of: value, to: &text)
    case .array where column == .segments || column == .returnSegments: tree.appendCompact(value, to: &text)
    case .array where column.isList: try appendList(value, column)
    case .array, .object: throw Rejection(column, "is neither text nor a number")
    }
  }

  private mutating func appendList(_ list: JSONNode, _ column: OwnFormat.Column) throws(Rejection) {
    for (place, item) in tree.elements(of: list).enumerated() {
      guard tree.kind(of: item) == .string else { throw Rejection(column, "is no list of texts") }
      if place > 0 { text.append(UInt8(ascii: "+")) }
      tree.appendText(of: item, to: &text)
    }
  }

  private func nullMember(of root: JSONNode) -> String {
    for (name, value) in tree.members(of: root) {
      if tree.string(value)?.utf8.contains(0) == true { return tree.string(name) ?? "" }
    }
    return ""
  }
}

extension OwnFormat.Column {
  /// Whether the column holds a list joined by `+`.
  fileprivate var isList: Bool {
    switch self {
    case .via, .carriers, .flightNumbers, .operatingCarriers, .returnVia, .returnCarriers, .returnFlightNumbers,
      .returnOperatingCarriers:
      true
    default:
      false
    }
  }
}
