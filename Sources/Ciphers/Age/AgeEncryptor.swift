/// Encrypts to an age file (age-encryption.org/v1) while the plain bytes arrive.
///
/// It takes the same memory whatever the size, about 330 KiB. A file without its `finish()` is one that no reader accepts.
package final class AgeEncryptor {
  private enum State {
    case open, finished
    case failed(any Error)
  }

  /// How many sealed chunks go to the sink at once.
  private static let chunksPerWrite = 4

  private let sink: CipherSink
  private let armor: AgeArmorWriter?
  private var payload: AgePayload
  private var state = State.open

  /// A chunk that may turn out to be the last.
  private var pending = SecretBytes(count: AgePayload.chunkSize)
  private var pendingCount = 0

  private let sealed: UnsafeMutableRawBufferPointer
  private var sealedCount = 0

  /// Makes a file key, wraps it for each recipient and writes the header.
  ///
  /// - Parameters:
  ///   - recipients: Whoever may open the file, at least one; a passphrase must be alone.
  ///   - isArmored: Whether to write text instead of binary.
  ///   - sink: Where the file goes.
  /// - Throws: ``AgeError`` of kind `recipient` or `workFactor`, or what a recipient or the sink throws.
  package init(recipients: [any AgeRecipient], armor isArmored: Bool = false, sink: @escaping CipherSink) throws {
    let fileKey = SecretBytes(random: FileKey.size)
    var stanzas: [AgeStanza] = []
    for recipient in recipients { stanzas += try recipient.wrap(fileKey) }
    let header = try AgeHeader(stanzas: stanzas, fileKey: fileKey)
    let nonce = randomBytes(AgePayload.nonceSize)

    let armor = isArmored ? AgeArmorWriter(sink: sink) : nil
    self.armor = armor
    self.sink = armor.map { $0.write } ?? sink
    payload = AgePayload(fileKey: fileKey, nonce: nonce, isSealing: true)
    sealed = .allocate(byteCount: Self.chunksPerWrite * AgePayload.sealedChunkSize, alignment: 16)
    try (header.serialized() + nonce).withUnsafeBytes(self.sink)
  }

  deinit {
    sealed.deallocate()
  }

  /// Encrypts the next plain bytes; large buffers are encrypted where they are.
  ///
  /// - Throws: What the sink throws; then again at each further call.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    try attempt {
      var bytes = bytes[...]
      while !bytes.isEmpty {
        // Only what is followed by something is certain not to be the last chunk.
        if pendingCount == AgePayload.chunkSize { try sealPending(isLast: false) }
        if pendingCount == 0, bytes.count > AgePayload.chunkSize {
          try seal(UnsafeRawBufferPointer(rebasing: bytes.prefix(AgePayload.chunkSize)), isLast: false)
          bytes = bytes.dropFirst(AgePayload.chunkSize)
        } else {
          let piece = bytes.prefix(AgePayload.chunkSize - pendingCount)
          pending.store(UnsafeRawBufferPointer(rebasing: piece), at: &pendingCount)
          bytes = bytes.dropFirst(piece.count)
        }
      }
    }
  }

  /// Writes the last chunk; nothing may be written after that.
  ///
  /// - Throws: What the sink throws.
  package func finish() throws {
    try attempt {
      try sealPending(isLast: true)
      try flush()
      try armor?.finish()
      state = .finished
    }
  }

  private func sealPending(isLast: Bool) throws {
    if AgePayload.sealedChunkSize > sealed.count - sealedCount { try flush() }
    pending.withUnsafeBytes { sealNow(UnsafeRawBufferPointer(rebasing: $0[..<pendingCount]), isLast: isLast) }
    pendingCount = 0
  }

  private func seal(_ plain: UnsafeRawBufferPointer, isLast: Bool) throws {
    if AgePayload.sealedChunkSize > sealed.count - sealedCount { try flush() }
    sealNow(plain, isLast: isLast)
  }

  private func sealNow(_ plain: UnsafeRawBufferPointer, isLast: Bool) {
    let end = sealedCount + plain.count + ChaChaPoly.tagSize
    payload.seal(plain, isLast: isLast, into: UnsafeMutableRawBufferPointer(rebasing: sealed[sealedCount..<end]))
    sealedCount = end
  }

  private func flush() throws {
    try sink(UnsafeRawBufferPointer(rebasing: sealed[..<sealedCount]))
    sealedCount = 0
  }

  private func attempt(_ body: () throws -> Void) throws {
    switch state {
    case .open: break
    case .finished: preconditionFailure("an age file was finished and then written to")
    case .failed(let error): throw error
    }
    do {
      try body()
    } catch {
      state = .failed(error)
      throw error
    }
  }
}
