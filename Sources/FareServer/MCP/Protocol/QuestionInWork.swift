import FareJSON
import FareModel

/// The question that is being answered: looks for its cancellation, and tells of its progress.
///
/// Requests are answered one after the other, on one thread. While the database is waited for, and when an answer is ready,
/// the client's next messages are looked at: an answer that they cancel is not given. They stay to be read in their turn.
final class QuestionInWork {
  private let input: RequestInput
  private let output: FileDescriptor
  private var tree = JSONTree()
  private var cancelled: Set<[UInt8]> = []
  private var id: [UInt8]?
  private var progressToken: [UInt8]?
  private var looks = 0

  /// Progress is told so often, in looks.
  private static let looksBetweenReports = 5

  /// Looks at what comes from `input`, and tells of progress on `output`.
  init(input: RequestInput, output: FileDescriptor) {
    self.input = input
    self.output = output
  }

  /// Begins with a question. Returns false when its cancellation has arrived already.
  func begin(id: [UInt8], progressToken: [UInt8]?) -> Bool {
    guard !cancelled.contains(id) else { return false }
    self.id = id
    self.progressToken = progressToken
    looks = 0
    return true
  }

  /// Ends with the question. Returns false when its answer is not wanted any more.
  func end() -> Bool {
    defer { id = nil }
    return isWanted
  }

  /// Whether the question was found to be cancelled.
  var isGivenUp: Bool { id.map(cancelled.contains) ?? false }

  /// Looks whether the answer is still wanted, and from time to time tells the client that it is still sought.
  func look() -> Bool {
    looks += 1
    if looks.isMultiple(of: Self.looksBetweenReports) { report() }
    return isWanted
  }

  /// Notes which requests are cancelled by messages that have arrived and were not read in their turn.
  func note(_ arrived: Span<UInt8>) {
    var start = 0
    for i in arrived.indices where arrived[i] == UInt8(ascii: "\n") {
      noteLine(arrived.extracting(start..<i))
      start = i + 1
    }
  }

  /// Forgets the cancellation of a request, whose turn has come. It cannot be for a later request of the same id.
  func forget(cancelled id: some Sequence<UInt8>) {
    cancelled.remove(Array(id))
  }

  private var isWanted: Bool {
    if let arrived = input.newlyArrived() { note(arrived.span) }
    return id.map { !cancelled.contains($0) } ?? true
  }

  private func noteLine(_ line: Span<UInt8>) {
    // Most lines are questions, and need not be read twice.
    guard line.count <= Limits.longestLine, line.mentions("notifications/cancelled"),
      let root = try? tree.parse(line), let id = Self.cancelledID(root, in: tree)
    else { return }
    cancelled.insert(Array(tree.bytes(of: id)))
  }

  /// The id of the request that a message cancels; nil when it is another message.
  static func cancelledID(_ message: JSONNode, in tree: borrowing JSONTree) -> JSONNode? {
    guard let method = tree.member("method", of: message), tree.isString(method, "notifications/cancelled"),
      tree.member("id", of: message) == nil
    else { return nil }
    return tree.member("params", of: message).flatMap { tree.member("requestId", of: $0) }
  }

  private func report() {
    guard let progressToken else { return }
    let tenths = looks * Limits.millisecondsBetweenLooks / 100
    var line = JSONWriter()
    line.raw(#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#)
    line.raw(progressToken.span)
    line.key("progress")
    line.decimal(tenths, places: 1)
    line.key("message")
    line.string("reading fares, \(tenths / 10).\(tenths % 10) s so far")
    line.raw("}}\n")
    // Whether anybody reads is found out when the answer is written.
    try? output.write(line.span)
  }
}

extension Span<UInt8> {
  /// Whether the bytes of a text stand somewhere.
  fileprivate func mentions(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    for start in 0...count - length {
      var i = 0
      while i < length, unsafe self[start + i] == text.utf8Start[i] { i += 1 }
      if i == length { return true }
    }
    return false
  }
}
