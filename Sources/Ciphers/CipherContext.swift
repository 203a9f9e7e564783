import CCrypto

/// Owns an `EVP_CIPHER_CTX`, which wipes its keys when it is freed.
struct CipherContext: ~Copyable {
  let pointer: OpaquePointer

  /// Sets algorithm, key and direction. Pass a constant IV here, or a new IV for each message to ``restart(iv:)``.
  init(_ algorithm: OpaquePointer, key: borrowing SecretBytes, iv: UnsafePointer<UInt8>?, isEncrypting: Bool) {
    guard let context = EVP_CIPHER_CTX_new() else { fatalError("out of memory") }
    pointer = context
    let isDone = key.withUnsafeBytes {
      precondition($0.count == Int(EVP_CIPHER_get_key_length(algorithm)), "a key of the wrong size")
      let key = $0.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return EVP_CipherInit_ex2(context, algorithm, key, iv, isEncrypting ? 1 : 0, nil)
    }
    LibCrypto.require(isDone == 1, "set a key")
  }

  deinit {
    EVP_CIPHER_CTX_free(pointer)
  }

  /// Starts a new message with another IV and the same key.
  func restart(iv: UnsafePointer<UInt8>) {
    LibCrypto.require(EVP_CipherInit_ex2(pointer, nil, nil, iv, -1, nil) == 1, "set an IV")
  }

  /// Processes bytes and returns the number of bytes written.
  func update(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    var count: Int32 = 0
    let input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = EVP_CipherUpdate(
      pointer, output.assumingMemoryBound(to: UInt8.self), &count, input, Int32(bytes.count))
    LibCrypto.require(result == 1, "process bytes")
    return Int(count)
  }

  /// Ends the message and returns the number of bytes written; nil if the tag or the padding is wrong.
  func finish(into output: UnsafeMutableRawPointer) -> Int? {
    var count: Int32 = 0
    guard EVP_CipherFinal_ex(pointer, output.assumingMemoryBound(to: UInt8.self), &count) == 1 else {
      // Otherwise the error would stay in the thread's error queue, and a later call would report it.
      ERR_clear_error()
      return nil
    }
    return Int(count)
  }
}
