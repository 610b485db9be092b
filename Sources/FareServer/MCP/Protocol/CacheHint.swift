import FareJSON
import FareModel

/// How long a client may keep a result before it asks again, and whether others may be given it too.
enum CacheHint {
  /// What only another version of the program changes.
  case builtIn
  /// What any load of fares may change, and is only for those who may ask.
  case fares

  /// Writes the hint as members of a result.
  func write(into json: inout JSONWriter) {
    json.key("ttlMs")
    json.integer(1000 * (self == .builtIn ? Limits.secondsBuiltInIsKept : Limits.secondsFaresAreKept))
    json.key("cacheScope")
    json.string(self == .builtIn ? "public" : "private")
  }
}
