import CCrypto

/// Computes the SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
package struct SHA256Hasher: ~Copyable {
  private let context: OpaquePointer

  /// Creates a hasher without any bytes.
  package init() {
    let algorithm = LibCrypto.sha256
    guard let context = EVP_MD_CTX_new() else { fatalError("out of memory") }
    LibCrypto.require(EVP_DigestInit_ex2(context, algorithm, nil) == 1, "start SHA-256")
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    LibCrypto.require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "hash")
  }

  /// Returns the digest of all bytes added.
  package consuming func finish() -> SHA256Digest {
    var bytes = [UInt8](repeating: 0, count: SHA256Digest.size)
    LibCrypto.require(EVP_DigestFinal_ex(context, &bytes, nil) == 1, "finish SHA-256")
    return SHA256Digest(unchecked: bytes)
  }

  /// Returns the digest of bytes in memory.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    return hasher.finish()
  }
}
