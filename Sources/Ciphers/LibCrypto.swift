import CCrypto

/// libcrypto, initialised once, with the algorithms that this module uses fetched once.
///
/// Fetching takes locks and walks provider tables, which would cost more than sealing a small chunk.
enum LibCrypto {
  /// The system's configuration file is not read: it costs time at start, and it could swap providers.
  private static let isInitialized: Bool = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  // The fetched objects are immutable and reference counted by libcrypto, so any thread may use them.
  nonisolated(unsafe) static let chaCha20Poly1305 = fetched(EVP_CIPHER_fetch, "ChaCha20-Poly1305")
  nonisolated(unsafe) static let aes256CBC = fetched(EVP_CIPHER_fetch, "AES-256-CBC")
  nonisolated(unsafe) static let sha256 = fetched(EVP_MD_fetch, "SHA2-256")
  nonisolated(unsafe) static let hkdf = fetched(EVP_KDF_fetch, "HKDF")
  nonisolated(unsafe) static let hmac = fetched(EVP_MAC_fetch, "HMAC")

  /// Makes sure that the library is initialised before a call that needs no fetched algorithm.
  static func start() {
    require(isInitialized, "initialise")
  }

  /// Stops the program when a call failed that can only fail for want of memory or in a broken installation.
  ///
  /// Going on would mean to use keys or digests that were never computed.
  static func require(_ isDone: Bool, _ task: StaticString) {
    guard isDone else { fatalError("libcrypto failed to \(task)") }
  }

  private static func fetched(
    _ fetch: (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer?, _ name: String
  ) -> OpaquePointer {
    start()
    guard let algorithm = fetch(nil, name, nil) else { fatalError("libcrypto has no \(name)") }
    return algorithm
  }
}
