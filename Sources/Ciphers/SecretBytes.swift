import CCrypto

/// A heap buffer of fixed size for keys, passphrases and other secrets, wiped when its life ends.
///
/// There is always exactly one owner, so nobody else can hold a copy without having asked for one with `copy()`.
///
/// Sending it to another thread is sound: it is noncopyable, and its bytes change only through mutating access.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  private let base: UnsafeMutableRawPointer

  /// The number of bytes.
  package let count: Int

  /// Makes a buffer of zero bytes.
  ///
  /// - Parameter count: The number of bytes, not negative.
  package init(count: Int) {
    base = .allocate(byteCount: max(count, 1), alignment: 16)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    self.count = count
  }

  /// Makes a buffer with a copy of the bytes; wiping the original remains its owner's task.
  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count)
    if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
  }

  /// Makes a buffer with a copy of the bytes, such as those of a text in UTF-8; wiping the original remains its owner's task.
  public init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count)
    UnsafeMutableRawBufferPointer(start: base, count: count).copyBytes(from: bytes)
  }

  /// Makes a buffer of bytes from libcrypto's generator for private values.
  ///
  /// - Parameter count: The number of bytes, not negative.
  package init(random count: Int) {
    self.init(count: count)
    LibCrypto.start()
    LibCrypto.require(RAND_priv_bytes(base.assumingMemoryBound(to: UInt8.self), Int32(count)) == 1, "make random bytes")
  }

  deinit {
    OPENSSL_cleanse(base, count)
    base.deallocate()
  }

  /// Lends the bytes for reading; the pointer is valid only inside `body`.
  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Lends the bytes for writing; the pointer is valid only inside `body`.
  package mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: base, count: count))
  }

  /// A second buffer with the same bytes.
  package func copy() -> SecretBytes {
    SecretBytes(copying: UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Whether both hold the same bytes, in a time that depends on the sizes only.
  package func isEqual(_ other: borrowing SecretBytes) -> Bool {
    count == other.count && CRYPTO_memcmp(base, other.base, count) == 0
  }

  /// Copies bytes to `offset` and moves it behind them.
  mutating func store(_ bytes: UnsafeRawBufferPointer, at offset: inout Int) {
    precondition(bytes.count <= count - offset, "secret buffer overflow")
    guard let source = bytes.baseAddress else { return }
    (base + offset).copyMemory(from: source, byteCount: bytes.count)
    offset += bytes.count
  }
}
