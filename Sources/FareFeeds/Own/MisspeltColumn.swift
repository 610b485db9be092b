import FareModel

/// A name that is no column's, and nearly that of one.
struct MisspeltColumn: CustomStringConvertible {
  let name: String
  let meant: OwnFormat.Column

  /// Nil for the name of a column, and for a name that is near none.
  init?(_ name: String) {
    guard OwnFormat.Column(rawValue: name) == nil,
      let nearest = NearestNames.of(name, among: OwnFormat.columns.map(\.rawValue), limit: 1).first,
      let meant = OwnFormat.Column(rawValue: nearest)
    else { return nil }
    self.name = name
    self.meant = meant
  }

  /// What is said of the name, for people.
  var description: String { "\(name), did you mean \(meant.rawValue)?" }
}
