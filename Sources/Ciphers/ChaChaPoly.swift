import CCrypto

/// ChaCha20-Poly1305 (RFC 8439) without additional data. One key encrypts many messages.
struct ChaChaPoly: ~Copyable {
  static let tagSize = 16
  static let nonceSize = 12

  private let context: CipherContext

  /// - Parameter key: The key, 32 bytes.
  init(key: borrowing SecretBytes, isSealing: Bool) {
    context = CipherContext(LibCrypto.chaCha20Poly1305, key: key, iv: nil, isEncrypting: isSealing)
  }

  /// Encrypts a message. The result is as long as `plain`, plus the tag.
  func seal(_ plain: UnsafeRawBufferPointer, nonce: [UInt8], into sealed: UnsafeMutableRawBufferPointer) {
    precondition(nonce.count == Self.nonceSize && sealed.count == plain.count + Self.tagSize)
    guard let output = sealed.baseAddress else { return }
    context.restart(iv: nonce)
    if !plain.isEmpty { _ = context.update(plain, into: output) }
    let tag = output + plain.count
    LibCrypto.require(context.finish(into: tag) == 0, "seal")
    let result = EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), tag)
    LibCrypto.require(result == 1, "read a tag")
  }

  /// Decrypts a message. If the tag is wrong, wipes the output and returns false.
  func open(_ sealed: UnsafeRawBufferPointer, nonce: [UInt8], into plain: UnsafeMutableRawBufferPointer) -> Bool {
    precondition(nonce.count == Self.nonceSize && sealed.count == plain.count + Self.tagSize)
    context.restart(iv: nonce)
    let tag = UnsafeMutableRawPointer(mutating: sealed.baseAddress.unsafelyUnwrapped + plain.count)
    let result = EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagSize), tag)
    LibCrypto.require(result == 1, "set a tag")
    if let output = plain.baseAddress, !plain.isEmpty {
      _ = context.update(UnsafeRawBufferPointer(rebasing: sealed[..<plain.count]), into: output)
    }
    // Finishing writes nothing for this cipher, but libcrypto requires a buffer.
    var nothing: (UInt64, UInt64) = (0, 0)
    if withUnsafeMutableBytes(of: &nothing, { context.finish(into: $0.baseAddress.unsafelyUnwrapped) }) == 0 {
      return true
    }
    OPENSSL_cleanse(plain.baseAddress, plain.count)
    return false
  }
}
