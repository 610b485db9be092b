import FareAtlas
import FareModel

/// Translates records of others' CSV into the own format by a profile.
struct ProfileTranslator: RecordTranslator {
  private let fields: [BoundField]
  private var text = RecordText()

  /// Takes a feed whose header has been read.
  init(_ profile: FeedProfile, _ header: CSVHeader, _ context: FeedContext) throws(FeedError) {
    fields = try profile.bind(to: header, context)
  }

  var origins: [ColumnOrigin] {
    fields.map { field in
      ColumnOrigin(column: field.target.name, origin: field.recipes.map(\.explanation).joined(separator: "; else "))
    }
  }

  var misspelt: [MisspeltColumn] { [] }  // The names of others' columns are their own.

  mutating func read(
    _ scanner: borrowing CSVScanner,
    into row: inout OwnRow,
    _ texts: inout TextPool,
    _ memo: inout AtlasMemo
  ) throws(Rejection) -> Observation {
    text.begin()
    for field in fields { try set(field, of: scanner, &row, &texts) }
    do throws(Rejection) {
      return try row.observation(text.bytes.span, &memo, into: &texts)
    } catch {
      // A column of the own format, which the user knows by the name that the feed has for it.
      let field = fields.first { $0.target.name == error.column }
      throw Rejection(field?.recipes.first?.label ?? error.column, error.reason)
    }
  }

  /// Takes a field from the first recipe that says something.
  private mutating func set(
    _ field: BoundField,
    of scanner: borrowing CSVScanner,
    _ row: inout OwnRow,
    _ texts: inout TextPool
  ) throws(Rejection) {
    for recipe in field.recipes {
      do throws(Rejection) {
        switch (try text.write(recipe, for: field.target, of: scanner), field.target) {
        case (.missing, _): continue
        case (.arrival(let days), let target): row.setArrivalDay(days, isReturn: target == .returnArrivalDate)
        case (.soldOut, _): row.setSoldOut()
        case (.text(let range), .column(let column)): try row.set(column, text.bytes.span, range, into: &texts)
        case (.text, _): break
        }
      } catch {
        throw Rejection(recipe.label, error.reason)
      }
      return
    }
  }
}
