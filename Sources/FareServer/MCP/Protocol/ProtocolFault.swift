import FareJSON
import FareModel

/// Why a request of the protocol gets an error instead of a result.
struct ProtocolFault: Error {
  /// The code of the error.
  var code: Int
  /// One sentence.
  var message: String
  /// The member `data` as JSON; nil where there is none.
  var data: String?

  /// A method that the revision does not have.
  static func noSuchMethod(_ name: String, among names: [String]) -> Self {
    let nearest = NearestNames.of(name, among: names)
    let hint = nearest.isEmpty ? "" : ", did you mean \(Parameter.alternatives(nearest))?"
    return Self(code: -32601, message: "no such method: \(ShownText.bounded(name))\(hint)")
  }

  /// Parameters that are not what the method takes.
  static func badParameters(_ message: String) -> Self {
    Self(code: -32602, message: message)
  }

  /// A name that nothing of a `kind` has.
  static func unknown(_ kind: String, _ name: String, among names: [String]) -> Self {
    let nearest = NearestNames.of(name, among: names)
    let hint = nearest.isEmpty ? "expected \(Parameter.alternatives(names))" : "did you mean \(nearest[0])?"
    return .badParameters("no such \(kind): \(ShownText.bounded(name)), \(hint)")
  }

  /// A request that needs a session before there is one.
  static func notInitialized(_ method: String) -> Self {
    .badParameters(
      "\(method) before initialize: begin with initialize, or name the protocol version in params._meta"
    )
  }

  /// A revision that requests cannot name.
  static func unsupported(_ requested: String) -> Self {
    var data = JSONWriter()
    data.raw(#"{"supported":["#)
    for revision in ProtocolRevision.stateless {
      data.element()
      data.string(revision.rawValue)
    }
    data.raw(#"],"requested":"#)
    data.string(ShownText.bounded(requested))
    data.raw("}")
    return Self(
      code: -32022,
      message: "unsupported protocol version \(ShownText.bounded(requested)); "
        + "versions before 2026-07-28 begin with initialize",
      data: String(decoding: data.bytes, as: UTF8.self)
    )
  }

  /// A resource that is not there.
  static func noResource(_ uri: String, _ reason: String, in revision: ProtocolRevision) -> Self {
    var data = JSONWriter()
    data.raw(#"{"uri":"#)
    data.string(uri)
    data.raw("}")
    return Self(
      code: revision.resourceNotFound,
      message: "no such resource: \(ShownText.bounded(uri)): \(reason)",
      data: String(decoding: data.bytes, as: UTF8.self)
    )
  }

  /// Something failed that is not the client's fault.
  static func failed(_ message: String) -> Self {
    Self(code: -32603, message: message)
  }

  /// Writes the value of the `error` member.
  func write(into json: inout JSONWriter) {
    json.raw(#"{"code":"#)
    json.integer(code)
    json.key("message")
    json.string(message)
    if let data {
      json.key("data")
      json.raw(data.utf8Span.span)
    }
    json.raw("}")
  }
}
