/// A request that a client of the Model Context Protocol can make.
enum ProtocolMethod: String, CaseIterable {
  /// Opens a session.
  case initialize
  /// Asks whether anybody is there.
  case ping
  /// Asks which revisions are spoken, and what is offered.
  case discover = "server/discover"
  /// Lists the tools.
  case listTools = "tools/list"
  /// Calls a tool.
  case callTool = "tools/call"
  /// Lists the resources.
  case listResources = "resources/list"
  /// Lists the templates of addresses of resources.
  case listResourceTemplates = "resources/templates/list"
  /// Reads a resource.
  case readResource = "resources/read"
  /// Lists the prompts.
  case listPrompts = "prompts/list"
  /// Fills in a prompt.
  case getPrompt = "prompts/get"

  /// Whether a revision has it.
  func isPart(of revision: ProtocolRevision) -> Bool {
    switch self {
    case .initialize, .ping: !revision.isStateless
    case .discover: revision.isStateless
    default: true
    }
  }

  /// How long its result may be kept; nil when it may not.
  var cacheHint: CacheHint? {
    switch self {
    case .discover, .listTools, .listResources, .listResourceTemplates, .listPrompts: .builtIn
    case .readResource: .fares
    case .initialize, .ping, .callTool, .getPrompt: nil
    }
  }

  /// Whether it asks for fares, which may take long.
  var isQuestion: Bool { self == .callTool || self == .readResource }
}
