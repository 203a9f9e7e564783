import Ciphers

/// A new file on its way into the workspace: written beside its target, fingerprinted as it is written.
package final class StagedFile {
  private let file: WritableFile
  private let hasher = BackgroundHasher()
  package private(set) var size: Int64 = 0

  package init(_ file: WritableFile) {
    self.file = file
  }

  /// The kernel takes a hundred megabytes in one call several times as slowly as in pieces. What is encrypted at a time fits in one.
  private static let pieceSize = ByteRelay.pieceSize

  /// Writes all of `bytes`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
      try file.write(piece)
      hasher.update(piece)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
      size += Int64(piece.count)
    }
  }

  /// What was written; nothing may be written after.
  package func finish() -> Journal.Fingerprint {
    Journal.Fingerprint(size: size, digest: hasher.finish())
  }
}
