/// Decrypts the framework's own cipher while the file is read, in memory that does not grow.
///
/// Nothing of the file is authenticated: neither the bytes handed out nor a right padding at the end prove the key.
public final class OKitCBCDecryptor {
  private enum State {
    case open, atEnd
    case failed(any Error)
  }

  private static let chunkSize = 64 << 10

  private let context: CipherContext
  private let input: InputBuffer
  private var state = State.open
  private var total = 0
  private var plain = SecretBytes(count: chunkSize + OKitCBCKey.blockSize)
  private var plainRange = 0..<0

  /// Starts a file.
  public init(_ key: OKitCBCKey, source: @escaping CipherSource) {
    context = key.context(isEncrypting: false)
    input = InputBuffer(capacity: Self.chunkSize, source: source)
  }

  /// Fills the buffer with plain bytes and returns how many they are, often fewer than fit, 0 only at the end.
  ///
  /// The last block is held back until the end of the file is known and its padding checked.
  ///
  /// - Parameter target: At least one byte.
  /// - Throws: ``OKitCBCError`` `length` or `padding`, or what the source throws; then again at each further call.
  public func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    precondition(!target.isEmpty, "reading into an empty buffer cannot be told from the end")
    if case .failed(let error) = state { throw error }
    do {
      while plainRange.isEmpty, case .open = state {
        if let count = try decrypt(target), count > 0 { return count }
      }
    } catch {
      state = .failed(error)
      throw error
    }
    let piece = plainRange.prefix(target.count)
    plain.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[piece])) }
    plainRange = piece.endIndex..<plainRange.upperBound
    return piece.count
  }

  /// Decrypts the next piece into `target` if it is sure to fit, else into `plain`; returns the count in the first case.
  private func decrypt(_ target: UnsafeMutableRawBufferPointer) throws -> Int? {
    guard try input.fill(1) else {
      try finish()
      return nil
    }
    let piece = input.available
    total += piece.count
    defer { input.consume(piece.count) }
    if target.count >= piece.count + OKitCBCKey.blockSize, let output = target.baseAddress {
      return context.update(piece, into: output)
    }
    plainRange = 0..<plain.withUnsafeMutableBytes { context.update(piece, into: $0.baseAddress.unsafelyUnwrapped) }
    return nil
  }

  private func finish() throws {
    guard total > 0, total % OKitCBCKey.blockSize == 0 else { throw OKitCBCError.length }
    let count = plain.withUnsafeMutableBytes { context.finish(into: $0.baseAddress.unsafelyUnwrapped) }
    guard let count else { throw OKitCBCError.padding }
    plainRange = 0..<count
    state = .atEnd
  }
}
