import FareModel

/// A recipe for the records of one file: its columns are places in a record, and what the file's path says is text.
///
/// A class, because every record passes all recipes by, and to hold a value of so many arrays counts each of them.
final class BoundRecipe {
  /// A piece of the raw text.
  enum Piece {
    case text([UInt8])
    case field(Int)
  }

  /// A column whose days are added.
  struct Shift {
    var column: Int
    var name: String
    var sign: Int
  }

  let pieces: [Piece]
  let shift: Shift?
  /// The source, as errors name it.
  let label: String
  /// What the recipe does, for people.
  let explanation: String
  let missing: WordSet
  let separator: [UInt8]
  let take: ProfileRecipe.Take
  let table: NameTable?
  let otherwise: ProfileRecipe.Otherwise
  let reading: ProfileRecipe.Reading

  /// Binds a recipe; nil when the file lacks what it needs.
  init?(_ recipe: ProfileRecipe, _ header: CSVHeader, path values: [String: String]) {
    func column(_ name: String) -> Int? { header.names.firstIndex(of: name.lowercased()) }
    guard recipe.columns.allSatisfy({ column($0) != nil }) else { return nil }
    switch recipe.source {
    case .column(let name):
      pieces = column(name).map { [.field($0)] } ?? []
    case .text(let parts):
      pieces = parts.compactMap { part in
        switch part {
        case .text(let text): .text(Array(text.utf8))
        case .name(let name): column(name).map(Piece.field)
        }
      }
    case .constant(let text):
      pieces = [.text(Array(text.utf8))]
    case .path(let name):
      guard let value = values[name] else { return nil }
      pieces = [.text(Array(value.utf8))]
    }
    if case .date(_, let days?) = recipe.reading, let index = column(days.column) {
      shift = Shift(column: index, name: days.column, sign: days.sign)
    } else {
      shift = nil
    }
    label = recipe.label
    explanation = recipe.explanation
    missing = recipe.missing
    separator = recipe.separator
    take = recipe.take
    table = recipe.table
    otherwise = recipe.otherwise
    reading = recipe.reading
  }
}

/// A field of a profile for the records of one file.
struct BoundField {
  var target: ProfileTarget
  var recipes: [BoundRecipe]
}

extension FeedProfile {
  /// The fields of the profile that a file has, or why it cannot be read.
  ///
  /// What a flag gives stands back behind what the file says, and before what the profile says of all files.
  func bind(to header: CSVHeader, _ context: FeedContext) throws(FeedError) -> [BoundField] {
    let values = context.path.flatMap { layout.path?.values(in: $0) } ?? [:]
    var fields: [BoundField] = []
    for field in layout.fields {
      var recipes: [BoundRecipe] = []
      for recipe in field.recipes where !(recipe.isConstant && context.gives(field.target)) {
        if let bound = BoundRecipe(recipe, header, path: values) { recipes.append(bound) }
      }
      if !recipes.isEmpty { fields.append(BoundField(target: field.target, recipes: recipes)) }
    }
    for column in OwnFormat.columns where column.isRequired && !context.gives(.column(column)) {
      if !fields.contains(where: { $0.target == .column(column) }) { throw missing(column, header) }
    }
    return fields
  }

  private func missing(_ column: OwnFormat.Column, _ header: CSVHeader) -> FeedError {
    let flag = column.flag.map { "\($0) is not given" }
    let field = layout.fields.first { $0.target == .column(column) }
    guard let recipe = field?.recipes.last else {
      return FeedError(
        "the profile \(name) does not say \(column.rawValue), and \(flag ?? "nothing else does")",
        flag: column.flag
      )
    }
    let lacking = recipe.columns.first { !header.names.contains($0.lowercased()) }
    let fault =
      lacking.map { "the header lacks the column \($0)" } ?? "the path of the file does not match the profile's"
    return FeedError(
      "\(fault), from which the profile \(name) takes \(column.rawValue)"
        + (flag.map { ", and \($0)" } ?? ""),
      flag: column.flag
    )
  }
}

extension FeedContext {
  /// Whether a flag gives what a field of a profile would say.
  fileprivate func gives(_ target: ProfileTarget) -> Bool {
    if case .column(let column) = target { gives(column) } else { false }
  }
}
