import Archives
import Ciphers
import OKitStorage

/// Writes a backup as the file of a snapshot: a tar archive without compression, which restic compresses and encrypts.
///
/// restic cuts a stream into pieces by the content and stores each different piece once. A piece has at least 512 KiB, and ends there if 64 zeros are
/// before its end. So that a change is in few pieces, the manifest, the checksums and groups of data files begin at the start of a piece, whatever is
/// before them: a file, ``padding``, fills the piece before and ends it with zeros. The header of a large file, which has its size, is in the piece
/// before, so that this is the only one that differs if the size does, beside those with the edit and the end of the file. Times are always 0.
final class SnapshotArchive {
  /// The prefix of the names of files that are no part of the backup.
  private static let padding = "okit-padding-"
  /// The minimum size of a piece in bytes, `MinSize` of restic's chunker.
  private static let minimumPiece = 512 << 10
  /// The number of zeros after which a piece ends: the size of the window that restic's chunker looks at.
  private static let endingZeros = 64
  /// The minimum size of a file in bytes whose pieces can stay the same after its size has changed: it has several.
  private static let severalPieces: Int64 = 1 << 20

  private let tar: TarWriter
  /// The size in bytes up to which files share a group. Each group makes the stream at least half a megabyte longer, so there are few. In a large
  /// archive, most pieces are the same again without them.
  private let groupSize: Int64
  /// The size of the data files in the current group in bytes; nil in the group of the manifest.
  private var size: Int64?
  /// The offset at which the group begins.
  private var start: Int64 = 0
  private var paddings = 0

  /// Starts an archive, whose bytes `sink` receives, for data files with `size` bytes in total.
  init(size: Int64, sink: @escaping ArchiveSink) {
    tar = TarWriter(sink: sink)
    // Only powers of two, because small edits of the data must not change the groups.
    var groupSize: Int64 = 16 << 10
    let mostGroups: Int64 = size < 128 << 20 ? 32 : 8
    while groupSize <= size / mostGroups { groupSize *= 2 }
    self.groupSize = groupSize
  }

  /// True for a file that is no part of the backup.
  static func isPadding(_ name: String) -> Bool { name.hasPrefix(padding) }

  /// Ends the piece, so that the next one begins with the header of a file, or with its content if `isLarge` is true.
  private func separate(from header: Int, isLarge: Bool) throws {
    let name = "\(Self.padding)\(paddings)"
    paddings += 1
    let known = tar.position - start + Int64(TarWriter.headerSize(name, size: 0, modified: 0))
    // The last piece of a longer group can begin anywhere in it.
    let missing = known < Self.minimumPiece ? Self.minimumPiece - Int(known) : Self.minimumPiece
    // Other zeros would end the piece too early.
    var filler = missing - Self.endingZeros
    var rest = missing + (isLarge ? Self.minimumPiece - header : 0)
    try tar.addFile(name, size: Int64(rest), modified: 0) { buffer in
      let isFiller = filler > 0
      let piece = min(isFiller ? filler : rest, buffer.count)
      let value = isFiller ? UInt8(ascii: " ") : 0
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece]).initializeMemory(as: UInt8.self, repeating: value)
      filler -= piece
      rest -= piece
      return piece
    }
    start = tar.position + (isLarge ? Int64(header) : 0)
  }
}

extension SnapshotArchive: BackupSink {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    if path != BackupManifest.entry {
      let isJoining = path != Checksums.entry && self.size.map { $0 + size <= groupSize } ?? false
      if !isJoining {
        let header = TarWriter.headerSize(path.text, size: size, modified: 0)
        try separate(from: header, isLarge: size >= Self.severalPieces)
        self.size = 0
      }
      self.size? += size
    }
    try tar.addFile(path.text, size: size, modified: 0, from: source)
  }

  func finish() throws { try tar.finish() }
}
