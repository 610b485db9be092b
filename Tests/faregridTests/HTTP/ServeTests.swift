import FareModel
import Foundation
import Support
import Testing

@Suite("faregrid serve", .timeLimit(.minutes(2)))
struct ServeTests {
  private static let question = "origin=OSL&destination=FCO&month=2026-09&as_of=2026-08-01T12:00:00Z"

  /// The line that stdio answers with.
  private static func line(_ product: Product, _ request: String) throws -> String {
    try product.done(["query"], input: Data((request + "\n").utf8))
  }

  private static func request(_ method: String, _ parameters: [String: Any]) throws -> String {
    let request: [String: Any] = ["jsonrpc": "2.0", "id": 7, "method": method, "params": parameters]
    return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
  }

  /// The part of an answer behind a key that ends it, without the last braces.
  private static func member(_ key: String, of line: String) throws -> String {
    let range = try #require(line.range(of: "\"\(key)\":"))
    return String(line[range.upperBound...].dropLast(2))  // The brace and the newline.
  }

  @Test("answers each method with the result of stdio, byte for byte, the first time and again")
  func results() throws {
    let product = try Product.withFares()
    let served = try ServedProduct(product)
    let asOf = "2026-08-01T12:00:00Z"
    let route: [String: Any] = ["origin": "OSL", "destination": "FCO", "as_of": asOf]
    let questions: [(String, [String: Any])] = [
      ("calendar", route.merging(["month": "2026-09"]) { $1 }),
      ("calendar", route.merging(["month": "2026-10", "layout": "weeks", "direct_only": true]) { $1 }),
      ("months", route.merging(["months": 3]) { $1 }),
      ("search", route.merging(["departure_date": "2026-09-04", "carriers": ["DY", "SK"]]) { $1 }),
      ("everywhere", ["origin": "OSL", "as_of": asOf]),
      ("matrix", route.merging(["departure_date": "2026-09-04", "return_date": "2026-09-08"]) { $1 }),
      ("places", ["text": "zür"]), ("nearby", ["place": "OSL"]), ("routes", ["as_of": asOf]),
      ("explain", route.merging(["departure_date": "2026-09-04"]) { $1 }), ("ping", [:]),
    ]
    let client = try served.connect()
    for (method, parameters) in questions {
      let query = parameters.map { name, value in
        let text = (value as? [String]).map { $0.joined(separator: ",") } ?? "\(value)"
        return name + "=" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text)
      }.joined(separator: "&")
      let line = try Self.line(product, Self.request(method, parameters))
      for _ in 0..<2 {
        let answer = try client.request("GET", "/v1/\(method)?\(query)")
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.text == (try Self.member("result", of: line)), "\(method)")
      }
    }
  }

  @Test("answers JSON-RPC as stdio does: requests, batches, errors and ids as they were written")
  func rpc() throws {
    let product = try Product.withFares()
    let served = try ServedProduct(product)
    let month = #"{"origin":"OSL","destination":"FCO","month":"2026-09","as_of":"2026-08-01T12:00:00Z"}"#
    let lines = [
      #"{"jsonrpc":"2.0","id":1.50,"method":"calendar","params":\#(month)}"#,
      #"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"ping"},{"id":2}]"#,
      #"{"jsonrpc":"2.0","id":1,"method":"calender"}"#, #"{"jsonrpc":"2.0","id":1"#, "[]",
      #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"origin":"QQQ"}}"#,
    ]
    for line in lines {
      let answer = try served.post(line)
      #expect(answer.status == 200)
      #expect(answer.text == (try Self.line(product, line)))
    }
    #expect(try served.post(#"{"jsonrpc":"2.0","method":"ping"}"#).status == 204)
  }

  @Test("gives the reasons of stdio in application/problem+json")
  func problems() throws {
    let product = try Product.withFares()
    let served = try ServedProduct(product)
    let wrong: [(String, [String: Any])] = [
      ("calendar", ["origin": "QQQ", "destination": "FCO", "month": "2026-09"]),
      ("calendar", ["origin": "OSL", "destination": "FCO", "month": "2026-13"]),
      ("calendar", ["origin": "OSL", "destination": "FCO"]), ("months", ["orgin": "OSL"]),
      ("search", ["origin": "OSL", "destination": "OSL", "departure_date": "2026-09-01"]), ("ping", ["x": "<b>"]),
    ]
    for (method, parameters) in wrong {
      let query = parameters.map { "\($0)=\($1)" }.sorted().joined(separator: "&")
      // stdio reports the first fault in the order of the parameters, so they are written in the same order.
      let members = parameters.map { "\"\($0)\":\"\($1)\"" }.sorted().joined(separator: ",")
      let line = try Self.line(
        product,
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(members)}}"#
      )
      let answer = try served.get("/v1/\(method)?\(query)")
      #expect(answer.status == 400)
      #expect(answer.headers["content-type"] == "application/problem+json")
      #expect(answer.text.contains(#""error":"# + (try Self.member("error", of: line))), "\(line)")
      let problem = try answer.json()
      #expect(problem["status"]?.int == 400 && problem["title"]?.string == "Bad Request")
      #expect(problem["detail"]?.string?.contains("\n") == false)
    }
  }

  @Test("answers a client that has the answer already with 304, and another tag after a commit")
  func entityTags() throws {
    let product = try Product.withFares()
    let served = try ServedProduct(product)
    let target = "/v1/calendar?origin=OSL&destination=FCO&month=2026-09"
    let tag = try #require(try served.get(target).headers["etag"])
    for condition in [tag, "\"x\", \(tag)", "*", String(tag.dropFirst(2))] {
      let again = try served.get(target, ["If-None-Match: \(condition)"])
      #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
    }
    #expect(try served.get(target, ["If-None-Match: \"other\""]).status == 200)
    try product.ingest(
      text: MadeFares.header + "OSL,FCO,2026-09-01,10.50,EUR,2026-08-01T11:00:00Z\n",
      ["--source", "tracker"]
    )
    try waitUntil("the new fare") {
      let answer = try served.get(target, ["If-None-Match: \(tag)"])
      return answer.status == 200 && answer.text.contains("10.50")
    }
  }

  @Test("compresses what is long for those who take it, and sends the same bytes to all")
  func gzip() throws {
    let product = try Product.withFares()
    let served = try ServedProduct(product)
    let target = "/v1/calendar?" + Self.question
    let plain = try served.get(target)
    #expect(plain.headers["content-encoding"] == nil && plain.headers["vary"]?.contains("Accept-Encoding") == true)
    for encodings in ["gzip", "br, gzip;q=0.5", "*"] {
      let short = try served.get(target, ["Accept-Encoding: \(encodings)"])
      #expect(short.headers["content-encoding"] == "gzip" && short.body.count * 3 < plain.body.count)
      let unpacked = try Self.unpacked(short.body)
      #expect(unpacked == plain.body)
    }
    #expect(try served.get(target, ["Accept-Encoding: gzip;q=0, br"]).headers["content-encoding"] == nil)
    #expect(try served.get("/v1/ping", ["Accept-Encoding: gzip"]).headers["content-encoding"] == nil)
  }

  private static func unpacked(_ data: Data) throws -> Data {
    let scratch = try Scratch()
    let path = try scratch.write(data, as: "answer.gz")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dk", path]
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: URL(filePath: String(path.dropLast(3))))
  }

  @Test("HEAD says what GET would send, and sends nothing; OPTIONS and wrong verbs say what may be done")
  func verbs() throws {
    let product = try Product.withFares()
    let served = try ServedProduct(product)
    let client = try served.connect()
    let target = "/v1/calendar?" + Self.question
    let get = try client.request("GET", target)
    let head = try client.request("HEAD", target)
    #expect(head.status == 200 && head.headers["content-length"] == "\(get.body.count)")
    #expect(head.headers["etag"] == get.headers["etag"])
    #expect(try client.request("GET", "/v1/ping").text == "\"pong\"")
    for verb in ["DELETE", "PUT", "PATCH", "BREW"] {
      let answer = try served.connect().request(verb, "/v1/ping")
      #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD, OPTIONS")
    }
    let post = try served.connect().request("POST", "/v1/ping", body: "x")
    #expect(post.status == 405)
    #expect(try served.get("/rpc").headers["allow"] == "POST, OPTIONS")
    let options = try client.request("OPTIONS", "/v1/ping")
    #expect(options.status == 204 && options.headers["allow"] == "GET, HEAD, OPTIONS")
    #expect(options.headers["access-control-allow-methods"] == nil)
  }

  @Test("lets the pages of one origin read answers when asked, and of none otherwise")
  func crossOrigin() throws {
    let product = try Product.withFares()
    let closed = try ServedProduct(product)
    #expect(try closed.get("/v1/ping", ["Origin: https://a.example"]).headers["access-control-allow-origin"] == nil)
    let open = try ServedProduct(product, ["--cors", "https://a.example"])
    #expect(try open.get("/v1/ping").headers["access-control-allow-origin"] == "https://a.example")
    let permission = try open.connect().request("OPTIONS", "/rpc")
    #expect(permission.headers["access-control-allow-methods"] == "POST, OPTIONS")
    let run = try product.run(["serve", "--cors", "a.example"])
    #expect(run.status == 64 && run.error.hasPrefix("error: --cors: a.example is not an origin"))
  }

  @Test("every response forbids guessing, foreign scripts and frames")
  func safety() throws {
    let served = try ServedProduct(try Product.withFares())
    for target in ["/v1/ping", "/nothing", "/openapi.json", "/healthz", "/metrics", "/v1/calendar"] {
      let headers = try served.get(target).headers
      #expect(headers["x-content-type-options"] == "nosniff")
      let policy = try #require(headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test("serves the page and its files from the binary, and nothing of them twice")
  func page() throws {
    let served = try ServedProduct(try Product())
    let page = try served.get("/?origin=OSL&destination=FCO&month=2026-09")
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    let files = try ["src", "href"].flatMap { name in
      try page.text.matches(of: Regex("\(name)=\"(/[^\"]+)\"")).compactMap { $0.output[1].substring.map(String.init) }
    }
    #expect(files.contains("/page.js") && files.contains("/page.css"))
    for file in files {
      let answer = try served.get(file, ["Accept-Encoding: gzip"])
      #expect(answer.status == 200, "\(file)")
      let tag = try #require(answer.headers["etag"])
      #expect(try served.get(file, ["If-None-Match: \(tag)"]).status == 304)
    }
    // A script within the page would need a policy that lets in those of others, too.
    #expect(!page.text.contains("<script>") && !page.text.contains(" style=") && !page.text.contains(" onclick="))
  }

  @Test("describes each method, with its parameters and its result, in /openapi.json")
  func description() throws {
    let served = try ServedProduct(try Product.withFares())
    let description = try served.get("/openapi.json").json()
    #expect(description["openapi"]?.string == "3.1.0")
    for method in Method.all {
      let get = try #require(description["paths"]?["/v1/\(method.name.rawValue)"]?["get"])
      #expect(get["parameters"]?.items.compactMap { $0["name"]?.string } == method.parameters.map(\.name))
      #expect(get["responses"]?["200"]?["content"]?["application/json"]?["schema"] != nil)
    }
  }

  @Test("counts requests for Prometheus, and says that it lives")
  func metrics() throws {
    let served = try ServedProduct(try Product.withFares())
    for _ in 0..<3 { _ = try served.get("/v1/calendar?" + Self.question) }
    _ = try served.get("/v1/calendar")
    #expect(try served.get("/healthz").json()["status"]?.string == "ok")
    try waitUntil("the counts") {
      let text = try served.get("/metrics").text
      return text.contains(#"faregrid_http_requests_total{path="/v1/calendar",status="200"} 3"#)
        && text.contains(#"faregrid_http_requests_total{path="/v1/calendar",status="400"} 1"#)
    }
  }

  @Test("finishes what runs when it is told to stop, and ends with 0", arguments: [SIGTERM, SIGINT])
  func stopping(number: Int32) throws {
    let served = try ServedProduct(try Product.withFares())
    let (idle, halfway, watching) = (try served.connect(), try served.connect(), try served.connect())
    #expect(try idle.request("GET", "/v1/ping").status == 200)
    let body = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    halfway.send("POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n")
    halfway.send("Content-Length: \(body.utf8.count)\r\n\r\n")
    try waitUntil("the beginning of the request") {
      // On one connection, a request begins after the one before has ended.
      try watching.request("GET", "/metrics").text.contains("faregrid_http_requests_running 2")
    }
    served.signal(number)
    usleep(100_000)
    halfway.send(body)
    #expect(try halfway.answer()?.text == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"pong\"}\n")
    #expect(served.end() == 0)
    #expect(idle.isHungUpOn())
  }

  @Test("says 503 without a database, stays up, and answers when the database is there")
  func withoutDatabase() throws {
    let product = try Product.withFares()
    let nowhere = try Scratch()
    let served = try ServedProduct(product.with(["FAREGRID_DATABASE_URL": "postgresql:///x?host=\(nowhere.path)"]))
    let answer = try served.get("/v1/calendar?" + Self.question)
    #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
    #expect(try answer.json()["error"]?["message"]?.string == "database_unavailable")
    #expect(try served.get("/v1/ping").status == 200)
    #expect(try served.said.contains("error: database unavailable"))
  }

  @Test("says why it cannot listen", arguments: ["nowhere", "127.0.0.1:99999", "127.0.0.1:", ":80", "::1:80"])
  func wrongAddress(text: String) throws {
    let run = try Product().run(["serve", "--listen", text])
    #expect(run.status == 64)
    #expect(run.error == "error: --listen: \(text) is not HOST:PORT, as 127.0.0.1:8080 or [::1]:8080\n")
  }

  @Test("says that a port is taken")
  func takenPort() throws {
    let served = try ServedProduct(try Product())
    let run = try served.product.run(["serve", "--listen", "127.0.0.1:\(served.port)"])
    #expect(run.status == 1)
    #expect(run.error == "error: --listen: 127.0.0.1:\(served.port): listen: Address already in use\n")
  }
}
