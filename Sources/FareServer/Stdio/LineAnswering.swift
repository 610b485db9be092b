public import FareJSON

/// Something that answers lines, one after the other, in batches: the lines that were there when somebody looked.
public protocol LineAnswering: ~Copyable {
  /// Begins a batch. `arrived` is its text, in which the last line may still lack its end.
  mutating func beginBatch(_ arrived: Span<UInt8>)

  /// Answers a line, given without its newline: appends one line to `output`, or nothing when nothing is to be said.
  mutating func answer(_ line: Span<UInt8>, within output: inout AnswerBatch)

  /// Appends the answer to a line that is too long to be read.
  mutating func refuseLongLine(into output: inout JSONWriter)
}

extension Span<UInt8> {
  /// Whether a line holds nothing.
  var isBlank: Bool {
    for i in indices {
      switch self[i] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
      default: return false
      }
    }
    return true
  }
}
