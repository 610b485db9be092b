import FareJSON

/// How a loop ended.
public enum StdioEnding: Sendable {
  /// The requests ended, and all are answered.
  case inputEnded
  /// Nobody reads the answers any more.
  case readerClosed
}

/// Serves requests from one descriptor to another, a line each, on the thread that calls it.
///
/// The lines that have arrived are a batch: all are answered before the answers are written, by one call and in the order
/// of the requests; and they are written before the loop waits for more. What it holds is bounded: a line, a read, and answers
/// up to ``writeSize`` and the one that passed it.
public struct StdioLoop<Handler: LineAnswering & ~Copyable>: ~Copyable {
  private static var writeSize: Int { 1 << 18 }

  private let input: RequestInput
  private let output: FileDescriptor
  private var handler: Handler
  private var lines = LineBuffer()
  private var answers = AnswerBatch(JSONWriter(capacity: Self.writeSize))

  /// Creates a loop.
  public init(
    handler: consuming Handler,
    input: RequestInput = RequestInput(),
    output: FileDescriptor = .output
  ) {
    self.handler = handler
    self.input = input
    self.output = output
  }

  /// Serves until the requests end or the reader goes. A last line without newline is served too.
  ///
  /// The process must ignore `SIGPIPE`, as ``FileDescriptor/ignoreClosedReaders()`` makes it.
  public mutating func run() throws(SystemError) -> StdioEnding {
    do throws(SystemError) {
      while try lines.fill(from: input) {
        try answerWholeLines()
        try flush()
      }
      if let line = lines.last() {
        Self.beginBatch(line, of: lines, handler: &handler)
        Self.answer(line, of: lines, handler: &handler, into: &answers)
        try flush()
      }
      return .inputEnded
    } catch {
      guard error.isClosedReader else { throw error }
      return .readerClosed
    }
  }

  private mutating func answerWholeLines() throws(SystemError) {
    Self.beginBatch(lines.rest, of: lines, handler: &handler)
    while let piece = lines.next() {
      switch piece {
      case .line(let line): Self.answer(line, of: lines, handler: &handler, into: &answers)
      case .longLine: handler.refuseLongLine(into: &answers.text)
      }
      if answers.byteCount >= Self.writeSize { try flush() }
    }
  }

  // These take the parts on their own, because the handler changes while the line is borrowed.
  private static func beginBatch(
    _ arrived: Range<Int>,
    of lines: borrowing LineBuffer,
    handler: inout Handler
  ) {
    handler.beginBatch(lines.bytes.span.extracting(arrived))
  }

  private static func answer(
    _ line: Range<Int>,
    of lines: borrowing LineBuffer,
    handler: inout Handler,
    into answers: inout AnswerBatch
  ) {
    handler.answer(lines.bytes.span.extracting(line), within: &answers)
  }

  private mutating func flush() throws(SystemError) {
    try answers.write(to: output)
    answers.removeAll()
  }
}
