import FareJSON

/// What the server says of itself.
struct ServerIdentity {
  /// The version of the program.
  var version: String

  /// What a model should know before it calls any tool.
  static let instructions = """
    Faregrid answers from fares that its user has loaded: prices as they were observed at some time, never live offers. \
    Nothing can be booked here. A price is for one adult with taxes, a return as one total; price_minor is in minor units \
    of its currency: cents of USD, whole JPY, thousandths of KWD. Places are codes: LHR, or city:LON for a city with all its airports; the tool places finds codes by name. \
    Dates are local days of departure. low, avg and high compare a price with others as each answer says. null, or a \
    member that is missing, means unknown, never zero. When an answer is empty its text says what to try \
    next; routes lists what is covered, and status how old it is.
    """

  /// Writes the members of the result of `initialize`.
  func writeSession(of revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#""protocolVersion":"#)
    json.string(revision.rawValue)
    writeOffer(into: &json)
    json.key("serverInfo")
    writeInfo(for: revision, into: &json)
  }

  /// Writes the members of the result of `server/discover`.
  func writeDiscovery(into json: inout JSONWriter) {
    json.raw(#""supportedVersions":["#)
    for revision in ProtocolRevision.stateless {
      json.element()
      json.string(revision.rawValue)
    }
    json.raw("]")
    writeOffer(into: &json)
  }

  /// Writes who answers, as each result of a stateless revision says it.
  func writeMeta(for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#""_meta":{"io.modelcontextprotocol/serverInfo":"#)
    writeInfo(for: revision, into: &json)
    json.raw("}")
  }

  private func writeOffer(into json: inout JSONWriter) {
    json.key("capabilities")
    json.raw(#"{"tools":{},"resources":{},"prompts":{}}"#)
    json.key("instructions")
    json.string(Self.instructions)
  }

  private func writeInfo(for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#"{"name":"faregrid","#)
    if revision.hasStructuredContent { json.raw(#""title":"Faregrid","#) }
    json.raw(#""version":"#)
    json.string(version)
    json.raw("}")
  }
}
