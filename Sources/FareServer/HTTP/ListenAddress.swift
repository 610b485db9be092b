import FareModel
import Glibc

/// Where a server listens: a host and a port.
public struct ListenAddress: Sendable {
  /// A name or a numeric address, without brackets.
  public var host: String
  /// The port; 0 for any that is free.
  public var port: UInt16

  /// What an address may be, in the words of an error.
  public static let expected = "HOST:PORT, as 127.0.0.1:8080 or [::1]:8080"

  /// Reads `HOST:PORT`; an IPv6 address stands in brackets. Nil when the text is none.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, text[text.index(after: colon)...].allSatisfy(\.isNumber) else { return nil }
    self.host = String(host)
    self.port = port
  }

  /// The address as a page's address names it.
  public var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension ListenAddress {
  /// Opens a socket that listens here, and says which port it has.
  func listen() throws(SystemError) -> (socket: Int32, port: UInt16) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = unsafe found else {
      throw SystemError(operation: "no such host", code: ENOENT)
    }
    defer { unsafe freeaddrinfo(found) }
    let descriptor = unsafe socket(first.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError(operation: "socket", code: errno) }
    var yes: Int32 = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let flags = fcntl(descriptor, F_GETFL)
    guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      Glibc.listen(descriptor, SOMAXCONN) == 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
    else {
      let code = errno
      close(descriptor)
      throw SystemError(operation: "listen", code: code)
    }
    return (descriptor, Self.port(of: descriptor))
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
    }
    guard status == 0 else { return 0 }
    // The port stands at the same place in addresses of both families.
    return unsafe withUnsafeBytes(of: storage) { unsafe UInt16($0[2]) << 8 | UInt16($0[3]) }
  }
}
