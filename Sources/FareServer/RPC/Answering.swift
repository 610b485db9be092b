public import FareJSON
public import FareModel
public import FareSearch

/// Something that answers the methods of ``Method/all``, one question at a time.
///
/// Requests come in batches: those that are there when somebody looks. Who answers from memory finds out once a batch
/// whether it may.
public protocol Answering: AnyObject {
  /// Takes notice that a batch of requests begins.
  func beginBatch()

  /// Has `isStillWanted` asked from time to time while a question takes long, and gives the question up when it says no.
  func watch(_ isStillWanted: @escaping () -> Bool)

  /// The result that a request was given before and would be given again; `request` is its method and parameters as they
  /// were written.
  func kept(for request: Span<UInt8>) -> KeptResult?

  /// Writes the result object of `method` to the end of `json`, and may keep it for the request.
  ///
  /// What was written before an error is thrown is the caller's to take back.
  func answer(
    _ method: Method,
    _ arguments: Arguments,
    for request: Span<UInt8>,
    into json: inout JSONWriter
  ) throws(AnswerFault)

  /// Writes the result object of `method` to the end of `json`.
  ///
  /// What was written before an error is thrown is the caller's to take back.
  func answer(_ method: Method, _ arguments: Arguments, into json: inout JSONWriter) throws(AnswerFault)
}

/// What those need not say that keep nothing.
extension Answering {
  /// Takes no notice.
  public func beginBatch() {}

  /// Asks nothing: every question is answered to its end.
  public func watch(_ isStillWanted: @escaping () -> Bool) {}

  /// Has kept nothing.
  public func kept(for request: Span<UInt8>) -> KeptResult? { nil }

  /// Writes the result object, and keeps nothing.
  public func answer(
    _ method: Method,
    _ arguments: Arguments,
    for request: Span<UInt8>,
    into json: inout JSONWriter
  ) throws(AnswerFault) {
    try answer(method, arguments, into: &json)
  }
}
