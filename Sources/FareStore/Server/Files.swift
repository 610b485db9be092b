import Glibc

/// What the private server needs of the file system, without following links where others may have put them.
enum Files {
  /// An absolute form of `path` whose links are resolved as far as the path exists.
  static func absolute(_ path: String) -> String {
    var existing = path.hasPrefix("/") ? path : currentFolder() + "/" + path
    var missing: [Substring] = []
    while true {
      if let resolved = unsafe realpath(existing, nil) {
        defer { unsafe free(resolved) }
        let base = unsafe String(cString: resolved)
        return missing.isEmpty ? base : (base == "/" ? "" : base) + "/" + missing.reversed().joined(separator: "/")
      }
      let parts = existing.split(separator: "/")
      guard let last = parts.last else { return path }
      missing.append(last)
      existing = "/" + parts.dropLast().joined(separator: "/")
    }
  }

  private static func currentFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// What the system knows of a file, or of a link itself; nil when there is none.
  static func information(_ path: String) -> stat? {
    var information = stat()
    return unsafe lstat(path, &information) == 0 ? information : nil
  }

  /// Makes a folder and those above it that are missing, which everybody may enter.
  static func makeFolder(_ path: String, mode: mode_t) throws(PostgresError) {
    if information(path) != nil { return }
    let parent = parent(path)
    if parent != "/" { try makeFolder(parent, mode: 0o755) }
    // `mkdir` narrows the mode by the umask, `chmod` does not.
    guard unsafe mkdir(path, mode) == 0, unsafe chmod(path, mode) == 0 else {
      if errno == EEXIST { return }
      throw PostgresError(system: "cannot make \(path)", errno)
    }
  }

  /// The path of the folder that holds `path`.
  static func parent(_ path: String) -> String {
    "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// What stands in a file from `offset` on; nil when it cannot be read.
  static func text(_ path: String, from offset: Int = 0) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    lseek(descriptor, offset, SEEK_SET)
    return String(decoding: readToEnd(descriptor), as: UTF8.self)
  }

  /// Reads what is left of a file, a pipe or a file of `/proc`.
  static func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = unsafe read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  /// The names in a folder, without order; none when it cannot be read.
  static func names(in path: String) -> [String] {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    return descriptor < 0 ? [] : names(closing: descriptor)
  }

  /// The bytes that a folder and all in it take on disk.
  static func size(_ path: String) -> Int {
    guard let information = information(path) else { return 0 }
    let own = Int(information.st_blocks) * 512
    guard information.st_mode & S_IFMT == S_IFDIR else { return own }
    return names(in: path).reduce(own) { $0 + size("\(path)/\($1)") }
  }

  /// Removes a file, or a folder with all in it. What is not there is removed already.
  static func remove(_ path: String) throws(PostgresError) {
    guard remove(path, at: AT_FDCWD) || errno == ENOENT else {
      throw PostgresError(system: "cannot remove \(path)", errno)
    }
  }

  // Goes down by descriptors: a folder that somebody swaps for a link meanwhile is not followed.
  private static func remove(_ name: String, at folder: Int32) -> Bool {
    if unsafe unlinkat(folder, name, 0) == 0 { return true }
    guard errno == EISDIR else { return false }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe openat(folder, name, flags)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // `closedir` closes the descriptor that it reads from, and this one is still needed.
    for entry in names(closing: unsafe openat(descriptor, ".", flags)) {
      guard remove(entry, at: descriptor) || errno == ENOENT else { return false }
    }
    return unsafe unlinkat(folder, name, AT_REMOVEDIR) == 0
  }

  private static func names(closing descriptor: Int32) -> [String] {
    guard let stream = unsafe fdopendir(descriptor) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

extension PostgresError {
  /// A system call failed: what could not be done, and the system's words for `code`.
  init(system what: String, _ code: Int32) {
    self.init(.serverUnavailable, message: unsafe "\(what): \(String(cString: strerror(code)))")
  }
}
