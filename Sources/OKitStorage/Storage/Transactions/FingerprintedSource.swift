package import Ciphers

/// Computes the fingerprint of bytes while they are read, on another thread if there are many.
package final class FingerprintedSource {
  private let source: CipherSource
  private let hasher = BackgroundHasher()
  private var size: Int64 = 0

  package init(_ source: @escaping CipherSource) {
    self.source = source
  }

  /// Reads up to `buffer.count` bytes and returns their count; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source(buffer)
    hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    size += Int64(count)
    return count
  }

  /// Reads the rest and returns the fingerprint of all bytes. Nothing may be read after it.
  package func finish() throws -> Journal.Fingerprint {
    try forEachPiece(of: read(into:)) { _ in }
    return Journal.Fingerprint(size: size, digest: hasher.finish())
  }
}
