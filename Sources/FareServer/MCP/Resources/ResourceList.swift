import FareJSON

/// The lists of resources as clients get them.
enum ResourceList {
  private static let type = "application/json"

  /// Writes the members of the result of `resources/list`.
  static func write(for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#""resources":["#)
    for resource in Resource.all where !resource.isTemplate { write(resource, "uri", for: revision, into: &json) }
    json.raw("]")
  }

  /// Writes the members of the result of `resources/templates/list`.
  static func writeTemplates(for revision: ProtocolRevision, into json: inout JSONWriter) {
    json.raw(#""resourceTemplates":["#)
    for resource in Resource.all where resource.isTemplate {
      write(resource, "uriTemplate", for: revision, into: &json)
    }
    json.raw("]")
  }

  /// Writes the members of the result of `resources/read` up to the text.
  static func open(_ address: String, into json: inout JSONWriter) {
    json.raw(#""contents":[{"uri":"#)
    json.string(address)
    json.key("mimeType")
    json.string(type)
    json.raw(#","text":"#)
  }

  /// Ends what ``open(_:into:)`` began.
  static func close(into json: inout JSONWriter) {
    json.raw("}]")
  }

  private static func write(
    _ resource: Resource,
    _ address: StaticString,
    for revision: ProtocolRevision,
    into json: inout JSONWriter
  ) {
    json.element()
    json.raw("{")
    json.key(address)
    json.string(Resource.scheme + resource.path)
    json.key("name")
    json.string(resource.name)
    if revision.hasStructuredContent {
      json.key("title")
      json.string(resource.title)
    }
    json.key("description")
    json.string(resource.meaning)
    json.key("mimeType")
    json.string(type)
    json.raw("}")
  }
}
