import CCrypto

/// A running SHA-256.
@safe
struct Digest: ~Copyable {
  private let context: OpaquePointer

  init() {
    guard let context = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("the system's cryptography library has no SHA-256")
    }
    unsafe self.context = context
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Adds bytes.
  mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      _ = unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
    }
  }

  /// Adds a text with its length, so that no two lists of texts come to the same bytes.
  mutating func update(_ text: String) {
    update(Array("\(text.utf8.count):\(text)\n".utf8).span)
  }

  /// The digest of all that was added until now.
  func current() -> [UInt8] {
    let copy = Digest()
    guard unsafe EVP_MD_CTX_copy_ex(copy.context, context) == 1 else {
      preconditionFailure("the system's cryptography library cannot copy a digest")
    }
    return copy.finished()
  }

  /// The digest of all that was added. Nothing may be added after.
  mutating func finish() -> [UInt8] {
    finished()
  }

  private func finished() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      _ = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      count = 32
    }
  }
}

/// The bytes of a file as its reader sees them, counted and digested once more.
///
/// A file that is still being written gives other bytes now than when it was identified.
final class SeenBytes {
  private(set) var count = 0
  private var running = Digest()

  func add(_ bytes: Span<UInt8>) {
    count += bytes.count
    running.update(bytes)
  }

  /// The digest of all bytes that were seen. None may be added after.
  func digest() -> [UInt8] {
    running.finish()
  }
}
