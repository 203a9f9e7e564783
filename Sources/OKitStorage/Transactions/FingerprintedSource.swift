package import Ciphers

/// Bytes that are fingerprinted as they are read, on a thread of its own where they are many.
package final class FingerprintedSource {
  private let source: CipherSource
  private let hasher = BackgroundHasher()
  private var size: Int64 = 0

  package init(_ source: @escaping CipherSource) {
    self.source = source
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source(buffer)
    hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    size += Int64(count)
    return count
  }

  /// Reads what is left and says what it all was; nothing may be read after.
  package func finish() throws -> Journal.Fingerprint {
    try forEachPiece(of: read(into:)) { _ in }
    return Journal.Fingerprint(size: size, digest: hasher.finish())
  }
}
