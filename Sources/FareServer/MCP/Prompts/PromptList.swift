import FareJSON
import FareModel

/// Prompts as clients get them.
enum PromptList {
  /// Writes the members of the result of `prompts/list`.
  static func write(for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#""prompts":["#)
    for prompt in Prompt.all {
      json.element()
      json.raw("{")
      json.key("name")
      json.string(prompt.name)
      if revision.hasStructuredContent {
        json.key("title")
        json.string(prompt.title)
      }
      json.key("description")
      json.string(prompt.meaning)
      json.key("arguments")
      json.raw("[")
      for argument in prompt.arguments { write(argument, into: &json) }
      json.raw("]}")
    }
    json.raw("]")
  }

  /// Writes the members of the result of `prompts/get`.
  static func write(
    _ prompt: Prompt,
    _ given: [(name: String, value: String)],
    into json: inout JSONWriter
  ) throws(ProtocolFault) {
    let values = try checked(given, for: prompt)
    json.key("description")
    json.string(prompt.meaning)
    json.raw(#","messages":[{"role":"user","content":{"type":"text","text":"#)
    json.string(prompt.words(values))
    json.raw("}}]")
  }

  private static func checked(
    _ given: [(name: String, value: String)],
    for prompt: Prompt
  ) throws(ProtocolFault) -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in given {
      guard prompt.arguments.contains(where: { $0.name == name }) else {
        throw .unknown("argument", name, among: prompt.arguments.map(\.name))
      }
      if !value.isEmpty { values[name] = ShownText.bounded(value) }
    }
    for argument in prompt.arguments where argument.isRequired && values[argument.name] == nil {
      throw .badParameters("\(argument.name): missing. \(argument.meaning)")
    }
    return values
  }

  private static func write(_ argument: Prompt.Argument, into json: inout JSONWriter) {
    json.element()
    json.raw("{")
    json.key("name")
    json.string(argument.name)
    json.key("description")
    json.string(argument.meaning)
    json.key("required")
    json.boolean(argument.isRequired)
    json.raw("}")
  }
}
