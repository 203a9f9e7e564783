/// The output side of a decryptor. A decrypted piece goes directly into the reader's buffer if it fits, or else through an internal buffer.
///
/// After an error, all further reads throw it again.
struct PlainOutput: ~Copyable {
  private enum State {
    case open, atEnd
    case failed(any Error)
  }

  private var state = State.open
  private var held: SecretBytes
  private var range = 0..<0

  /// - Parameter capacity: The size of the largest piece in bytes.
  init(capacity: Int) {
    held = SecretBytes(count: capacity)
  }

  /// Fills `target`, which must not be empty, and returns the number of bytes; 0 only at the end.
  ///
  /// - Parameter decrypt: Decrypts the next piece into `target` and returns its size. Alternatively calls ``hold(_:)`` or ``end()``
  ///   and returns nil.
  mutating func read(
    into target: UnsafeMutableRawBufferPointer, _ decrypt: (inout PlainOutput) throws -> Int?
  ) throws -> Int {
    precondition(!target.isEmpty, "reading into an empty buffer cannot be told from the end")
    if case .failed(let error) = state { throw error }
    do {
      while range.isEmpty, case .open = state {
        if let count = try decrypt(&self), count > 0 { return count }
      }
    } catch {
      state = .failed(error)
      throw error
    }
    let piece = range.prefix(target.count)
    held.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[piece])) }
    range = piece.endIndex..<range.upperBound
    return piece.count
  }

  /// Stores a piece in the internal buffer. `body` writes it and returns its size.
  mutating func hold(_ body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
    range = 0..<(try held.withUnsafeMutableBytes(body))
  }

  /// Records that no further piece follows.
  mutating func end() { state = .atEnd }
}
