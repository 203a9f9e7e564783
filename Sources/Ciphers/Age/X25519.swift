import CCrypto

/// X25519 (RFC 7748) on raw keys of 32 bytes.
enum X25519 {
  static let size = 32

  static func publicKey(of secret: borrowing SecretBytes) -> [UInt8] {
    let key = privateKey(secret)
    defer { EVP_PKEY_free(key) }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = size
    let result = EVP_PKEY_get_raw_public_key(key, &bytes, &count)
    LibCrypto.require(result == 1 && count == size, "compute a public key")
    return bytes
  }

  /// The shared secret; nil if it is all zero, which a public key of low order makes it for everybody.
  static func sharedSecret(of secret: borrowing SecretBytes, and publicKey: [UInt8]) -> SecretBytes? {
    precondition(publicKey.count == size)
    let key = privateKey(secret)
    defer { EVP_PKEY_free(key) }
    guard let peer = EVP_PKEY_new_raw_public_key_ex(nil, "X25519", nil, publicKey, publicKey.count),
      let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
    else { fatalError("libcrypto failed to take an X25519 key") }
    defer {
      EVP_PKEY_CTX_free(context)
      EVP_PKEY_free(peer)
    }
    let isReady = EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1
    LibCrypto.require(isReady, "start X25519")
    var shared = SecretBytes(count: size)
    let isDone = shared.withUnsafeMutableBytes {
      var count = $0.count
      return EVP_PKEY_derive(context, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1
    }
    guard isDone, !shared.isEqual(SecretBytes(count: size)) else {
      ERR_clear_error()
      return nil
    }
    return shared
  }

  private static func privateKey(_ secret: borrowing SecretBytes) -> OpaquePointer {
    secret.withUnsafeBytes {
      let bytes = $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
      LibCrypto.start()
      guard let key = EVP_PKEY_new_raw_private_key_ex(nil, "X25519", nil, bytes, $0.count) else {
        fatalError("libcrypto failed to take an X25519 key")
      }
      return key
    }
  }
}
