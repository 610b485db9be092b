import FareJSON
import FareSearch
import Glibc

/// The answers of a batch of requests: text, and kept results that stand at places in it without being copied there.
public struct AnswerBatch: ~Copyable {
  /// What is written between the kept results.
  var text: JSONWriter
  private var results: [(place: Int, result: KeptResult)] = []
  private var resultBytes = 0

  /// Begins a batch behind what `text` holds.
  init(_ text: consuming JSONWriter) {
    self.text = text
  }

  /// How many bytes the answers have.
  var byteCount: Int { text.count + resultBytes }

  /// Puts a kept result at the end.
  mutating func append(_ result: KeptResult) {
    results.append((text.count, result))
    resultBytes += result.bytes.count
  }

  /// Drops everything and keeps the memory.
  mutating func removeAll() {
    text.removeAll()
    results.removeAll(keepingCapacity: true)
    resultBytes = 0
  }

  /// The whole text, with the results in their places.
  consuming func joined() -> JSONWriter {
    if results.isEmpty { return text }
    var joined = JSONWriter(capacity: byteCount)
    var written = 0
    for (place, result) in results {
      joined.raw(text.span.extracting(written..<place))
      joined.raw(result.bytes)
      written = place
    }
    joined.raw(text.span.extracting(written..<text.count))
    return joined
  }

  /// Writes everything by as few calls as the system allows, the results from where they are kept.
  func write(to descriptor: FileDescriptor) throws(SystemError) {
    try unsafe text.span.withUnsafeBufferPointer { (text) throws(SystemError) in
      var pieces = PieceList(capacity: 2 * results.count + 1)
      var written = 0
      for (place, result) in results {
        unsafe pieces.append(UnsafeBufferPointer(rebasing: text[written..<place]))
        // The batch holds its results, and none changes before the next batch begins.
        unsafe pieces.append(result.memory)
        written = place
      }
      unsafe pieces.append(UnsafeBufferPointer(rebasing: text[written...]))
      try descriptor.write(&pieces)
    }
  }
}
