package import Ciphers

/// Computes the SHA-256 of bytes that arrive in pieces. Large content is hashed on a separate thread.
package final class BackgroundHasher {
  /// The size, in bytes, from which a thread is worth its cost.
  private static let threadSize = 4 << 20

  /// The hasher. Only the thread uses it while there is one.
  private final class State: @unchecked Sendable {
    var hasher: SHA256Hasher? = SHA256Hasher()
  }

  private let state = State()
  private var size = 0
  private var thread: (relay: ByteRelay, work: BackgroundWork<Void>)?

  package init() {}

  deinit { join() }

  /// Adds the next bytes.
  package func update(_ bytes: UnsafeRawBufferPointer) {
    if let thread { return thread.relay.give(copying: bytes) }
    precondition(state.hasher != nil, "bytes after the end")
    state.hasher?.update(bytes)
    let before = size
    size += bytes.count
    if before < Self.threadSize, size >= Self.threadSize { begin() }
  }

  /// Returns the digest of all bytes added. No bytes may be added after it.
  package func finish() -> SHA256Digest {
    join()
    guard let hasher = state.hasher.take() else { preconditionFailure("finished twice") }
    return hasher.finish()
  }

  private func begin() {
    let relay = ByteRelay()
    let work = BackgroundWork(alongside: { [state] in
      while true {
        let piece = relay.take()
        defer { relay.giveBack() }
        if piece.isEmpty { return }
        state.hasher?.update(piece)
      }
    })
    if let work { thread = (relay, work) }
  }

  private func join() {
    guard let (relay, work) = thread.take() else { return }
    relay.end()
    work.join()
  }
}
