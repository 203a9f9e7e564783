/// The key of the framework's own cipher: AES-256-CBC with PKCS #7 padding, without a header and without authentication. All
/// files of an app use the same key and the same IV.
package final class OKitCBCKey: Sendable {
  /// The size of a block and of the IV, in bytes.
  package static let blockSize = 16

  /// The size of the key in bytes.
  static let keySize = 32

  let key: SecretBytes
  let iv: SecretBytes

  /// Creates a key.
  ///
  /// - Throws: ``OKitCBCError/keySize`` unless the key has 32 bytes and the IV 16.
  package init(key: consuming SecretBytes, iv: consuming SecretBytes) throws {
    guard key.count == Self.keySize, iv.count == Self.blockSize else { throw OKitCBCError.keySize }
    self.key = key
    self.iv = iv
  }

  /// Calls `body` with the key of 32 bytes and the IV of 16 bytes, which are valid only during the call. This is for storing them.
  package func withUnsafeBytes<Result: ~Copyable>(
    _ body: (_ key: UnsafeRawBufferPointer, _ iv: UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try key.withUnsafeBytes { key in try iv.withUnsafeBytes { iv in try body(key, iv) } }
  }

  /// The fingerprint of the key and the IV: their SHA-256 after a constant text. It reveals nothing, because both are random.
  ///
  /// A fingerprint is necessary because a wrong IV only changes the first 16 bytes of a file.
  package var check: SHA256Digest {
    var hasher = SHA256Hasher()
    Array("okit/framework-key\n".utf8).withUnsafeBytes { hasher.update($0) }
    withUnsafeBytes { key, iv in
      hasher.update(key)
      hasher.update(iv)
    }
    return hasher.finish()
  }

  func context(isEncrypting: Bool) -> CipherContext {
    iv.withUnsafeBytes {
      CipherContext(
        LibCrypto.aes256CBC, key: key, iv: $0.baseAddress?.assumingMemoryBound(to: UInt8.self),
        isEncrypting: isEncrypting)
    }
  }
}
