import Glibc

/// What a file `NAME.manifest` beside a file promises of it: `rows=2 bytes=156`.
struct Manifest: Hashable {
  var rows: Int?
  var bytes: Int?

  /// Reads the manifest beside a file; nil when there is none.
  ///
  /// - Throws: What is wrong with it, for people.
  static func beside(_ file: InputFile) throws(BatchRefusal) -> Manifest? {
    guard file != .standardInput else { return nil }
    guard let stream = unsafe fopen(file.path + ".manifest", "re") else {
      if errno == ENOENT { return nil }
      throw BatchRefusal("its manifest cannot be read: \(SystemError(file.path + ".manifest", errno))")
    }
    defer { unsafe fclose(stream) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = unsafe buffer.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, stream) }
    return try Manifest(String(decoding: buffer[..<length], as: UTF8.self))
  }

  init(_ text: String) throws(BatchRefusal) {
    for field in text.split(whereSeparator: \.isWhitespace) {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { throw Self.malformed(field) }
      switch parts[0] {
      case "rows": rows = number
      case "bytes": bytes = number
      default: throw Self.malformed(field)
      }
    }
  }

  /// Refuses a file of another size than the manifest says.
  func check(bytes count: Int) throws(BatchRefusal) {
    if let bytes, bytes != count {
      throw BatchRefusal("the file has \(count) bytes and its manifest says \(bytes): it is cut or still being written")
    }
  }

  /// Refuses a file of another number of rows than the manifest says.
  func check(rows count: Int) throws(BatchRefusal) {
    if let rows, rows != count {
      throw BatchRefusal("the file has \(count) rows and its manifest says \(rows)")
    }
  }

  private static func malformed(_ field: Substring) -> BatchRefusal {
    BatchRefusal("its manifest says '\(field)', expected rows=N and bytes=N")
  }
}

/// Why a file is refused whole.
struct BatchRefusal: Error, Hashable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
