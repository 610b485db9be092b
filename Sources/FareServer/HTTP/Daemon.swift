import CMicroHTTPD
import FareModel
import Glibc

/// A running daemon of the library: the threads that have the connections.
@safe
final class Daemon: Sendable {
  // The library guards what it points to.
  private nonisolated(unsafe) let handle: OpaquePointer

  /// Starts a daemon on a socket that listens. It calls on `server`, which must outlive it.
  init(socket: Int32, server: HTTPServer) throws(SystemError) {
    let settings = unsafe faregrid_http_settings(
      socket: socket,
      threads: UInt32(min(max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)),
      connections: UInt32(Limits.mostHTTPConnections),
      idle_seconds: UInt32(Limits.secondsConnectionIdles),
      connection_memory: Limits.connectionMemory,
      context: Unmanaged.passUnretained(server).toOpaque(),
      handle: HTTPCallbacks.handle,
      begin: HTTPCallbacks.begin,
      end: HTTPCallbacks.end
    )
    guard let handle = unsafe faregrid_http_start(settings) else {
      throw SystemError(operation: "start the HTTP server", code: errno)
    }
    unsafe self.handle = handle
  }

  /// How many connections there are.
  var connections: Int { unsafe Int(faregrid_http_connections(handle)) }

  /// Takes no more connections.
  func quiesce() {
    let listener = unsafe MHD_quiesce_daemon(handle)
    if listener >= 0 { close(listener) }
  }

  /// Closes the connections and ends the threads. No request may be waiting.
  func stop() {
    unsafe MHD_stop_daemon(handle)
  }
}
