public import Foundation

/// A folder for one test, gone when it ends.
public final class Scratch: Sendable {
  /// The folder.
  public let path: String

  /// Makes the folder, empty.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "faregrid-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file of the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file of the folder, in folders of its own where its name has them, and returns its path.
  public func write(_ data: Data, as name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: (file(name) as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true
    )
    try data.write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Makes a file and opens it for writing.
  public func handle(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try FileHandle(forWritingTo: URL(filePath: path))
  }
}
