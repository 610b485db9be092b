import FareModel

/// The way of a request.
extension HTTPServer {
  /// A request has come up to its body. What is refused here is refused before its body.
  ///
  /// Returns false when the connection is to be closed, as the other steps do.
  func begin(_ exchange: Exchange, verb: String, over connection: Connection) -> Bool {
    guard !isStopping else { return false }
    metrics.begin()
    exchange.isCounted = true
    exchange.verb = Verb(rawValue: verb) ?? .other
    exchange.phase = .receiving
    guard exchange.verb == .post, let resource = routing.resource(at: exchange.path) else { return true }
    exchange.label = exchange.path
    guard let refusal = refusal(of: .post, resource) ?? refusal(ofBodyOver: connection) else { return true }
    return send(refusal.response(Wishes(of: connection), site), of: exchange, over: connection)
  }

  /// A piece of the body has come.
  func receive(_ piece: UnsafeBufferPointer<UInt8>, for exchange: Exchange) -> Bool {
    guard exchange.phase == .receiving else { return true }
    unsafe exchange.take(piece)
    // The library answers only behind the whole body, so a body without end is hung up on.
    let isEndless = exchange.bodyBytes > Limits.mostDroppedBody
    let isLate = Exchange.now() - exchange.began > Double(Limits.secondsToSendRequest)
    return !isEndless && !isLate
  }

  /// All of the request has come, or its answer has been worked out.
  func proceed(_ exchange: Exchange, over connection: Connection) -> Bool {
    switch exchange.phase {
    case .announced, .answered: return true
    case .waiting:
      guard let response = exchange.response else { return true }
      return send(response, of: exchange, over: connection)
    case .receiving: break
    }
    let wishes = Wishes(of: connection)
    let isReading = exchange.verb == .get || exchange.verb == .head
    if isReading, let response = desk.ready(exchange.address, wishes) {
      exchange.label = exchange.path
      return send(response, of: exchange, over: connection)
    }
    let target = HTTPTarget(exchange.address)
    guard let resource = routing.resource(at: target.path) else {
      return send(routing.nothing(at: target.path).response(wishes, site), of: exchange, over: connection)
    }
    exchange.label = target.path
    if let reply = refusal(of: exchange.verb, resource) ?? fixed(resource, exchange.verb) {
      return send(reply.response(wishes, site), of: exchange, over: connection)
    }
    work(exchange, resource, target, wishes, over: connection)
    return true
  }

  /// A request has ended.
  func end(_ exchange: Exchange, isSent: Bool) {
    guard exchange.isCounted else { return }
    metrics.end(exchange.label, isSent ? exchange.response?.status : nil, seconds: Exchange.now() - exchange.began)
  }

  /// What needs no answerer.
  private func fixed(_ resource: ServedResource, _ verb: Verb) -> Reply? {
    guard verb != .options else { return permission(resource) }
    return switch resource {
    case .method, .rpc: nil
    case .description: description
    case .health: health
    case .metrics:
      Reply(status: .ok, type: .metrics, body: Array(metrics.text(connections: connections).utf8))
    case .file(let file): file.reply
    }
  }

  /// Has the answer worked out while the connection waits.
  private func work(
    _ exchange: Exchange,
    _ resource: ServedResource,
    _ target: HTTPTarget,
    _ wishes: Wishes,
    over connection: Connection
  ) {
    exchange.phase = .waiting
    connection.suspend()
    worker.do { [self] in
      exchange.response = reply(to: exchange, resource, target).response(wishes, site)
      connection.resume()
    }
  }

  private func reply(to exchange: Exchange, _ resource: ServedResource, _ target: HTTPTarget) -> Reply {
    switch resource {
    case .method(let method): desk.answer(method, target, at: exchange.address)
    case .rpc:
      exchange.bodyBytes > Limits.longestLine ? Self.tooLong : desk.answer(body: exchange.body)
    case .description, .health, .metrics, .file: routing.nothing(at: target.path)
    }
  }

  private func send(_ response: Response, of exchange: Exchange, over connection: Connection) -> Bool {
    exchange.response = response
    exchange.phase = .answered
    return response.send(over: connection)
  }
}

/// What is refused for its form.
extension HTTPServer {
  static var tooLong: Reply {
    .problem(.contentTooLarge, "the body is too large, at most \(Limits.longestLine) bytes")
  }

  /// Why a body is not read; nil when it is.
  private func refusal(ofBodyOver connection: Connection) -> Reply? {
    if let length = connection.header("Content-Length"), Int(length) ?? .max > Limits.longestLine {
      return Self.tooLong
    }
    let type = connection.header("Content-Type")?.split(separator: ";").first
    // Other types can be sent by any page of the web without asking; this one cannot.
    guard type?.filter({ $0 != " " }).lowercased() == ContentType.json.rawValue else {
      return .problem(.unsupportedMediaType, "Content-Type: expected \(ContentType.json.rawValue)")
    }
    return nil
  }

  /// Why a verb is not done; nil when it is.
  private func refusal(of verb: Verb, _ resource: ServedResource) -> Reply? {
    guard !resource.verbs.contains(verb) else { return nil }
    var reply = Reply.problem(.methodNotAllowed, "expected \(Verb.list(resource.verbs))")
    reply.headers.append(Reply.Header(name: "Allow", value: Verb.list(resource.verbs)))
    return reply
  }

  /// The reply to a browser that asks what it may do.
  private func permission(_ resource: ServedResource) -> Reply {
    var reply = Reply(status: .noContent)
    let verbs = Verb.list(resource.verbs)
    reply.headers.append(Reply.Header(name: "Allow", value: verbs))
    if site.allowedOrigin != nil {
      reply.headers.append(Reply.Header(name: "Access-Control-Allow-Methods", value: verbs))
      reply.headers.append(Reply.Header(name: "Access-Control-Allow-Headers", value: "Content-Type, If-None-Match"))
    }
    return reply
  }
}
