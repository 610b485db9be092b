import Glibc

/// Strings as C wants a list of them: pointers to text that ends in a zero byte, and a null pointer at the end.
@safe
struct CStringArray: ~Copyable {
  /// The pointers, which live as long as this value.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  /// Copies `strings`; nil becomes a null pointer.
  init(_ strings: [String?]) {
    count = strings.count
    unsafe pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() {
      unsafe (pointers + index).initialize(to: string.flatMap { unsafe strdup($0) })
    }
    unsafe (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe free(pointers[index]) }
    unsafe pointers.deallocate()
  }

  /// The pointers, for functions that promise not to write.
  var constantPointers: UnsafePointer<UnsafePointer<CChar>?> {
    unsafe UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
  }
}
