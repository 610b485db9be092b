import CZlib

/// Decompresses gzip, members behind each other as one stream.
@safe struct GzipDecoder: ~Copyable {
  // zlib keeps the address of its stream, so the stream stands in memory that does not move.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether the bytes so far end with a whole member.
  private var isBetweenMembers = false

  static func begins(_ head: Span<UInt8>) -> Bool {
    head.count >= 2 && head[0] == 0x1F && head[1] == 0x8B
  }

  init() throws(FeedError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let onlyGzip = MAX_WBITS + 16
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, onlyGzip, ZLIB_VERSION, size) == Z_OK else {
      throw FeedError("there is no memory to decompress gzip")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Decompresses up to `chunkSize` bytes and takes what that consumed from `input`.
  mutating func decode(
    _ input: inout [UInt8],
    into output: inout [UInt8],
    chunkSize: Int
  ) throws(FeedError) -> DecoderStep {
    if isBetweenMembers {
      // Zeros may pad the end of a file; anything else must be a member, which zlib checks.
      input.removeFirst(input.firstIndex { $0 != 0 } ?? input.count)
      if input.isEmpty { return .needsInput }
      isBetweenMembers = false
      unsafe inflateReset(stream)
    }
    let status = inflateOnce(input.span, into: &output, chunkSize)
    input.removeFirst(unsafe input.count - Int(stream.pointee.avail_in))
    switch status {
    case Z_STREAM_END: isBetweenMembers = true
    case Z_OK, Z_BUF_ERROR: break
    default: throw FeedError("the gzip data is damaged")
    }
    return unsafe input.isEmpty && stream.pointee.avail_out > 0 ? .needsInput : .hasMore
  }

  private func inflateOnce(_ source: Span<UInt8>, into output: inout [UInt8], _ chunkSize: Int) -> Int32 {
    var status = Z_OK
    output.append(addingCapacity: chunkSize) { (space: inout OutputSpan<UInt8>) in
      unsafe space.withUnsafeMutableBufferPointer { memory, initialized in
        unsafe source.withUnsafeBufferPointer { bytes in
          let room = min(chunkSize, memory.count)
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(bytes.count)
          unsafe stream.pointee.next_out = memory.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room)
          status = unsafe inflate(stream, Z_NO_FLUSH)
          initialized = unsafe room - Int(stream.pointee.avail_out)
        }
      }
    }
    return status
  }

  func finish() throws(FeedError) {
    if !isBetweenMembers { throw FeedError("the gzip data ends early: the file is truncated") }
  }
}
