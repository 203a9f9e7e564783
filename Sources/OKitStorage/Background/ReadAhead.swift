package import Ciphers

/// The bytes of a source, read on a thread of its own while the caller works on those before; with a cipher in the source, it is decryption
/// that goes ahead.
package final class ReadAhead {
  private let relay = ByteRelay()
  private let source: CipherSource
  /// Nil where the system gives no thread.
  private let work: BackgroundWork<Void>?
  private var piece = UnsafeRawBufferPointer(start: nil, count: 0)
  private var isHolding = false
  private var hasEnded = false

  /// Begins to read `source`, which nobody else may use from now on.
  package init(_ source: @escaping CipherSource) {
    self.source = source
    // Where there is a thread, only the thread calls it.
    nonisolated(unsafe) let source = source
    work = BackgroundWork(alongside: { [relay] in
      defer { relay.end() }
      var count = 1
      var isWanted = true
      while isWanted, count > 0 {
        isWanted = try relay.give { buffer in
          count = try source(buffer)
          return count
        }
      }
    })
  }

  deinit {
    relay.close()
    work?.join()
  }

  /// Up to `buffer.count` bytes; 0 at the end. Throws what the source threw, after the bytes before.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let work else { return try source(buffer) }
    if piece.isEmpty { try next(of: work) }
    let count = min(piece.count, buffer.count)
    UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[..<count]))
    piece = UnsafeRawBufferPointer(rebasing: piece[count...])
    return count
  }

  private func next(of work: BackgroundWork<Void>) throws {
    if !hasEnded {
      if isHolding { relay.giveBack() }
      piece = relay.take()
      isHolding = true
      hasEnded = piece.isEmpty
    }
    if hasEnded { try work.value() }
  }
}
