import CEmbedded

/// A file that the binary carries. Its bytes are constant and live as long as the process.
@safe
public struct EmbeddedFile: Sendable {
  // The bytes are read-only data of the executable: any thread may read them at any time.
  private nonisolated(unsafe) let buffer: UnsafeBufferPointer<UInt8>

  /// The carried file of a path from the root of the source tree.
  ///
  /// - Precondition: `embedded.c` lists the file.
  public init(_ name: String) {
    guard let file = unsafe faregrid_file_named(name) else {
      preconditionFailure("the binary carries no file \(name)")
    }
    unsafe buffer = UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size)
  }

  /// The bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span(_unsafeElements: buffer)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// The paths of all carried files, in the order of `embedded.c`.
  public static let names: [String] = {
    var names: [String] = []
    while let file = unsafe faregrid_file_at(names.count) {
      unsafe names.append(String(cString: file.pointee.name))
    }
    return names
  }()
}
