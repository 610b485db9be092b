import CZstd

/// Decompresses zstd, frames behind each other as one stream.
@safe struct ZstdDecoder: ~Copyable {
  private let context: OpaquePointer
  /// Whether the bytes so far end with a whole frame.
  private var isBetweenFrames = false

  static func begins(_ head: Span<UInt8>) -> Bool {
    head.count >= 4 && head[0] == 0x28 && head[1] == 0xB5 && head[2] == 0x2F && head[3] == 0xFD
  }

  init() throws(FeedError) {
    guard let context = unsafe ZSTD_createDCtx() else { throw FeedError("there is no memory to decompress zstd") }
    unsafe self.context = context
  }

  deinit {
    unsafe ZSTD_freeDCtx(context)
  }

  /// Decompresses up to `chunkSize` bytes and takes what that consumed from `input`.
  mutating func decode(
    _ input: inout [UInt8],
    into output: inout [UInt8],
    chunkSize: Int
  ) throws(FeedError) -> DecoderStep {
    if isBetweenFrames, input.isEmpty { return .needsInput }
    let (status, consumed, isFull) = decodeOnce(input.span, into: &output, chunkSize)
    guard ZSTD_isError(status) == 0 else { throw FeedError("the zstd data is damaged") }
    isBetweenFrames = status == 0
    input.removeFirst(consumed)
    return input.isEmpty && !isFull ? .needsInput : .hasMore
  }

  private func decodeOnce(
    _ source: Span<UInt8>,
    into output: inout [UInt8],
    _ chunkSize: Int
  ) -> (status: Int, consumed: Int, isFull: Bool) {
    var result = (status: 0, consumed: 0, isFull: false)
    output.append(addingCapacity: chunkSize) { (space: inout OutputSpan<UInt8>) in
      unsafe space.withUnsafeMutableBufferPointer { memory, initialized in
        unsafe source.withUnsafeBufferPointer { bytes in
          var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
          var output = unsafe ZSTD_outBuffer(dst: memory.baseAddress, size: min(chunkSize, memory.count), pos: 0)
          let status = unsafe ZSTD_decompressStream(context, &output, &input)
          initialized = unsafe output.pos
          result = unsafe (status, input.pos, output.pos == output.size)
        }
      }
    }
    return result
  }

  func finish() throws(FeedError) {
    if !isBetweenFrames { throw FeedError("the zstd data ends early: the file is truncated") }
  }
}
