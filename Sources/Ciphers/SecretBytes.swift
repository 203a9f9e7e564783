import CCrypto

/// A buffer of fixed size for keys, passphrases and other secrets. It is wiped when it is deallocated.
///
/// A buffer has exactly one owner. Copies exist only if somebody calls `copy()`.
///
/// It can be sent to another thread, because it is noncopyable and its bytes change only through mutating access.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let base: UnsafeMutableRawPointer

  /// The number of bytes.
  package let count: Int

  /// Creates a buffer of zero bytes.
  ///
  /// - Parameter count: The number of bytes, not negative.
  package init(count: Int) {
    base = .allocate(byteCount: max(count, 1), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    self.count = count
  }

  /// Creates a buffer with a copy of the bytes. The caller should wipe the original.
  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count)
    if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
  }

  /// Creates a buffer with a copy of the bytes, such as the UTF-8 of a text. The caller should wipe the original.
  public init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count)
    UnsafeMutableRawBufferPointer(start: base, count: count).copyBytes(from: bytes)
  }

  /// Creates a buffer with random bytes from libcrypto's generator for private values.
  ///
  /// - Parameter count: The number of bytes, not negative.
  package init(random count: Int) {
    self.init(count: count)
    LibCrypto.start()
    LibCrypto.require(RAND_priv_bytes(base.assumingMemoryBound(to: UInt8.self), Int32(count)) == 1, "make random bytes")
  }

  deinit {
    OPENSSL_cleanse(base, count)
    base.deallocate()
  }

  /// Calls `body` with the bytes for reading. The pointer is valid only during the call.
  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Calls `body` with the bytes for writing. The pointer is valid only during the call.
  package mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: base, count: count))
  }

  /// Returns a second buffer with the same bytes.
  package func copy() -> SecretBytes {
    SecretBytes(copying: UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Returns a buffer with the UTF-8 of `prefix`, the bytes, and the UTF-8 of `suffix`.
  package func joined(after prefix: String, before suffix: String = "") -> SecretBytes {
    var joined = SecretBytes(count: prefix.utf8.count + count + suffix.utf8.count)
    joined.withUnsafeMutableBytes { target in
      let end = prefix.utf8.count + count
      UnsafeMutableRawBufferPointer(rebasing: target[..<prefix.utf8.count]).copyBytes(from: prefix.utf8)
      UnsafeMutableRawBufferPointer(rebasing: target[prefix.utf8.count..<end])
        .copyMemory(from: UnsafeRawBufferPointer(start: base, count: count))
      UnsafeMutableRawBufferPointer(rebasing: target[end...]).copyBytes(from: suffix.utf8)
    }
    return joined
  }

  /// True if both contain the same bytes. The time depends only on the sizes.
  package func isEqual(_ other: borrowing SecretBytes) -> Bool {
    count == other.count && CRYPTO_memcmp(base, other.base, count) == 0
  }

  /// Copies bytes to `offset` and advances `offset` past them.
  mutating func store(_ bytes: UnsafeRawBufferPointer, at offset: inout Int) {
    precondition(bytes.count <= count - offset, "secret buffer overflow")
    guard let source = bytes.baseAddress else { return }
    (base + offset).copyMemory(from: source, byteCount: bytes.count)
    offset += bytes.count
  }
}

/// A secret that several owners share.
package final class SharedSecret {
  /// The secret.
  package let secret: SecretBytes

  package init(_ secret: consuming SecretBytes) {
    self.secret = secret
  }
}
