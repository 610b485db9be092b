import Glibc

/// The bytes of an input file, digested, at a path where they can be read once more.
///
/// What can be read once only, as standard input and other pipes, is kept in a temporary file without a name. A file's
/// length and digest are known before the first row is read, so that one that was loaded before costs one pass over its
/// bytes and nothing else. From then on it may be renamed, replaced or removed.
struct FileBytes: ~Copyable {
  /// The file as it was named.
  let file: InputFile
  /// A path that leads to the bytes for as long as this value lives.
  let path: String
  /// How many bytes there are.
  let count: Int
  /// The digest of the bytes alone.
  let digest: [UInt8]
  /// The beginnings of the bytes that were asked for, the longest first.
  let beginnings: [Beginning]

  /// The first of the bytes.
  struct Beginning {
    var count: Int
    var digest: [UInt8]
  }

  private let descriptor: Int32

  /// Takes the bytes of a file, and digests its beginnings of some lengths beside.
  init(_ file: InputFile, beginnings lengths: [Int] = []) throws(IngestFailure) {
    let isStandardInput = file == .standardInput
    let input = isStandardInput ? STDIN_FILENO : unsafe open(file.path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .unreadable(SystemError(file.path, errno).description) }
    let isSpooled = isStandardInput || !Self.isRegular(input)
    defer { if isSpooled, !isStandardInput { close(input) } }
    let copy = isSpooled ? try Self.temporaryFile() : nil
    let passed: Pass
    do throws(SystemError) {
      passed = try Self.pass(from: input, to: copy, named: file.path, beginnings: lengths.sorted())
    } catch {
      close(copy ?? input)
      throw .unreadable(error.description)
    }
    self.file = file
    descriptor = copy ?? input
    path = "/proc/self/fd/\(descriptor)"
    (count, digest, beginnings) = (passed.count, passed.digest, passed.beginnings.reversed())
  }

  deinit {
    close(descriptor)
  }

  /// The identity of the batch that bytes of a digest are in a context: a digest of the context and of that.
  static func identity(of digest: [UInt8], in context: [String]) -> [UInt8] {
    var identity = Digest()
    for text in context { identity.update(text) }
    identity.update(digest.span)
    return identity.finish()
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What one pass over the bytes tells.
  private struct Pass {
    var count = 0
    var digest: [UInt8] = []
    var beginnings: [Beginning] = []
  }

  /// Reads all bytes, digests them and their beginnings of lengths in ascending order, and writes them to `copy` where one is
  /// wanted.
  private static func pass(
    from input: Int32,
    to copy: Int32?,
    named name: String,
    beginnings lengths: [Int]
  ) throws(SystemError) -> Pass {
    var digest = Digest()
    var passed = Pass()
    var lengths = lengths[...]
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let length = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(input, $0.baseAddress, $0.count) }
      if length == 0 { break }
      if length < 0 {
        if errno == EINTR { continue }
        throw SystemError(name, errno)
      }
      let bytes = chunk.span.extracting(0..<length)
      var rest = bytes
      while let next = lengths.first, next <= passed.count + length {
        let behind = passed.count + length - next
        digest.update(rest.extracting(0..<rest.count - behind))
        rest = rest.extracting(rest.count - behind..<rest.count)
        passed.beginnings.append(Beginning(count: next, digest: digest.current()))
        lengths.removeFirst()
      }
      digest.update(rest)
      passed.count += length
      if let copy { try write(bytes, to: copy) }
    }
    passed.digest = digest.finish()
    return passed
  }

  /// A file without a name in the folder for temporary files.
  private static func temporaryFile() throws(IngestFailure) -> Int32 {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/faregrid-XXXXXX".utf8CString)
    let descriptor = unsafe template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let name = buffer.baseAddress else { return -1 }
      let descriptor = unsafe mkstemp(name)
      if descriptor >= 0 { unsafe unlink(name) }
      return descriptor
    }
    guard descriptor >= 0 else { throw .unreadable(SystemError(folder, errno).description) }
    return descriptor
  }

  private static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBufferPointer { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno != EINTR { throw SystemError("the temporary copy of standard input", errno) }
      if written > 0 { rest = rest.extracting(droppingFirst: written) }
    }
  }
}
