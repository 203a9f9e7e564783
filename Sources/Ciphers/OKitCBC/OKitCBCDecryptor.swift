/// Decrypts the framework's own cipher while the file is read, in constant memory.
///
/// The cipher has no authentication: neither the decrypted bytes nor valid padding prove that the key is right.
package final class OKitCBCDecryptor {
  private static let chunkSize = 64 << 10

  private let context: CipherContext
  private let input: InputBuffer
  private var total = 0
  private var output = PlainOutput(capacity: chunkSize + OKitCBCKey.blockSize)

  /// Starts to decrypt a file.
  package init(_ key: OKitCBCKey, source: @escaping CipherSource) {
    context = key.context(isEncrypting: false)
    input = InputBuffer(capacity: Self.chunkSize, source: source)
  }

  /// Fills the buffer with decrypted bytes and returns their count, often less than the buffer's size; 0 only at the end.
  ///
  /// The last block is held back until the end of the file, when its padding is checked.
  ///
  /// - Parameter target: At least one byte.
  /// - Throws: ``OKitCBCError`` `length` or `padding`, or the error of the source. All further calls throw it again.
  package func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    try output.read(into: target) { try decrypt(target, &$0) }
  }

  /// Decrypts the next piece into `target` and returns its size. If the piece might not fit, stores it in `output` and returns nil.
  private func decrypt(_ target: UnsafeMutableRawBufferPointer, _ output: inout PlainOutput) throws -> Int? {
    guard try input.fill(1) else {
      try finish(&output)
      return nil
    }
    let piece = input.available
    total += piece.count
    defer { input.consume(piece.count) }
    if target.count >= piece.count + OKitCBCKey.blockSize, let start = target.baseAddress {
      return context.update(piece, into: start)
    }
    output.hold { context.update(piece, into: $0.baseAddress.unsafelyUnwrapped) }
    return nil
  }

  private func finish(_ output: inout PlainOutput) throws {
    guard total > 0, total % OKitCBCKey.blockSize == 0 else { throw OKitCBCError.length }
    try output.hold { plain in
      guard let count = context.finish(into: plain.baseAddress.unsafelyUnwrapped) else { throw OKitCBCError.padding }
      return count
    }
    output.end()
  }
}
