package import Ciphers
import Glibc

/// Reads `source` to its end and passes each piece to `body`. A piece is valid only during the call.
///
/// A piece has at most `size` bytes. The default is one chunk of an age file, small enough to reuse allocated memory.
package func forEachPiece(
  of source: CipherSource, size: Int = 1 << 16, _ body: (UnsafeRawBufferPointer) throws -> Void
) throws {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
  defer {
    // The buffer may have held decrypted data.
    explicit_bzero(buffer.baseAddress!, buffer.count)
    buffer.deallocate()
  }
  while case let count = try source(buffer), count > 0 {
    try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}

/// Returns the size of pieces in which `expected` bytes are read. Memory for a small file comes from what is allocated already.
func pieceSize(for expected: Int64) -> Int {
  (1...(1 << 16)).contains(expected) ? max(Int(expected), 1 << 12) : 1 << 16
}
