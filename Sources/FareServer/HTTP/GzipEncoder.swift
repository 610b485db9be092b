import CZlib

/// Compresses whole texts as gzip.
enum GzipEncoder {
  /// A text of less is sent as it is: the saving would not pay for the header and the work.
  static let worthwhileBytes = 1024

  private static let level: Int32 = 5  // Nearly as small as the best, in a third of its time.

  /// The text compressed; nil when that is not worth it.
  static func compressed(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count >= worthwhileBytes else { return nil }
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let asGzip = MAX_WBITS + 16
    guard unsafe deflateInit2_(&stream, level, Z_DEFLATED, asGzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var status = Z_OK
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: text.count) { memory, count in
      unsafe text.withUnsafeBufferPointer { bytes in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.avail_in = UInt32(bytes.count)
        unsafe stream.next_out = memory.baseAddress
        unsafe stream.avail_out = UInt32(memory.count)
        status = unsafe deflate(&stream, Z_FINISH)
        unsafe count = memory.count - Int(stream.avail_out)
      }
    }
    // What does not fit into the room of the text itself is not worth it either.
    return status == Z_STREAM_END ? compressed : nil
  }
}
