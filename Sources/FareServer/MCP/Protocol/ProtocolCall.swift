import FareJSON

/// A request that is known to be one of a revision.
struct ProtocolCall {
  /// What is called.
  var method: ProtocolMethod
  /// The value of `params`.
  var parameters: JSONNode?
  /// The revision that it is answered in.
  var revision: ProtocolRevision
  /// What its progress is told under, as the request writes it.
  var progressToken: [UInt8]?
}
