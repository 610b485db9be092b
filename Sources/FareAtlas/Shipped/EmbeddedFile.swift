import CEmbedded

/// A file that the binary carries. Its bytes are constant and live as long as the process.
@safe
struct EmbeddedFile: Sendable {
  // The bytes are read-only data of the executable: any thread may read them at any time.
  private nonisolated(unsafe) let buffer: UnsafeBufferPointer<UInt8>

  /// The carried file of a path from the root of the source tree.
  ///
  /// - Precondition: `embedded.c` lists the file.
  init(_ name: String) {
    guard let file = unsafe faregrid_file_named(name) else {
      preconditionFailure("the binary carries no file \(name)")
    }
    unsafe buffer = UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size)
  }

  /// The bytes.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeElements: buffer)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
