public import FareModel

/// The bytes of a file or of standard input, decompressed where they are gzip or zstd.
///
/// What they are is told by the first bytes and never by a name. Several gzip members or zstd frames behind each other
/// are one stream; a stream that ends early is an error, because a transfer was cut.
public struct ByteSource: ~Copyable {
  /// What is called with the bytes as they stand in the file, before they are decompressed.
  public typealias Observer = (Span<UInt8>) -> Void

  private let descriptor: FileDescriptor
  private let chunkSize: Int
  private let observer: Observer?
  private var decoder = Decoder()
  private var input: [UInt8] = []
  private var isAtEnd = false

  /// Opens a file, from which at most `chunkSize` bytes are held at a time.
  ///
  /// `observer` sees all bytes of the file in order, and so can count or digest them without a second pass.
  public init(path: String, chunkSize: Int = Limits.feedChunk, observer: Observer? = nil) throws(FeedError) {
    self.init(descriptor: try FileDescriptor(path: path), chunkSize: chunkSize, observer: observer)
  }

  /// Reads standard input.
  public static func standardInput(observer: Observer? = nil) -> ByteSource {
    ByteSource(descriptor: FileDescriptor.standardInput, chunkSize: Limits.feedChunk, observer: observer)
  }

  private init(descriptor: consuming FileDescriptor, chunkSize: Int, observer: Observer?) {
    self.descriptor = descriptor
    self.chunkSize = chunkSize
    self.observer = observer
  }

  /// Whether the bytes are as they stand in the file, as far as they were read.
  var isPlain: Bool { decoder.isPlain }

  /// Appends the next bytes to `buffer`, at least one, and returns false when there are no more.
  mutating func read(into buffer: inout [UInt8]) throws(FeedError) -> Bool {
    let before = buffer.count
    while buffer.count == before, !isAtEnd { isAtEnd = try !decode(into: &buffer) }
    return buffer.count > before
  }

  /// One step: appends what the bytes at hand give, or fetches more bytes. Returns false at the end.
  private mutating func decode(into buffer: inout [UInt8]) throws(FeedError) -> Bool {
    if !decoder.isChosen {
      while input.count < Decoder.magicLength, try fetch() {}
      try decoder.choose(for: input)
    }
    guard try decoder.decode(&input, into: &buffer, chunkSize: chunkSize) == .needsInput else { return true }
    if try fetch() { return true }
    try decoder.finish()
    return false
  }

  /// Appends the next bytes of the file to `input`. Returns false at the end of the file.
  private mutating func fetch() throws(FeedError) -> Bool {
    let before = input.count
    try descriptor.read(into: &input, atMost: chunkSize)
    observer?(input.span.extracting(before..<input.count))
    return input.count > before
  }
}

/// What a decoder can do next.
enum DecoderStep {
  /// It has used all its input.
  case needsInput
  /// It has more to give from what it has.
  case hasMore
}

/// How the bytes of a file become text, once its first bytes have told.
private struct Decoder: ~Copyable {
  private(set) var isChosen = false
  private var gzip: GzipDecoder?
  private var zstd: ZstdDecoder?

  /// Whether bytes are passed on as they are.
  var isPlain: Bool { gzip == nil && zstd == nil }

  /// As many bytes as tell a decoder.
  static let magicLength = 4

  mutating func choose(for head: [UInt8]) throws(FeedError) {
    isChosen = true
    if GzipDecoder.begins(head.span) { gzip = try GzipDecoder() }
    if ZstdDecoder.begins(head.span) { zstd = try ZstdDecoder() }
  }

  /// Moves bytes from `input` to `output`, at most `chunkSize` where they are compressed.
  mutating func decode(
    _ input: inout [UInt8],
    into output: inout [UInt8],
    chunkSize: Int
  ) throws(FeedError) -> DecoderStep {
    if let step = try gzip?.decode(&input, into: &output, chunkSize: chunkSize) { return step }
    if let step = try zstd?.decode(&input, into: &output, chunkSize: chunkSize) { return step }
    output.append(contentsOf: input)
    input.removeAll(keepingCapacity: true)
    return .needsInput
  }

  /// Throws when the input has ended within a stream.
  func finish() throws(FeedError) {
    try gzip?.finish()
    try zstd?.finish()
  }
}
