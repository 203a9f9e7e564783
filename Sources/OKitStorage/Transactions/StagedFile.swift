import Ciphers

/// New content of a file, written next to the file and fingerprinted at the same time.
package final class StagedFile {
  private let file: WritableFile?
  private let hasher = BackgroundHasher()
  /// The number of bytes written so far.
  package private(set) var size: Int64 = 0

  /// Writes to `file`, which is empty and open for writing; nil only fingerprints the content.
  package init(_ file: WritableFile?) {
    self.file = file
  }

  /// Writing a hundred megabytes takes several times as long in one call as in pieces. A piece has room for the bytes that are encrypted at once.
  private static let pieceSize = ByteRelay.pieceSize

  /// Writes all of `bytes`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
      try file?.write(piece)
      hasher.update(piece)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
      size += Int64(piece.count)
    }
  }

  /// Returns the fingerprint of all bytes. Nothing may be written after it.
  package func finish() -> Journal.Fingerprint {
    Journal.Fingerprint(size: size, digest: hasher.finish())
  }
}
