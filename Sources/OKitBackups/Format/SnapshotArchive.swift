import Archives
import Ciphers
import OKitStorage

/// Writes a backup as the file of a snapshot: a tar archive without compression, which restic compresses and encrypts.
///
/// restic stores each different piece of a stream once, and chooses the ends of pieces by the content. What differs in each backup must therefore be
/// in pieces of its own: the manifest, which has the time, and the checksums. Files with zeros, ``padding``, separate them from the data. A piece has at
/// least 512 KiB, and ends there if 64 zeros are before its end. The first data file comes with its header at the end of the first piece, and is also
/// separated from what follows. So if it is the largest one, a change of its size changes few other pieces. Times would change headers, so all are 0.
final class SnapshotArchive: BackupSink {
  /// The prefix of the files that are no part of the backup.
  private static let padding = "okit-padding-"
  /// The minimum size of a piece, `MinSize` of restic's chunker.
  private static let minimumPiece = 512 << 10
  private static let headerSize = 512

  private let tar: TarWriter
  private var entries = 0

  /// Writes the archive to `sink`.
  init(sink: @escaping ArchiveSink) {
    tar = TarWriter(sink: sink)
  }

  /// True for a file that is no part of the backup.
  static func isPadding(_ name: String) -> Bool { name.hasPrefix(padding) }

  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    if path == Checksums.entry || entries == 2 {
      try addZeros(Self.minimumPiece + Self.headerSize)
    } else if entries == 1 {
      let header = TarWriter.headerSize(path.text, size: size, modified: 0)
      let room = Self.minimumPiece - Int(tar.position) - Self.headerSize - header
      if room > 0 { try addZeros(room) }
    }
    try tar.addFile(path.text, size: size, modified: 0, from: source)
    entries += 1
  }

  private func addZeros(_ count: Int) throws {
    var rest = count
    try tar.addFile("\(Self.padding)\(entries)", size: Int64(count), modified: 0) { buffer in
      let piece = min(rest, buffer.count)
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece]).initializeMemory(as: UInt8.self, repeating: 0)
      rest -= piece
      return piece
    }
  }

  func finish() throws { try tar.finish() }
}
