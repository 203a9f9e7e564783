package import Ciphers

/// New content of a file, written next to the file and fingerprinted at the same time.
package final class StagedFile {
  private let file: WritableFile?
  private let hasher = BackgroundHasher()
  /// The number of bytes written so far.
  package private(set) var size: Int64 = 0
  /// The first bytes: enough to recognize an encrypted file.
  private(set) var beginning: [UInt8] = []

  /// Writes to `file`, which is empty and open for writing; nil only fingerprints the content.
  package init(_ file: WritableFile?) {
    self.file = file
  }

  /// Writing a hundred megabytes takes several times as long in one call as in pieces. One piece holds one write of the age encryptor.
  private static let pieceSize = ByteRelay.pieceSize

  /// The bytes to write next. The content often comes in many small pieces.
  private var pending: [UInt8] = []

  /// Writes all of `bytes`. The last ones may be written only by ``finish()``.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    size += Int64(bytes.count)
    if pending.count + bytes.count > Self.pieceSize { try writePending() }
    guard bytes.count > Self.pieceSize else { return pending += bytes }
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
      try append(piece)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  private func writePending() throws {
    try pending.withUnsafeBytes { try append($0) }
    pending.removeAll(keepingCapacity: true)
  }

  private func append(_ piece: UnsafeRawBufferPointer) throws {
    try file?.write(piece)
    hasher.update(piece)
    if beginning.isEmpty { beginning = Array(piece.prefix(AgeFile.prefixSize)) }
  }

  /// Returns the fingerprint of all bytes. Nothing may be written after it.
  package func finish() throws -> Journal.Fingerprint {
    try writePending()
    return Journal.Fingerprint(size: size, digest: hasher.finish())
  }
}

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
