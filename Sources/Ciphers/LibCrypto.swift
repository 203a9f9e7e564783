import CCrypto

/// Initializes libcrypto once, and fetches the algorithms of this module once.
///
/// Fetching takes locks and searches provider tables, which would cost more than encrypting a small chunk.
enum LibCrypto {
  /// True if libcrypto is initialized. The system's configuration file is not loaded, because that takes time and could replace providers.
  private static let isInitialized: Bool = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  // The fetched objects are immutable and libcrypto counts their references, so any thread may use them.
  nonisolated(unsafe) static let chaCha20Poly1305 = fetched(EVP_CIPHER_fetch, "ChaCha20-Poly1305")
  nonisolated(unsafe) static let aes256CBC = fetched(EVP_CIPHER_fetch, "AES-256-CBC")
  nonisolated(unsafe) static let sha256 = fetched(EVP_MD_fetch, "SHA2-256")
  nonisolated(unsafe) static let hkdf = fetched(EVP_KDF_fetch, "HKDF")
  nonisolated(unsafe) static let hmac = fetched(EVP_MAC_fetch, "HMAC")

  /// Initializes the library. This is for calls that need no fetched algorithm.
  static func start() {
    require(isInitialized, "initialise")
  }

  /// Terminates the process after a failure that only a lack of memory or a broken installation can cause.
  ///
  /// Continuing would use keys or digests that were never computed.
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

/// Returns random bytes for values that become public, such as salts, nonces and names.
///
/// Use ``SecretBytes/init(random:)`` for secrets.
///
/// - Parameter count: The number of bytes, not negative.
package func randomBytes(_ count: Int) -> [UInt8] {
  LibCrypto.start()
  var bytes = [UInt8](repeating: 0, count: count)
  LibCrypto.require(RAND_bytes(&bytes, Int32(count)) == 1, "make random bytes")
  return bytes
}
