/// Decrypts the framework's own cipher while the file is read, in memory that does not grow.
///
/// Nothing of the file is authenticated: neither the bytes handed out nor a right padding at the end prove the key.
package final class OKitCBCDecryptor {
  private static let chunkSize = 64 << 10

  private let context: CipherContext
  private let input: InputBuffer
  private var total = 0
  private var output = PlainOutput(capacity: chunkSize + OKitCBCKey.blockSize)

  /// Starts a file.
  package init(_ key: OKitCBCKey, source: @escaping CipherSource) {
    context = key.context(isEncrypting: false)
    input = InputBuffer(capacity: Self.chunkSize, source: source)
  }

  /// Fills the buffer with plain bytes and returns how many they are, often fewer than fit, 0 only at the end.
  ///
  /// The last block is held back until the end of the file is known and its padding checked.
  ///
  /// - Parameter target: At least one byte.
  /// - Throws: ``OKitCBCError`` `length` or `padding`, or what the source throws; then again at each further call.
  package func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    try output.read(into: target) { try decrypt(target, &$0) }
  }

  /// Decrypts the next piece into `target` if it is sure to fit, and returns the size; else has `output` hold it.
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
