import CMicroHTTPD

/// A connection, for as long as a request of it is in work.
@safe
struct Connection: @unchecked Sendable {
  // The library lets one thread resume what another suspended; everything else is done by the connection's own thread.
  private let handle: OpaquePointer

  /// Names a connection of the library's.
  @unsafe init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// A header of the request.
  func header(_ name: String) -> String? {
    unsafe faregrid_http_header(handle, name).map { unsafe String(cString: $0) }
  }

  /// Lets the request wait, and others of the thread go on.
  func suspend() {
    unsafe MHD_suspend_connection(handle)
  }

  /// Has the request called for again.
  func resume() {
    unsafe MHD_resume_connection(handle)
  }

  /// Has a response sent, from the request's handler. Returns false when the connection cannot take it.
  func send(_ status: HTTPStatus, _ response: OpaquePointer) -> Bool {
    unsafe faregrid_http_send(handle, status.rawValue, response)
  }
}
