package import Ciphers
import Glibc

/// Reads `source` to its end and passes each piece to `body`. A piece is valid only during the call.
///
/// A piece is at most a whole chunk of an age file (64 KiB), small enough for memory that is in use already.
package func forEachPiece(of source: CipherSource, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  defer {
    // The buffer may have held decrypted data.
    explicit_bzero(buffer.baseAddress!, buffer.count)
    buffer.deallocate()
  }
  while case let count = try source(buffer), count > 0 {
    try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
