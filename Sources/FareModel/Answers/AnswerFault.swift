/// Why a question got no answer.
public enum AnswerFault: Error, Sendable {
  /// Something is wrong with the question.
  case argument(ArgumentError)
  /// The database cannot be reached. The text is for the operator, not for the one who asked.
  case databaseUnavailable(String)
  /// Something failed that should not. The text is for the operator.
  case failed(String)
}
