import FareJSON
import FareModel
import Glibc
import Synchronization

/// Serves the page and the methods over HTTP, through GNU libmicrohttpd.
///
/// A few threads of the library have the connections. What was answered before they send at once; all other questions go
/// to one worker while their connection is suspended, so that no question keeps others waiting for what is ready.
public final class HTTPServer: Sendable {
  /// What a server is told.
  public struct Settings: Sendable {
    /// Where to listen.
    public var address: ListenAddress
    /// The origin whose pages may read answers; nil for the server's own alone.
    public var allowedOrigin: String?
    /// The version of the program.
    public var version: String

    /// Creates settings.
    public init(address: ListenAddress, allowedOrigin: String?, version: String) {
      self.address = address
      self.allowedOrigin = allowedOrigin
      self.version = version
    }
  }

  /// Where it listens, with the port that it has.
  public let address: ListenAddress

  let site: SiteHeaders
  let desk: AnswerDesk
  let routing = Routing(files: PageFile.all)
  let metrics = Metrics()
  let worker = Worker()
  let description: Reply
  let health: Reply
  private let stopping = Atomic(false)
  private let isGivingUp: Flag
  private let daemon = Mutex<Daemon?>(nil)

  /// Whether new requests are turned away.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Begins to listen and to serve.
  ///
  /// - Parameters:
  ///   - settings: Where to listen, and for whom.
  ///   - answerer: Answers the methods. Nobody else uses it.
  ///   - report: Takes what the operator should know and no client may see.
  /// - Throws: Why it cannot listen.
  public init(
    _ settings: Settings,
    answerer: sending any Answering,
    report: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    let (socket, port) = try settings.address.listen()
    var address = settings.address
    address.port = port
    self.address = address
    let isGivingUp = Flag()
    self.isGivingUp = isGivingUp
    answerer.watch { !isGivingUp.isRaised }
    site = SiteHeaders(allowedOrigin: settings.allowedOrigin)
    desk = AnswerDesk(answerer: answerer, site: site, report: report)
    var json = JSONWriter(capacity: 1 << 16)
    InterfaceDescription.write(version: settings.version, into: &json)
    description = .result(json.bytes)
    json.removeAll()
    json.raw(#"{"status":"ok","version":"#)
    json.string(settings.version)
    json.raw("}")
    health = Reply(status: .ok, type: .json, body: json.bytes)
    let daemon = try Daemon(socket: socket, server: self)
    self.daemon.withLock { $0 = daemon }
  }

  /// How many connections there are.
  var connections: Int { daemon.withLock { $0?.connections ?? 0 } }

  /// Takes no more requests, lets those that run end, and then stops. The answerer is not used after that.
  ///
  /// A question that takes longer than anybody waits for is given up.
  public func stop() {
    guard let daemon = daemon.withLock({ $0.take() }) else { return }
    daemon.quiesce()
    stopping.store(true, ordering: .sequentiallyConsistent)
    if !waitForRequests() {
      isGivingUp.raise()
      // The library takes it ill when it is stopped while connections are suspended; then the end of the process ends it.
      guard waitForRequests() else { return }
    }
    daemon.stop()
    worker.end()
  }

  /// Waits for the requests that run, and returns whether all have ended.
  private func waitForRequests() -> Bool {
    let pause: UInt32 = 2000
    for _ in 0..<(Limits.secondsToEndRequests * 1_000_000 / Int(pause)) {
      if metrics.runningRequests == 0 { return true }
      usleep(pause)
    }
    return false
  }
}

/// What one thread says and others see.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
