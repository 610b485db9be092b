import FareModel
import Foundation
import Support
import Testing

@Suite("Hostile requests", .timeLimit(.minutes(2)))
struct HostileRequestTests {
  private static let ping = "GET /v1/ping HTTP/1.1\r\nHost: a\r\n\r\n"

  /// That the server still serves.
  private static func expectAlive(_ served: ServedProduct) throws {
    #expect(served.isRunning)
    #expect(try served.get("/v1/ping").text == "\"pong\"")
  }

  @Test(
    "serves no file but those of the page",
    arguments: [
      "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "//etc/passwd",
      "/./v1/ping", "/v1/../metrics", "/Package.swift", "/%00", "/v1/ping%00", "/v1/", "/v1/calender",
      "/<script>alert(1)</script>",
    ]
  )
  func traversal(target: String) throws {
    let served = try ServedProduct(try Product())
    let answer = try served.get(target)
    #expect(answer.status == 404 && answer.headers["content-type"] == "application/problem+json")
    #expect(try answer.json()["status"]?.int == 404)
    if target == "/v1/calender" {
      #expect(try answer.json()["detail"]?.string == "no such path: /v1/calender, did you mean /v1/calendar?")
    }
    try Self.expectAlive(served)
  }

  @Test("refuses what breaks the encoding of addresses, and takes what is odd but right")
  func escapes() throws {
    let served = try ServedProduct(try Product())
    for value in ["%", "%4", "%zz", "%C3", "%FF%FE", "%ED%A0%80"] {
      let answer = try served.get("/v1/places?text=\(value)")
      #expect(answer.status == 400)
      #expect(try answer.json()["error"]?["data"]?["value"]?.string == value)
    }
    #expect(try served.get("/v1/places?text=%00").status == 400)
    #expect(try served.get("/v1/places?text=z%C3%BCr").text == (try served.get("/v1/places?text=zur").text))
    #expect(try served.get("/v1/places?&&text=Rio+de&").text == (try served.get("/v1/places?text=Rio%20de").text))
    #expect(try served.get("/v1/ping?a=1").status == 400)
    #expect(try served.get("/v1/places?text=a&text=b").status == 400)
    try Self.expectAlive(served)
  }

  @Test("refuses heads that are too large, however they grow")
  func largeHeads() throws {
    let served = try ServedProduct(try Product())
    let million = String(repeating: "a", count: 1 << 20)
    let many = (0..<10_000).map { "p\($0)=\($0)" }.joined(separator: "&")
    for head in [
      "GET /v1/ping HTTP/1.1\r\nHost: a\r\nX: \(million)\r\n\r\n", "GET /\(million) HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /v1/ping?\(many) HTTP/1.1\r\nHost: a\r\n\r\n", million,
    ] {
      let client = try served.connect()
      client.send(head)
      // The rest of what was sent may be answered by a reset, which can overtake the answer.
      if let answer = try client.answer() { #expect([400, 414, 431].contains(answer.status)) }
      #expect(client.isHungUpOn())
    }
    let headers = (0..<500).map { "X-\($0): \($0)" }
    let client = try served.connect()
    client.send("GET /v1/ping HTTP/1.1\r\nHost: a\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n")
    if let answer = try client.answer() { #expect([200, 431].contains(answer.status)) }
    try Self.expectAlive(served)
  }

  @Test("refuses bodies that are too large, are no JSON, or never end")
  func bodies() throws {
    let served = try ServedProduct(try Product())
    let type = "Content-Type: application/json\r\n"
    let said = try served.connect()
    said.send("POST /rpc HTTP/1.1\r\nHost: a\r\n\(type)Content-Length: \(Limits.longestLine + 1)\r\n\r\n")
    #expect(try said.answer()?.status == 413)

    let chunked = try served.connect()
    chunked.send("POST /rpc HTTP/1.1\r\nHost: a\r\n\(type)Transfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
    for _ in 0..<17 { chunked.send(chunk) }
    chunked.send("0\r\n\r\n")
    #expect(try chunked.answer()?.status == 413)

    let endless = try served.connect()
    endless.send("POST /rpc HTTP/1.1\r\nHost: a\r\n\(type)Transfer-Encoding: chunked\r\n\r\n")
    var sent = 0
    while endless.send(chunk) {
      sent += chunk.utf8.count
      try #require(sent < 64 << 20)
    }

    for (bad, status) in [("zz\r\nabc\r\n0\r\n\r\n", 400), ("ffffffffffffffffff\r\n", 413)] {
      let client = try served.connect()
      client.send("POST /rpc HTTP/1.1\r\nHost: a\r\n\(type)Transfer-Encoding: chunked\r\n\r\n\(bad)")
      #expect(try client.answer()?.status == status)
    }
    for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
      let answer = try served.connect().request("POST", "/rpc", ["Content-Type: \(type)"], body: "{}")
      #expect(answer.status == 415)
    }
    let parts = try served.connect()
    parts.send("POST /rpc HTTP/1.1\r\nHost: a\r\n\(type)Transfer-Encoding: chunked\r\n\r\n")
    for piece in ["{\"jsonrpc\":\"2.0\",", "\"id\":1,", "\"method\":\"ping\"}"] {
      parts.send("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n")
    }
    parts.send("0\r\n\r\n")
    #expect(try parts.answer()?.text == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"pong\"}\n")
    try Self.expectAlive(served)
  }

  @Test(
    "survives what is no HTTP",
    arguments: [
      "\r\n\r\n", "GET\r\n\r\n", "GET /v1/ping\r\n\r\n", "GET /v1/ping HTTP/9.9\r\nHost: a\r\n\r\n",
      "GET  /v1/ping  HTTP/1.1\r\n\r\n", "\u{0}\u{1}\u{2}", "GET /v1/ping HTTP/1.1\r\n\r\n",
      "GET /v1/ping HTTP/1.1\nHost: a\n\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n",
      "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9x\r\n\r\n{}",
      "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n",
    ]
  )
  func noHTTP(bytes: String) throws {
    let served = try ServedProduct(try Product())
    let client = try served.connect()
    client.send(bytes)
    try Self.expectAlive(served)
  }

  @Test("answers pipelined requests in their order")
  func pipelined() throws {
    let served = try ServedProduct(try Product())
    let client = try served.connect()
    client.send(Self.ping + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" + Self.ping)
    #expect(try client.answer()?.text == "\"pong\"")
    #expect(try client.answer()?.json()["status"]?.string == "ok")
    #expect(try client.answer()?.text == "\"pong\"")
  }

  @Test("lets a thousand connections that do nothing, or nearly nothing, stop nobody")
  func idleConnections() throws {
    let served = try ServedProduct(try Product())
    // As many as this process may have open, beside what else it has.
    let clients = try (0..<400).map { _ in try served.connect() }
    for (number, client) in clients.enumerated() where number % 2 == 0 { client.send("GET /v1/pi") }
    try Self.expectAlive(served)
    for client in clients { client.send("n") }
    try Self.expectAlive(served)
  }
}
