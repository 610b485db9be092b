import FareJSON
import FareModel
import Glibc

/// From which instant of a clock to which, in nanoseconds, a request took.
struct Latency {
  var start: UInt64
  var end: UInt64
}

/// A connection of a load test: a served process, what was asked of it and what came back.
struct Lane {
  /// A request whose answer has not come yet.
  struct Pending {
    var asked: AskedQuestion
    /// Where its latency counts from.
    var start: UInt64
  }

  private static let readSize = 1 << 20

  private let process: ServedProcess
  private var pending: [Pending] = []
  private var firstPending = 0
  private var unsent: [UInt8] = []
  private var sent = 0
  private var received = [UInt8](repeating: 0, count: 2 * readSize)
  private var receivedCount = 0

  /// Talks to a process.
  init(_ process: ServedProcess) {
    self.process = process
  }

  /// How many answers are still to come.
  var pendingCount: Int { pending.count - firstPending }

  /// Where answers come from.
  var output: Int32 { process.output }
  /// Where requests go.
  var input: Int32 { process.input }
  /// Whether requests wait for room in the pipe.
  var hasUnsent: Bool { sent < unsent.count }

  /// Notes a request, whose line is sent with the next ``send()``.
  mutating func ask(_ request: Pending, line: Span<UInt8>) {
    pending.append(request)
    unsafe line.withUnsafeBufferPointer { unsafe unsent.append(contentsOf: $0) }
  }

  /// Sends what the process takes now.
  mutating func send() throws(CommandFailure) {
    while hasUnsent {
      let count = unsafe unsent.withUnsafeBytes { bytes in
        unsafe write(process.input, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
      }
      guard count >= 0 else {
        if errno == EAGAIN { return }
        if errno == EINTR { continue }
        throw .failed(system: "cannot ask the served process")
      }
      sent += count
    }
    unsent.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Reads what is there now and hands on each answer that is whole, with its request, in order.
  ///
  /// All that one read brings was there at the same time.
  mutating func receive(
    _ clock: some LoadClock,
    _ answered: (Span<UInt8>, AskedQuestion, Latency) -> Void
  ) throws(CommandFailure) {
    if received.count - receivedCount < Self.readSize {
      received.append(contentsOf: repeatElement(0, count: received.count))
    }
    let count = unsafe received.withUnsafeMutableBytes { bytes in
      unsafe read(process.output, bytes.baseAddress.map { unsafe $0 + receivedCount }, Self.readSize)
    }
    guard count > 0 else {
      if count == 0 { throw .failed("the served process ended, with \(pendingCount) answers to come") }
      if errno == EAGAIN || errno == EINTR { return }
      throw .failed(system: "cannot read the answers")
    }
    let unsearched = receivedCount
    receivedCount += count
    let (end, answeredAt) = (clock.nanoseconds(), clock.instant())
    try takeLines(unsearched: unsearched) { line, request in
      var asked = request.asked
      asked.answeredAt = answeredAt
      answered(line, asked, Latency(start: request.start, end: end))
    }
  }

  private mutating func takeLines(
    unsearched: Int,
    _ answered: (Span<UInt8>, Pending) -> Void
  ) throws(CommandFailure) {
    var start = 0
    var search = unsearched
    while let newline = Self.newline(in: received, search..<receivedCount) {
      guard firstPending < pending.count else { throw .failed("the served process answered what nobody asked") }
      answered(received.span.extracting(start..<newline), pending[firstPending])
      firstPending += 1
      start = newline + 1
      search = start
    }
    if firstPending == pending.count {
      pending.removeAll(keepingCapacity: true)
      firstPending = 0
    } else if firstPending > 4096 {
      pending.removeFirst(firstPending)
      firstPending = 0
    }
    Self.moveToFront(&received, start..<receivedCount)
    receivedCount -= start
  }

  private static func newline(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, 0x0A, range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  private static func moveToFront(_ bytes: inout [UInt8], _ range: Range<Int>) {
    guard range.lowerBound > 0 else { return }
    // The range lies within the array; memmove takes ranges that overlap.
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      _ = unsafe memmove(base, base + range.lowerBound, range.count)
    }
  }
}
