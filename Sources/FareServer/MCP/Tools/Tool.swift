import FareJSON
import FareModel

/// A method as a tool that a model calls: the same parameters and the same result, and words that help to choose it.
struct Tool: Sendable {
  /// A parameter whose default is another one here than elsewhere, so that answers stay small.
  struct Adjustment: Sendable {
    /// The parameter.
    var name: String
    /// The value that is meant when none is given.
    var value: ArgumentValue
    /// What the table of methods says of it otherwise.
    var summary: String
  }

  /// The method that answers.
  var method: Method
  /// A title for people.
  var title: String
  /// When to use it and when another, in which units its result is, and what null means.
  var guidance: String
  /// The parameters with other defaults.
  var adjustments: [Adjustment] = []
  /// Tells a result in few words.
  var text: @Sendable (ResultValue, ToolCall) -> String

  /// The name that calls it.
  var name: String { method.name.rawValue }

  /// The parameters, as the table of methods has them but for the adjustments.
  var parameters: [Parameter] {
    method.parameters.map { parameter in
      guard let adjustment = adjustments.first(where: { $0.name == parameter.name }) else { return parameter }
      return Parameter(parameter.name, parameter.kind, isRequired: parameter.isRequired, adjustment.summary)
    }
  }

  /// What arguments may look like.
  var argumentShape: JSONShape {
    .object(
      parameters.map { parameter in
        var shape = parameter.shape
        shape.usual = adjustments.first { $0.name == parameter.name }?.value.json
        return parameter.isRequired ? .always(parameter.name, shape) : .sometimes(parameter.name, shape)
      }
    )
  }
}

/// A call of a tool, for those who tell of its result.
struct ToolCall {
  /// Asks a question; nil when it has no answer.
  typealias Asking = (Method.Name, [(name: String, value: ArgumentValue)]) -> ResultValue?

  /// The arguments, defaults included.
  var arguments: Arguments
  /// Asks another question.
  var ask: Asking

  /// The same as it was given, for another question about the same fares.
  func given(_ names: String...) -> [(name: String, value: ArgumentValue)] {
    names.compactMap { name in arguments.given(name).map { (name, $0) } }
  }
}

extension ArgumentValue {
  /// A default as JSON.
  fileprivate var json: String {
    switch self {
    case .integer, .boolean, .other: shown
    case .text, .untyped, .list: "\"\(shown)\""
    }
  }
}
