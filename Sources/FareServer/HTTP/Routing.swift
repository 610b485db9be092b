import FareModel

/// What there is to be asked for, by its path.
enum ServedResource: Sendable {
  /// A method of the table, under `/v1/`.
  case method(Method)
  /// JSON-RPC.
  case rpc
  /// The description of the interface.
  case description
  /// Whether the process lives.
  case health
  /// What it counts.
  case metrics
  /// A file of the page.
  case file(PageFile)

  /// The verbs that it takes.
  var verbs: [Verb] {
    switch self {
    case .rpc: [.post, .options]
    case .method, .description, .health, .metrics, .file: [.get, .head, .options]
    }
  }
}

/// The verbs of requests.
enum Verb: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case options = "OPTIONS"
  case other

  /// The verbs as the header `Allow` lists them.
  static func list(_ verbs: [Verb]) -> String {
    verbs.map(\.rawValue).joined(separator: ", ")
  }
}

/// Finds what stands under a path, by the paths as they are and no others.
struct Routing: Sendable {
  private let resources: [String: ServedResource]

  /// The paths, sorted.
  var paths: [String] { resources.keys.sorted() }

  /// Knows the methods, the page's files and the rest.
  init(files: [PageFile]) {
    var resources: [String: ServedResource] = [
      "/rpc": .rpc, "/openapi.json": .description, "/healthz": .health, "/metrics": .metrics,
    ]
    for method in Method.all { resources[method.address] = .method(method) }
    for file in files { resources[file.path] = .file(file) }
    self.resources = resources
  }

  /// What stands under a path; nil when nothing does.
  func resource(at path: String) -> ServedResource? { resources[path] }

  /// The reply to a path under which nothing stands.
  func nothing(at path: String) -> Reply {
    let nearest = NearestNames.of(path, among: paths)
    let hint = nearest.isEmpty ? "" : ", did you mean \(Parameter.alternatives(nearest))?"
    return .problem(.notFound, "no such path: \(ShownText.bounded(path))\(hint)")
  }
}

extension Method {
  /// The path that it is asked under.
  var address: String { "/v1/" + name.rawValue }
}
