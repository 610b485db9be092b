import FareAtlas
import FareModel

/// A target with where its text comes from: the first of some recipes that says something.
struct ProfileField {
  var target: ProfileTarget
  var recipes: [ProfileRecipe]
}

/// How the text of a target is made from a record.
struct ProfileRecipe {
  /// Where the text comes from.
  var source: Source
  /// The words that mean that there is nothing.
  var missing = WordSet()
  /// What stands between the items of a list.
  var separator: [UInt8] = []
  /// Which of the items are taken.
  var take = Take.first
  /// What the items mean.
  var table: NameTable?
  /// What becomes of an item that the table does not have.
  var otherwise = Otherwise.reject
  /// How the text is read.
  var reading = Reading.plain

  /// A text of a record.
  enum Source {
    /// The text of a column.
    case column(String)
    /// Texts of columns and other texts behind each other.
    case text([BracedText.Part])
    /// The same for all records.
    case constant(String)
    /// A name of the pattern for paths.
    case path(String)
  }

  /// Which items of a list are taken.
  enum Take: String, CaseIterable {
    /// The first one.
    case first
    /// The last one.
    case last
    /// All of them.
    case all
    /// All but the first and the last.
    case inner
    /// All but the first.
    case allButFirst = "all_but_first"
    /// All but the last.
    case allButLast = "all_but_last"
    /// The one that they all are; nothing where they differ.
    case common
    /// No item, but how often one follows another: one less than there are.
    case changes

    /// Whether several items may be taken.
    var isList: Bool {
      switch self {
      case .first, .last, .common, .changes: false
      case .all, .inner, .allButFirst, .allButLast: true
      }
    }
  }

  /// What becomes of an item that a table does not have.
  enum Otherwise: String, CaseIterable {
    /// Its record is rejected.
    case reject
    /// It says nothing.
    case missing
    /// It is taken as it is.
    case keep
  }

  /// How the text is read.
  enum Reading {
    /// As the own format does.
    case plain
    /// As a date by one of the patterns, then so many days on, or back, as a column says.
    case date([DatePattern], Shift?)
    case time([DatePattern])
    /// As an instant by one of the patterns, on the clock of the zone where the pattern has no offset.
    case instant([DatePattern], TimeZoneRules?)
    /// As a number of so many in a second since 1970.
    case epoch(perSecond: Int)
    case duration(DurationFormat)
    case price(PriceFormat)
  }

  /// A number of days that a column gives.
  struct Shift {
    var column: String
    var sign: Int
  }

  /// How prices are written.
  struct PriceFormat {
    var numbers = NumberFormat()
    var unpriced = WordSet()
    var soldOut = WordSet()
  }

  /// The source as people are told of it, and as errors name it.
  var label: String {
    switch source {
    case .column(let name): name
    case .text(let parts):
      parts.map { part in
        switch part {
        case .name(let name): "{\(name)}"
        case .text(let text): text
        }
      }.joined()
    case .constant(let text): "always \(text)"
    case .path(let name): "{\(name)} of the file's path"
    }
  }

  /// What the recipe does, for people.
  var explanation: String {
    var words = label
    if case .date(_, let shift?) = reading {
      words += " \(shift.sign > 0 ? "plus" : "less") as many days as \(shift.column)"
    }
    if !separator.isEmpty {
      words += ", \(take.rawValue) of the items split at '\(String(decoding: separator, as: UTF8.self))'"
    }
    if let table { words += ", by the table \(table.name)" }
    return words
  }

  /// The columns that must be in the header for the recipe to say anything.
  var columns: [String] {
    var columns: [String] = []
    switch source {
    case .column(let name): columns.append(name)
    case .text(let parts):
      for case .name(let name) in parts { columns.append(name) }
    case .constant, .path: break
    }
    if case .date(_, let shift?) = reading { columns.append(shift.column) }
    return columns
  }

  /// Whether it says the same of every file.
  var isConstant: Bool {
    if case .constant = source { columns.isEmpty } else { false }
  }
}
