import Glibc

/// A file to ingest, as it was named.
public struct InputFile: Hashable, Sendable {
  /// What stands for standard input.
  public static let standardInput = InputFile(path: "-")

  /// The path as it was given or found; `-` is standard input.
  public var path: String

  /// Names a file.
  public init(path: String) {
    self.path = path
  }

  /// The files that paths stand for: files as they are, and of a folder all complete files to its bottom, in the order of
  /// their paths.
  ///
  /// Within a folder, names that begin with a dot or end in `.part` or `.manifest` are no feeds. What cannot be looked at is
  /// taken for a file: whoever reads it will tell, and the files beside it are read all the same.
  public static func expand(_ paths: [String]) throws(SystemError) -> [InputFile] {
    var files: [InputFile] = []
    for path in paths {
      if path != standardInput.path, isFolder(path) {
        var visited: Set<FileIdentity> = []
        let found = try contents(of: path, &visited)
        files += found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      } else {
        files.append(InputFile(path: path))
      }
    }
    return files
  }

  /// A folder is read once, however many links lead to it.
  private static func contents(
    of folder: String,
    _ visited: inout Set<FileIdentity>
  ) throws(SystemError) -> [InputFile] {
    guard let identity = FileIdentity(path: folder), visited.insert(identity).inserted else { return [] }
    var files: [InputFile] = []
    for name in try names(in: folder) {
      guard !name.hasPrefix("."), !name.hasSuffix(".part"), !name.hasSuffix(".manifest") else { continue }
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      if isFolder(path) { files += try contents(of: path, &visited) } else { files.append(InputFile(path: path)) }
    }
    return files
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw SystemError(folder, errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}

/// Which file it is, whatever path led to it.
private struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it was about.
  public var subject: String
  /// The value of `errno`.
  public var code: Int32

  init(_ subject: String, _ code: Int32) {
    self.subject = subject
    self.code = code
  }

  /// The subject and the system's words for the error.
  public var description: String {
    unsafe "\(subject): \(String(cString: strerror(code)))"
  }
}
