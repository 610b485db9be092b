import CMicroHTTPD
import FareModel
import Glibc

/// A request and what becomes of it.
///
/// The thread of its connection has it until it is put into the queue; then its connection is suspended and the worker has it,
/// until that resumes the connection. So one thread at a time uses it, and the library orders them.
final class Exchange: @unchecked Sendable {
  /// How far it is.
  enum Phase {
    /// Its target is known and nothing else.
    case announced
    /// Its body comes in.
    case receiving
    /// It waits for its answer.
    case waiting
    /// It is answered.
    case answered
  }

  /// The target as it was written.
  let address: [UInt8]
  /// When the target had come, in seconds since some moment.
  let began = Exchange.now()
  var phase = Phase.announced
  var verb = Verb.other
  var body: [UInt8] = []
  /// How many bytes of body came, those that were dropped included.
  var bodyBytes = 0
  /// What it asks for, for the counters.
  var label = "other"
  /// What it is answered with.
  var response: Response?
  /// Whether it was counted as begun.
  var isCounted = false

  /// Takes notice of a target.
  init(target: UnsafePointer<CChar>) {
    let length = unsafe strlen(target)
    address = unsafe target.withMemoryRebound(to: UInt8.self, capacity: length) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// The path of the target.
  var path: String { String(decoding: address.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self) }

  /// Takes a piece of the body in, or drops it when the body is too long already.
  func take(_ piece: UnsafeBufferPointer<UInt8>) {
    bodyBytes += piece.count
    if bodyBytes <= Limits.longestLine { unsafe body.append(contentsOf: piece) } else { body = [] }
  }

  /// Seconds since some moment, never set back.
  static func now() -> Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
