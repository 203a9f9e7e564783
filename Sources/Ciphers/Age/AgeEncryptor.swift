/// Encrypts an age file (age-encryption.org/v1) while the plain bytes arrive.
///
/// It needs about 330 KiB of memory for files of any size. No reader accepts a file without ``finish()``.
package final class AgeEncryptor {
  private enum State {
    case open, finished
    case failed(any Error)
  }

  /// The number of encrypted chunks for each write to the sink.
  private static let chunksPerWrite = 4

  private let sink: CipherSink
  private let armor: AgeArmorWriter?
  private var payload: AgePayload
  private var state = State.open

  /// A chunk that could be the last one.
  private var pending = SecretBytes(count: AgePayload.chunkSize)
  private var pendingCount = 0

  private let sealed: UnsafeMutableRawBufferPointer
  private var sealedCount = 0

  /// Generates a file key, wraps it for each recipient and writes the header.
  ///
  /// - Parameters:
  ///   - recipients: The recipients, at least one. A passphrase must be the only one.
  ///   - isArmored: True to write text instead of binary data.
  ///   - sink: Receives the bytes of the file.
  /// - Throws: ``AgeError`` of kind `recipient` or `workFactor`, or the error of a recipient or the sink.
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

  /// Encrypts the next plain bytes. Large buffers are encrypted without a copy.
  ///
  /// - Throws: The error of the sink. All further calls throw it again.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    try attempt {
      var bytes = bytes[...]
      while !bytes.isEmpty {
        // A chunk is only known not to be the last one when more bytes follow.
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

  /// Writes the last chunk. Nothing may be written after it.
  ///
  /// - Throws: The error of the sink.
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
