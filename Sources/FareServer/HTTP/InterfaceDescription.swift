import FareJSON
import FareModel
import FareSearch

/// The description of the interface as OpenAPI 3.1, made of the table of methods.
enum InterfaceDescription {
  /// Writes the document.
  static func write(version: String, into json: inout JSONWriter) {
    json.raw(#"{"openapi":"3.1.0","info":{"title":"Faregrid","version":"#)
    json.string(version)
    json.key("description")
    json.string("Fares that were observed, as month grids, ranked itineraries and more. Everything only reads.")
    json.raw(#"},"paths":{"#)
    for method in Method.all { write(method, into: &json) }
    writeRPC(into: &json)
    json.raw(#"},"components":{"schemas":{"Problem":"#)
    problem.writeSchema(into: &json)
    json.raw("}}}")
  }

  /// An error, with the error object of JSON-RPC in it.
  private static let problem = JSONShape.object([
    .always("type", .string), .always("title", .string), .always("status", .integer), .always("detail", .string),
    .sometimes(
      "error",
      .object([
        .always("code", .integer), .always("message", .string),
        .sometimes(
          "data",
          .object([
            .sometimes("parameter", .string), .sometimes("value", .string.orNull), .sometimes("expected", .string),
            .sometimes("nearest", .list(.string)), .sometimes("reason", .string),
          ])
        ),
      ])
    ),
  ])

  private static func write(_ method: Method, into json: inout JSONWriter) {
    json.key(text: method.address)
    json.raw(#"{"get":{"operationId":"#)
    json.string(method.name.rawValue)
    json.key("summary")
    json.string(method.summary)
    json.key("parameters")
    json.raw("[")
    for parameter in method.parameters {
      json.element()
      write(parameter, into: &json)
    }
    json.raw(#"],"responses":{"200":{"description":"The result.","content":{"application/json":{"schema":"#)
    method.resultShape.writeSchema(into: &json)
    json.raw("}}}")
    json.raw(#","304":{"description":"Nothing changed since the answer whose ETag If-None-Match names."}"#)
    writeProblem("400", "The question is wrong, and the error says how.", into: &json)
    writeProblem("503", "The database cannot be reached.", into: &json)
    json.raw("}}}")
  }

  private static func write(_ parameter: Parameter, into json: inout JSONWriter) {
    json.raw("{")
    json.key("name")
    json.string(parameter.name)
    json.raw(#","in":"query","required":"#)
    json.boolean(parameter.isRequired)
    if case .list = parameter.kind { json.raw(#","style":"form","explode":false"#) }
    json.key("schema")
    parameter.shape.writeSchema(into: &json)
    json.raw("}")
  }

  private static func writeProblem(_ status: StaticString, _ description: StaticString, into json: inout JSONWriter) {
    json.key(status)
    json.raw(#"{"description":""#)
    json.raw(description)
    json.raw(##"","content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}"##)
  }

  private static func writeRPC(into json: inout JSONWriter) {
    json.key("/rpc")
    json.raw(#"{"post":{"operationId":"rpc","summary":"JSON-RPC 2.0: a request or a batch, answered as on stdio."#)
    json.raw(#"","requestBody":{"required":true,"content":{"application/json":{"schema":{}}}},"responses":{"#)
    json.raw(#""200":{"description":"The answer.","content":{"application/json":{"schema":{}}}},"#)
    json.raw(#""204":{"description":"Notifications alone get no answer."}"#)
    writeProblem("413", "The body is too large.", into: &json)
    writeProblem("415", "The body is not application/json.", into: &json)
    json.raw("}}}")
  }
}
