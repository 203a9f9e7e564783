/// Encrypts with the framework's own cipher while the plain bytes arrive, in constant memory.
package final class OKitCBCEncryptor {
  private static let chunkSize = 64 << 10

  private let context: CipherContext
  private let sink: CipherSink
  private let output: UnsafeMutableRawBufferPointer
  private var isFinished = false
  private var failure: (any Error)?

  /// Starts to encrypt a file.
  package init(_ key: OKitCBCKey, sink: @escaping CipherSink) {
    context = key.context(isEncrypting: true)
    self.sink = sink
    output = .allocate(byteCount: Self.chunkSize + OKitCBCKey.blockSize, alignment: 16)
  }

  deinit {
    output.deallocate()
  }

  /// Encrypts the next plain bytes.
  ///
  /// - Throws: The error of the sink. All further calls throw it again.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    precondition(!isFinished, "a file was finished and then written to")
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.chunkSize))
      bytes = bytes.dropFirst(piece.count)
      try put(context.update(piece, into: output.baseAddress.unsafelyUnwrapped))
    }
  }

  /// Writes the padding. Nothing may be written after it.
  ///
  /// - Throws: The error of the sink.
  package func finish() throws {
    precondition(!isFinished, "a file was finished twice")
    isFinished = true
    let count = context.finish(into: output.baseAddress.unsafelyUnwrapped)
    LibCrypto.require(count != nil, "encrypt")
    try put(count ?? 0)
  }

  private func put(_ count: Int) throws {
    // After an error, the sink lacks bytes, so later bytes would be wrong.
    if let failure { throw failure }
    guard count > 0 else { return }
    do {
      try sink(UnsafeRawBufferPointer(rebasing: output[..<count]))
    } catch {
      failure = error
      throw error
    }
  }
}
