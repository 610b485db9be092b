/// How a private server is doing.
public struct PrivateServerStatus: Hashable, Sendable {
  /// The folder of the server.
  public var home: String
  /// The process that serves; nil when none runs.
  public var processID: Int?
  /// The major version of the cluster, such as `15`; nil when there is none yet.
  public var version: String?
  /// What the server's folder takes on disk.
  public var bytes: Int

  /// Whether the server runs.
  public var isRunning: Bool { processID != nil }
}

extension PrivateServer {
  /// Looks how the server is doing, without starting it.
  public func status() -> PrivateServerStatus {
    PrivateServerStatus(
      home: home,
      processID: Postmaster(of: data).map { Int($0.processID) },
      version: clusterVersion,
      bytes: Files.size(folder)
    )
  }

  /// The major version that the cluster was made by; nil when there is no cluster.
  var clusterVersion: String? {
    Files.text("\(data)/PG_VERSION")?.split(separator: "\n").first.map(String.init)
  }
}
