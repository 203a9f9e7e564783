import CCrypto

/// X25519 (RFC 7748) with raw keys of 32 bytes.
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

  /// Returns the shared secret; nil if it is zero, because the public key has a low order.
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

  /// True if a public key is a point of low order, for which every shared secret is zero.
  ///
  /// This compares the key with a list of all these points, so that parsing a recipient does not have to initialize libcrypto.
  static func isLowOrder(_ publicKey: [UInt8]) -> Bool {
    precondition(publicKey.count == size)
    var point = publicKey
    // RFC 7748, section 5: the most significant bit of the last byte is ignored.
    point[size - 1] &= 0x7F
    return lowOrderPoints.contains(point)
  }

  /// All 255-bit encodings of points whose order divides 8, in little-endian order: 0, 1, the two of order 8, p - 1, p and p + 1. The last two are
  /// other encodings of 0 and 1.
  private static let lowOrderPoints: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A, 0xDA, 0x09, 0x8D,
      0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ],
    [
      0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B, 0x04, 0x44, 0x5C,
      0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ],
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
  ]

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
