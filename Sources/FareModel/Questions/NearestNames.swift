/// Finds what somebody probably meant.
public enum NearestNames {
  private static let shortestBeginning = 4

  /// The names among `candidates` that are nearest to `name` by edits, the nearest first and equals in their given order.
  ///
  /// A name is near when at most a third of its letters, and at least one, would have to change, or when it is the
  /// beginning of another.
  ///
  /// - Complexity: O(candidates × lengths²), over the candidates of about the length of `name` only.
  public static func of(_ name: String, among candidates: [String], limit: Int = 3) -> [String] {
    let most = max(1, name.utf8.count / 3)
    let near = candidates.enumerated().compactMap { index, candidate -> (distance: Int, index: Int, name: String)? in
      if name.utf8.count >= shortestBeginning, candidate.hasPrefix(name) { return (most, index, candidate) }
      guard abs(candidate.utf8.count - name.utf8.count) <= most else { return nil }  // Each would be an edit.
      let distance = editDistance(Array(name.lowercased().utf8), Array(candidate.lowercased().utf8))
      return distance <= most ? (distance, index, candidate) : nil
    }
    return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(limit).map(\.name)
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
  static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var best = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
