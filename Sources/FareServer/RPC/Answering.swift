public import FareJSON
public import FareModel

/// Something that answers the methods of ``Method/all``, one question at a time.
public protocol Answering: AnyObject {
  /// Writes the result object of `method` to the end of `json`.
  ///
  /// What was written before an error is thrown is the caller's to take back.
  func answer(_ method: Method, _ arguments: Arguments, into json: inout JSONWriter) throws(AnswerFault)
}
