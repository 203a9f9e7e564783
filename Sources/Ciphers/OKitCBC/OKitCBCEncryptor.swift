/// Encrypts with the framework's own cipher while the plain bytes arrive, in memory that does not grow.
package final class OKitCBCEncryptor {
  private static let chunkSize = 64 << 10

  private let context: CipherContext
  private let sink: CipherSink
  private let output: UnsafeMutableRawBufferPointer
  private var isFinished = false
  private var failure: (any Error)?

  /// Starts a file.
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
  /// - Throws: What the sink throws; then again at each further call.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    precondition(!isFinished, "a file was finished and then written to")
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.chunkSize))
      bytes = bytes.dropFirst(piece.count)
      try put(context.update(piece, into: output.baseAddress.unsafelyUnwrapped))
    }
  }

  /// Writes the padding; nothing may be written after that.
  ///
  /// - Throws: What the sink throws.
  package func finish() throws {
    precondition(!isFinished, "a file was finished twice")
    isFinished = true
    let count = context.finish(into: output.baseAddress.unsafelyUnwrapped)
    LibCrypto.require(count != nil, "encrypt")
    try put(count ?? 0)
  }

  private func put(_ count: Int) throws {
    // What a failed sink missed cannot be made up for by what comes later.
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
