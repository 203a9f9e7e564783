import CCrypto

/// HKDF with SHA-256 (RFC 5869).
enum HKDF {
  /// - Parameter salt: The salt, which may be empty.
  /// - Returns: A key of 32 bytes.
  static func derive(from secret: borrowing SecretBytes, salt: [UInt8], info: StaticString) -> SecretBytes {
    guard let context = EVP_KDF_CTX_new(LibCrypto.hkdf) else { fatalError("out of memory") }
    defer { EVP_KDF_CTX_free(context) }
    var key = SecretBytes(count: 32)
    let result = secret.withUnsafeBytes { secret in
      salt.withUnsafeBytes { salt in
        key.withUnsafeMutableBytes { key in
          // libcrypto does not write through these pointers.
          var parameters = [
            Parameter.digest,
            Parameter.bytes("key", secret),
            Parameter.bytes("info", UnsafeRawBufferPointer(start: info.utf8Start, count: info.utf8CodeUnitCount)),
          ]
          if !salt.isEmpty { parameters.append(Parameter.bytes("salt", salt)) }
          parameters.append(OSSL_PARAM_construct_end())
          return EVP_KDF_derive(
            context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count, parameters)
        }
      }
    }
    LibCrypto.require(result == 1, "derive a key")
    return key
  }
}

/// HMAC with SHA-256 (RFC 2104).
enum HMAC {
  /// - Returns: A code of 32 bytes.
  static func authenticate(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
    guard let context = EVP_MAC_CTX_new(LibCrypto.hmac) else { fatalError("out of memory") }
    defer { EVP_MAC_CTX_free(context) }
    let parameters = [Parameter.digest, OSSL_PARAM_construct_end()]
    var code = [UInt8](repeating: 0, count: 32)
    let isDone = key.withUnsafeBytes {
      EVP_MAC_init(context, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count, parameters) == 1
        && EVP_MAC_update(context, message, message.count) == 1
        && EVP_MAC_final(context, &code, nil, code.count) == 1
    }
    LibCrypto.require(isDone, "authenticate")
    return code
  }

  /// True if `code` is the code of the message. Takes constant time.
  static func isValid(_ code: [UInt8], for message: [UInt8], key: borrowing SecretBytes) -> Bool {
    let expected = authenticate(message, key: key)
    return code.count == expected.count && CRYPTO_memcmp(code, expected, expected.count) == 0
  }
}

/// Creates `OSSL_PARAM` values. They keep the pointers to their names, so each name must be a static string.
private enum Parameter {
  static var digest: OSSL_PARAM {
    let value: StaticString = "SHA2-256"
    let text = UnsafeMutablePointer(mutating: characters(value))
    return OSSL_PARAM_construct_utf8_string(characters("digest"), text, value.utf8CodeUnitCount)
  }

  static func bytes(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> OSSL_PARAM {
    OSSL_PARAM_construct_octet_string(
      characters(name), UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  private static func characters(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
