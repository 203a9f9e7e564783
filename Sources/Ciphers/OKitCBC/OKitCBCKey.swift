/// The key of the framework's own cipher: AES-256-CBC with PKCS #7 padding, no header, no authentication, one key and
/// one IV for every file of an app.
package final class OKitCBCKey: Sendable {
  /// The size of the cipher's blocks in bytes, and of the IV.
  package static let blockSize = 16

  /// The size of the key in bytes.
  static let keySize = 32

  let key: SecretBytes
  let iv: SecretBytes

  /// Takes the key and the IV.
  ///
  /// - Throws: ``OKitCBCError/keySize`` unless they have 32 and 16 bytes.
  package init(key: consuming SecretBytes, iv: consuming SecretBytes) throws {
    guard key.count == Self.keySize, iv.count == Self.blockSize else { throw OKitCBCError.keySize }
    self.key = key
    self.iv = iv
  }

  /// Lends the 32 bytes of the key and the 16 of the IV, to be stored; the pointers are valid only inside `body`.
  package func withUnsafeBytes<Result: ~Copyable>(
    _ body: (_ key: UnsafeRawBufferPointer, _ iv: UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try key.withUnsafeBytes { key in try iv.withUnsafeBytes { iv in try body(key, iv) } }
  }

  /// By what this key with this IV is known again: their SHA-256 after a text of ours. It gives nothing away, since both are random.
  ///
  /// The cipher itself cannot tell: a wrong IV shows in nothing but the first 16 bytes of a file.
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
