/// A revision of the Model Context Protocol.
///
/// There are two eras. In the first a client opens a session by `initialize`, which settles the revision. In the second
/// there is no session: each request says its revision in `params._meta`.
enum ProtocolRevision: String, CaseIterable {
  /// The first.
  case november2024 = "2024-11-05"
  /// It has annotations of tools, and batches.
  case march2025 = "2025-03-26"
  /// It has structured content and titles, and forbids batches.
  case june2025 = "2025-06-18"
  /// The last with a handshake.
  case november2025 = "2025-11-25"
  /// It has no handshake.
  case july2026 = "2026-07-28"

  /// Those that `initialize` can settle on.
  static let ofHandshake = allCases.filter { !$0.isStateless }
  /// Those that a request can name.
  static let stateless = allCases.filter(\.isStateless)

  /// Whether each request stands for itself.
  var isStateless: Bool { self == .july2026 }
  /// Whether a line may hold several requests. The first revision says nothing of it, and JSON-RPC allows it.
  var allowsBatches: Bool { self == .november2024 || self == .march2025 }
  /// Whether tools say that they only read.
  var hasAnnotations: Bool { self != .november2024 }
  /// Whether tools have titles and output schemas, and their results structured content.
  var hasStructuredContent: Bool { !allowsBatches }

  /// The code of the error that a resource is not there.
  var resourceNotFound: Int { isStateless ? -32602 : -32002 }
}
