import FareJSON
import FareModel
import FareSearch

/// The list of tools as clients get it.
enum ToolList {
  /// Writes the members of the result of `tools/list`.
  static func write(for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#""tools":["#)
    for tool in Tool.all {
      json.element()
      write(tool, for: revision, into: &json)
    }
    json.raw("]")
  }

  private static func write(_ tool: Tool, for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw("{")
    json.key("name")
    json.string(tool.name)
    if revision.hasStructuredContent {
      json.key("title")
      json.string(tool.title)
    }
    json.key("description")
    json.string("\(tool.method.summary) \(tool.guidance)")
    json.key("inputSchema")
    tool.argumentShape.writeSchema(into: &json)
    if revision.hasStructuredContent {
      json.key("outputSchema")
      tool.method.resultShape.writeSchema(into: &json)
    }
    if revision.hasAnnotations {
      json.key("annotations")
      json.raw(#"{"title":"#)
      json.string(tool.title)
      json.raw(#","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}"#)
    }
    json.raw("}")
  }
}
