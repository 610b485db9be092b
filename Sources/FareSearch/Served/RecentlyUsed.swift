/// Values by their keys, within a bound of bytes: what was not used for the longest time has to go.
struct RecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var byteCount: Int
    var lastUse: UInt64
  }

  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0

  /// What the values were said to take, with what holding them takes.
  private(set) var byteCount = 0

  /// What an entry takes beside its value.
  static var overhead: Int { MemoryLayout<Key>.stride + MemoryLayout<Entry>.stride + 16 }

  /// How many values there are.
  var count: Int { entries.count }

  /// The value of a key, which is thereby used.
  mutating func use(_ key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// Puts a value in the place of the one that the key has.
  mutating func insert(_ value: Value, for key: Key, byteCount: Int) {
    remove(key)
    uses += 1
    let byteCount = byteCount + Self.overhead
    entries[key] = Entry(value: value, byteCount: byteCount, lastUse: uses)
    self.byteCount += byteCount
  }

  /// Removes the value of a key.
  mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { byteCount -= entry.byteCount }
  }

  /// Removes everything.
  mutating func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// Removes what `isGone` says.
  mutating func removeAll(where isGone: (Value) -> Bool) {
    entries = entries.filter { !isGone($0.value.value) }
    byteCount = entries.values.reduce(0) { $0 + $1.byteCount }
  }

  /// Removes the values that were not used for the longest time until the rest takes at most `limit` bytes.
  ///
  /// When anything must go, an eighth of the limit goes at once.
  ///
  /// - Complexity: O(1) within the limit, else O(*n* log *n*), which is seldom.
  mutating func shrink(to limit: Int) {
    guard byteCount > limit else { return }
    for (key, _) in entries.map({ ($0.key, $0.value.lastUse) }).sorted(by: { $0.1 < $1.1 }) {
      guard byteCount > limit - limit / 8 else { return }
      remove(key)
    }
  }
}
