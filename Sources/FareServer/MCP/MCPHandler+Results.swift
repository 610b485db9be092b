import FareJSON
import FareModel

/// The results of the protocol's methods.
extension MCPHandler {
  /// Writes the answer to a call, with what its revision wants beside each result.
  mutating func answer(_ call: ProtocolCall, id: JSONNode, into output: inout JSONWriter) throws(ProtocolFault) {
    open(id: id, into: &output)
    output.raw(#","result":{"#)
    try write(call, into: &output)
    if call.revision.isStateless {
      output.key("resultType")
      output.string("complete")
      call.method.cacheHint?.write(into: &output)
      output.raw(",")
      server.writeMeta(for: call.revision, into: &output)
    }
    output.raw("}}")
  }

  /// Writes the members of a result.
  private mutating func write(_ call: ProtocolCall, into output: inout JSONWriter) throws(ProtocolFault) {
    switch call.method {
    case .initialize: server.writeSession(of: call.revision, into: &output)
    case .ping: break
    case .discover: server.writeDiscovery(into: &output)
    case .listTools:
      try refuseCursor(call)
      ToolList.write(for: call.revision, into: &output)
    case .listResources:
      try refuseCursor(call)
      ResourceList.write(for: call.revision, into: &output)
    case .listResourceTemplates:
      try refuseCursor(call)
      ResourceList.writeTemplates(for: call.revision, into: &output)
    case .listPrompts:
      try refuseCursor(call)
      PromptList.write(for: call.revision, into: &output)
    case .callTool: try callTool(call, into: &output)
    case .readResource: try readResource(call, into: &output)
    case .getPrompt: try getPrompt(call, into: &output)
    }
  }

  /// Lists are never cut, so no cursor was ever given out.
  private func refuseCursor(_ call: ProtocolCall) throws(ProtocolFault) {
    guard let cursor = call.parameters.flatMap({ tree.member("cursor", of: $0) }), tree.kind(of: cursor) != .null else {
      return
    }
    throw .badParameters("cursor: no list has a next page")
  }

  private mutating func callTool(_ call: ProtocolCall, into output: inout JSONWriter) throws(ProtocolFault) {
    let name = try text("name", of: call)
    guard let tool = Tool.all.first(where: { $0.name == name }) else {
      throw .unknown("tool", name, among: Tool.all.map(\.name))
    }
    let arguments = try arguments(of: call)
    let given = Request.arguments(arguments, for: tool.method, in: tree)
    tools.call(tool, given, in: call.revision, into: &output)
  }

  private mutating func readResource(_ call: ProtocolCall, into output: inout JSONWriter) throws(ProtocolFault) {
    let address = try text("uri", of: call)
    for resource in Resource.all {
      guard let arguments = resource.arguments(in: address),
        let tool = Tool.all.first(where: { $0.method.name == resource.tool })
      else { continue }
      ResourceList.open(address, into: &output)
      do throws(ToolCaller.Refusal) {
        try tools.writeText(of: tool, arguments, into: &output)
      } catch {
        switch error {
        case .question(let text): throw .noResource(address, text, in: call.revision)
        case .server(let text): throw .failed(text)
        }
      }
      return ResourceList.close(into: &output)
    }
    let known = Resource.all.map { Resource.scheme + $0.path }
    throw .noResource(address, "expected \(Parameter.alternatives(known))", in: call.revision)
  }

  private func getPrompt(_ call: ProtocolCall, into output: inout JSONWriter) throws(ProtocolFault) {
    let name = try text("name", of: call)
    guard let prompt = Prompt.all.first(where: { $0.name == name }) else {
      throw .unknown("prompt", name, among: Prompt.all.map(\.name))
    }
    var given: [(name: String, value: String)] = []
    if let arguments = try arguments(of: call) {
      for (name, value) in tree.members(of: arguments) {
        guard let text = tree.string(value) else { throw .badParameters("\(tree.text(name)): expected a string") }
        given.append((tree.text(name), text))
      }
    }
    try PromptList.write(prompt, given, into: &output)
  }

  /// The arguments of a tool or a prompt, an object; nil when there are none.
  private func arguments(of call: ProtocolCall) throws(ProtocolFault) -> JSONNode? {
    guard let arguments = call.parameters.flatMap({ tree.member("arguments", of: $0) }) else { return nil }
    switch tree.kind(of: arguments) {
    case .null: return nil
    case .object: return arguments
    default: throw .badParameters("arguments: expected an object")
    }
  }

  private func text(_ name: String, of call: ProtocolCall) throws(ProtocolFault) -> String {
    guard let node = call.parameters.flatMap({ tree.member(name, of: $0) }), let text = tree.string(node) else {
      throw .badParameters("\(name): missing, expected a string")
    }
    return text
  }
}
