import CMicroHTTPD

/// What the library calls, on threads of its own. Its context is the server, which outlives its daemon.
@unsafe
enum HTTPCallbacks {
  /// The target of a request is known.
  nonisolated static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>, OpaquePointer) -> UnsafeMutableRawPointer? = {
      _,
      target,
      _ in
      unsafe Unmanaged.passRetained(Exchange(target: target)).toOpaque()
    }

  /// A request has come up to its body, a piece of the body has come, or all of it.
  nonisolated static let handle: MHD_AccessHandlerCallback = {
    context,
    connection,
    _,
    verb,
    _,
    piece,
    pieceBytes,
    state in
    guard let context = unsafe context, let handle = unsafe connection, let verb = unsafe verb,
      let pieceBytes = unsafe pieceBytes, let exchange = unsafe state?.pointee
    else { return faregrid_http_continue(false) }
    let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let request = unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
    let connection = unsafe Connection(handle)
    let count = unsafe pieceBytes.pointee
    if request.phase == .announced {
      return unsafe faregrid_http_continue(server.begin(request, verb: String(cString: verb), over: connection))
    }
    guard count > 0, let piece = unsafe piece else {
      return faregrid_http_continue(server.proceed(request, over: connection))
    }
    unsafe pieceBytes.pointee = 0
    return unsafe piece.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe faregrid_http_continue(server.receive(UnsafeBufferPointer(start: $0, count: count), for: request))
    }
  }

  /// A request has ended.
  nonisolated static let end: MHD_RequestCompletedCallback = { context, _, state, reason in
    guard let context = unsafe context, let exchange = unsafe state?.pointee else { return }
    let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let request = unsafe Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue()
    unsafe state?.pointee = nil
    server.end(request, isSent: faregrid_http_is_sent(reason))
  }
}
