import Glibc

/// Strings as C wants a list of them: pointers to text that ends in a zero byte, and a null pointer at the end.
@safe
struct CStringArray: ~Copyable {
  private let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
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

  /// Calls `body` with the pointers, which live as long as the call.
  func withPointers<Value>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value) -> Value {
    unsafe body(pointers)
  }

  /// Calls `body` with the pointers, for functions that promise not to write.
  func withConstantPointers<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value) -> Value {
    unsafe body(UnsafeRawPointer(pointers).assumingMemoryBound(to: UnsafePointer<CChar>?.self))
  }
}
