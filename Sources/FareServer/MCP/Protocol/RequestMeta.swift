import FareJSON

/// What a request says about itself in `params._meta`.
struct RequestMeta {
  /// The revision that the request names; nil when it names none, and so belongs to the session.
  var revision: ProtocolRevision?
  /// What progress of the request is told under, as the request writes it.
  var progressToken: [UInt8]?

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Reads what the parameters of a request say.
  init(_ parameters: JSONNode?, in tree: borrowing JSONTree) throws(ProtocolFault) {
    guard let meta = parameters.flatMap({ tree.member("_meta", of: $0) }) else { return }
    if let token = tree.member("progressToken", of: meta),
      tree.kind(of: token) == .string || tree.integer(token) != nil
    {
      progressToken = Array(tree.bytes(of: token))
    }
    guard let version = tree.member(Self.versionKey, of: meta) else { return }
    guard let name = tree.string(version) else {
      throw .badParameters("params._meta: \(Self.versionKey): expected a string")
    }
    guard let capabilities = tree.member(Self.capabilitiesKey, of: meta), tree.kind(of: capabilities) == .object else {
      throw .badParameters("params._meta: \(Self.capabilitiesKey) is missing, expected an object")
    }
    guard let revision = ProtocolRevision(rawValue: name), revision.isStateless else { throw .unsupported(name) }
    self.revision = revision
  }
}
