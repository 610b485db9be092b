import FareJSON

/// What a request is answered with, before it is put into the form that the client takes.
struct Reply: Sendable {
  /// How it went.
  var status: HTTPStatus
  /// What the body is; nil without one.
  var type: ContentType?
  /// The body.
  var body: [UInt8] = []
  /// Tells this body from others of the same address; nil for what cannot be asked for under a condition.
  var tag: String?
  /// Headers of this reply beside those that all have.
  var headers: [Header] = []

  /// A header.
  struct Header: Sendable {
    var name: StaticString
    var value: String
  }
}

extension Reply {
  /// The result object of a method.
  static func result(_ body: [UInt8]) -> Reply {
    Reply(status: .ok, type: .json, body: body, tag: EntityTag.of(answer: body.span))
  }

  /// An error in the form of RFC 9457. `error` is the error object as a JSON-RPC answer has it.
  static func problem(_ status: HTTPStatus, _ detail: String, error: Span<UInt8> = Span()) -> Reply {
    var json = JSONWriter(capacity: 512)
    json.raw(#"{"type":"about:blank","title":"#)
    json.string(status.title)
    json.key("status")
    json.integer(status.rawValue)
    json.key("detail")
    json.string(detail)
    if !error.isEmpty {
      json.key("error")
      json.raw(error)
    }
    json.raw("}")
    return Reply(status: status, type: .problem, body: json.bytes)
  }
}
