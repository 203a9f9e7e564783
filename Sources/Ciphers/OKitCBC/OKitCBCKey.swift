/// The key of the framework's own cipher: AES-256-CBC with PKCS #7 padding, no header, no authentication, one key and
/// one IV for every file of an app.
public final class OKitCBCKey: Sendable {
  /// The size of the cipher's blocks in bytes, and of the IV.
  public static let blockSize = 16

  /// The size of the key in bytes.
  public static let keySize = 32

  let key: SecretBytes
  let iv: SecretBytes

  /// Takes the key and the IV.
  ///
  /// - Throws: ``OKitCBCError/keySize`` unless they have 32 and 16 bytes.
  public init(key: consuming SecretBytes, iv: consuming SecretBytes) throws {
    guard key.count == Self.keySize, iv.count == Self.blockSize else { throw OKitCBCError.keySize }
    self.key = key
    self.iv = iv
  }

  /// Makes a new key and IV from libcrypto's generator for private values.
  public static func generate() -> OKitCBCKey {
    OKitCBCKey(random: ())
  }

  private init(random: Void) {
    key = SecretBytes(random: Self.keySize)
    iv = SecretBytes(random: Self.blockSize)
  }

  /// Lends the 32 bytes of the key and the 16 of the IV, to be stored; the pointers are valid only inside `body`.
  public func withUnsafeBytes<Result: ~Copyable>(
    _ body: (_ key: UnsafeRawBufferPointer, _ iv: UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try key.withUnsafeBytes { key in try iv.withUnsafeBytes { iv in try body(key, iv) } }
  }

  /// By what this key with this IV is known again: their SHA-256 after a text of ours. It gives nothing away, since both are random.
  ///
  /// The cipher itself cannot tell: a wrong IV shows in nothing but the first 16 bytes of a file.
  public var check: SHA256Digest {
    var hasher = SHA256Hasher()
    Array("okit/framework-key\n".utf8).withUnsafeBytes { hasher.update($0) }
    withUnsafeBytes { key, iv in
      hasher.update(key)
      hasher.update(iv)
    }
    return hasher.finish()
  }

  func context(isEncrypting: Bool) -> CipherContext {
    iv.withUnsafeBytes { context(iv: $0, isEncrypting: isEncrypting) }
  }

  private func context(iv: UnsafeRawBufferPointer, isEncrypting: Bool) -> CipherContext {
    CipherContext(
      LibCrypto.aes256CBC, key: key, iv: iv.baseAddress?.assumingMemoryBound(to: UInt8.self),
      isEncrypting: isEncrypting)
  }

  /// The size of what an encrypted file holds, from its end alone.
  ///
  /// - Parameters:
  ///   - fileSize: The size of the encrypted file, in bytes.
  ///   - lastTwoBlocks: The last 32 bytes of the file, or all of a file of 16 bytes.
  /// - Throws: ``OKitCBCError`` `length` if no encrypted file has that size, `padding` if its end is not one that this
  ///   key made.
  public func plainSize(fileSize: Int, lastTwoBlocks: UnsafeRawBufferPointer) throws -> Int {
    guard fileSize > 0, fileSize % Self.blockSize == 0,
      lastTwoBlocks.count == min(fileSize, 2 * Self.blockSize)
    else { throw OKitCBCError.length }
    let last = UnsafeRawBufferPointer(rebasing: lastTwoBlocks.suffix(Self.blockSize))
    // Each block is chained to the one before it, the first to the IV.
    let context =
      lastTwoBlocks.count == Self.blockSize
      ? context(isEncrypting: false) : context(iv: lastTwoBlocks, isEncrypting: false)
    var plain = SecretBytes(count: 2 * Self.blockSize)
    let count = plain.withUnsafeMutableBytes { plain in
      let base = plain.baseAddress.unsafelyUnwrapped
      let count = context.update(last, into: base)
      return context.finish(into: base + count).map { count + $0 }
    }
    guard let count else { throw OKitCBCError.padding }
    return fileSize - Self.blockSize + count
  }
}
