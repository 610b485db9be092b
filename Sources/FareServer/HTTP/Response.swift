import CMicroHTTPD
import FareModel

/// A response that libmicrohttpd can send as often as it is wanted, over any number of connections at a time.
///
/// The library counts who uses it, so that it may be dropped while it is still being sent.
@safe
final class Response: Sendable {
  /// How it went.
  let status: HTTPStatus
  // Nothing changes it once it is made, and the library guards its counter.
  nonisolated(unsafe) private let handle: OpaquePointer?

  /// Makes a response of a reply.
  ///
  /// - Parameters:
  ///   - reply: What to say. Its body is copied.
  ///   - compresses: Whether the client takes gzip.
  ///   - site: What all responses say.
  convenience init(_ reply: Reply, compresses: Bool, site: SiteHeaders) {
    if compresses, let compressed = GzipEncoder.compressed(reply.body.span) {
      self.init(reply, body: compressed.span, isCompressed: true, site: site)
    } else {
      self.init(reply, body: reply.body.span, isCompressed: false, site: site)
    }
  }

  /// Makes a response whose body is not that of `reply` but another form of it.
  init(_ reply: Reply, body: Span<UInt8>, isCompressed: Bool, site: SiteHeaders) {
    status = reply.status
    unsafe handle = body.withUnsafeBufferPointer { unsafe faregrid_http_response($0.baseAddress, $0.count) }
    if let type = reply.type { add("Content-Type", type.rawValue) }
    if isCompressed { add("Content-Encoding", "gzip") }
    if let tag = reply.tag { add("ETag", tag) }
    add("Cache-Control", reply.tag == nil ? "no-store" : "no-cache")
    for header in site.headers + reply.headers { add(header.name, header.value) }
  }

  deinit {
    if let handle = unsafe handle { unsafe MHD_destroy_response(handle) }
  }

  private func add(_ name: StaticString, _ value: String) {
    guard let handle = unsafe handle else { return }
    _ = unsafe name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
      unsafe MHD_add_response_header(handle, $0, value)
    }
  }

  /// Has the response sent over a connection, from its handler.
  ///
  /// Returns false when the connection cannot take it.
  func send(over connection: Connection) -> Bool {
    guard let handle = unsafe handle else { return false }
    return unsafe connection.send(status, handle)
  }
}

/// The headers that every response has.
struct SiteHeaders: Sendable {
  /// The origin whose pages may read answers; nil for the server's own alone.
  var allowedOrigin: String?

  /// The headers in their order.
  var headers: [Reply.Header] {
    var headers = [
      Reply.Header(name: "X-Content-Type-Options", value: "nosniff"),
      Reply.Header(name: "Content-Security-Policy", value: Self.contentPolicy),
      Reply.Header(name: "Referrer-Policy", value: "no-referrer"),
      Reply.Header(name: "X-Frame-Options", value: "DENY"),
      Reply.Header(name: "Vary", value: "Accept-Encoding"),
    ]
    if let allowedOrigin {
      headers.append(Reply.Header(name: "Access-Control-Allow-Origin", value: allowedOrigin))
      headers.append(Reply.Header(name: "Access-Control-Expose-Headers", value: "ETag"))
    }
    return headers
  }

  // The page has no script or style but its own files, asks nobody else, and stands in no other's frame.
  private static let contentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'"
}
