package import Ciphers

/// Reads a source on a separate thread while the caller processes the bytes before. A source that decrypts does so on that thread.
package final class ReadAhead {
  private let relay = ByteRelay()
  private let source: CipherSource
  /// Nil if the system cannot create a thread.
  private let work: BackgroundWork<Void>?
  private var piece = UnsafeRawBufferPointer(start: nil, count: 0)
  private var isHolding = false
  private var hasEnded = false

  /// Starts to read `source`. From now on, nothing else may use the source.
  package init(_ source: @escaping CipherSource) {
    self.source = source
    // If there is a thread, only the thread calls the source.
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

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end. Throws the source's error after all bytes that precede it.
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
