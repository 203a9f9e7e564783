/// How a decryptor hands on what it decrypts a piece at a time: into the reader's buffer where a piece fits there, else out of one of its own.
///
/// After an error there is nothing but that error.
struct PlainOutput: ~Copyable {
  private enum State {
    case open, atEnd
    case failed(any Error)
  }

  private var state = State.open
  private var held: SecretBytes
  private var range = 0..<0

  /// - Parameter capacity: The size of the largest piece.
  init(capacity: Int) {
    held = SecretBytes(count: capacity)
  }

  /// Fills `target`, which must not be empty, and returns with how many bytes, 0 only at the end.
  ///
  /// - Parameter decrypt: Decrypts the next piece into `target` and returns its size; or has it held here, or says that there is none,
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

  /// Holds the piece that `body` writes and returns the size of.
  mutating func hold(_ body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
    range = 0..<(try held.withUnsafeMutableBytes(body))
  }

  /// Nothing comes after what is held.
  mutating func end() { state = .atEnd }
}
