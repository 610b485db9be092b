import Foundation
import Glibc
import Support
import Testing

/// An HTTP client that sends exactly the bytes that it is told, over one connection.
final class RawClient {
  /// A response as it came.
  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> JSON { try JSON(text) }
  }

  private let descriptor: Int32
  private var received = Data()

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0, "cannot connect: \(errno)")
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(descriptor)
  }

  /// Sends bytes, and returns false when the server has hung up.
  @discardableResult
  func send(_ bytes: Data) -> Bool {
    let bytes = [UInt8](bytes)
    return unsafe bytes.withUnsafeBytes { buffer -> Bool in
      var sent = 0
      while sent < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let count = unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  /// Sends a request whose body's length is said.
  func request(_ verb: String, _ target: String, _ headers: [String] = [], body: String = "") throws -> Answer {
    var lines = ["\(verb) \(target) HTTP/1.1", "Host: localhost"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try #require(try answer(hasBody: verb != "HEAD"), "the server hung up")
  }

  /// The next response; nil when the server hangs up instead.
  func answer(hasBody: Bool = true) throws -> Answer? {
    let end = Data("\r\n\r\n".utf8)
    while received.range(of: end) == nil {
      guard receive() else { return nil }
    }
    let range = try #require(received.range(of: end))
    let head = String(decoding: received[..<range.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    received.removeSubrange(..<range.upperBound)
    var headers: [String: String] = [:]
    for line in head.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let status = try #require(Int(head[0].split(separator: " ")[1]))
    let length = hasBody && status != 304 && status != 204 ? Int(headers["content-length"] ?? "") ?? 0 : 0
    while received.count < length {
      guard receive() else { return nil }
    }
    let body = Data(received.prefix(length))
    received = Data(received.dropFirst(length))
    return Answer(status: status, headers: headers, body: body)
  }

  /// Whether the server hangs up.
  func isHungUpOn() -> Bool {
    while receive() {}
    return true
  }

  private func receive() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else { return false }
    received.append(contentsOf: piece.prefix(count))
    return true
  }
}

/// A product that serves HTTP until it is told to stop.
final class ServedProduct {
  let product: Product
  let port: UInt16
  private let process = Process()
  private let scratch: Scratch
  private let errorPath: String

  init(_ product: Product, _ flags: [String] = []) throws {
    self.product = product
    scratch = try Scratch()
    errorPath = scratch.file("error")
    process.executableURL = ToolRun.path
    process.arguments = ["serve", "--listen", "127.0.0.1:0"] + flags
    process.environment = product.environment
    process.standardError = try scratch.handle(errorPath)
    try process.run()
    var said = ""
    let path = errorPath
    try waitUntil("the line that says where it listens") {
      said = try String(contentsOfFile: path, encoding: .utf8)
      return said.hasSuffix("/\n")
    }
    port = try #require(said.split(separator: ":").last.flatMap { UInt16($0.dropLast(2)) }, "\(said)")
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// What was said to people.
  var said: String { get throws { try String(contentsOfFile: errorPath, encoding: .utf8) } }

  var isRunning: Bool { process.isRunning }

  func connect() throws -> RawClient { try RawClient(port: port) }

  /// Asks over a connection of its own.
  func get(_ target: String, _ headers: [String] = []) throws -> RawClient.Answer {
    try connect().request("GET", target, headers)
  }

  /// Sends a JSON-RPC body.
  func post(_ body: String) throws -> RawClient.Answer {
    try connect().request("POST", "/rpc", ["Content-Type: application/json"], body: body)
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits for the end, and returns the exit status.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}

extension Product {
  /// A product with fares from Oslo to Rome on most days of two months.
  static func withFares() throws -> Product {
    let product = try Product()
    var text = "origin,destination,departure_date,price,currency,observed_at,stops,carriers,source\n"
    for month in ["09", "10"] {
      for day in 1...28 where day % 9 != 0 {
        let date = "2026-\(month)-\(day < 10 ? "0" : "")\(day)"
        text += "OSL,FCO,\(date),\(60 + day * 37 % 90).50,EUR,2026-08-01T10:00:00Z,\(day % 2),DY,tracker\n"
      }
    }
    try product.ingest(text: text)
    return product
  }
}
