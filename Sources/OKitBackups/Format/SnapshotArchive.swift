import Archives
import Ciphers
import OKitStorage

/// Writes a backup as the file of a snapshot: a tar archive without compression, which restic compresses and encrypts.
///
/// restic cuts a stream into pieces by the content and stores each different piece once. A piece has at least 512 KiB, and ends as soon as it has that
/// size and its last 64 bytes are zeros. To keep a change in few pieces, a new piece begins with the first data file, with each group of data files, and
/// with the checksums: a file whose name begins with ``padding`` fills the piece before and ends it with zeros. The header of a large file contains its
/// size. It ends the piece before, so that the first pieces of the content stay the same if the size changes. Times are always 0.
final class SnapshotArchive {
  /// The prefix of the names of files that are not part of the backup.
  private static let padding = "okit-padding-"
  /// The minimum size of a piece in bytes, `MinSize` of restic's chunker.
  private static let minimumPiece = 512 << 10
  /// The number of zeros that end a piece: the size of the window that restic's chunker looks at.
  private static let endingZeros = 64
  /// Files of at least this size in bytes span several pieces, so that most pieces stay the same after a change of the size.
  private static let severalPieces: Int64 = 1 << 20
  /// The maximum length of a path in bytes after which the header certainly ends with enough zeros.
  private static let shortPath = 100
  /// A group is closed at this multiple of the usual size.
  private static let longestGroup: Int64 = 4

  private let tar: TarWriter
  /// The usual size of a group in bytes. A larger file is a group of its own.
  private let groupSize: Int64
  /// One of this number of files begins a group, a power of two. The hash of the path chooses it, so that a new file does not change later groups.
  private let filesInGroup: UInt32
  /// The offset at which the group begins.
  private var groupStart: Int64 = 0
  /// True if another data file may follow in the group: not before the first one, and not after one that is a group of its own.
  private var isGroupOpen = false
  private var paddings = 0

  /// Starts an archive, whose bytes `sink` receives, of a backup with this manifest.
  init(_ manifest: BackupManifest, sink: @escaping ArchiveSink) {
    tar = TarWriter(sink: sink)
    let (size, files) = (manifest.totalSize, max(1, Int64(manifest.files.count)))
    // The pieces of groups have at least 512 KiB, so there are only some. Most pieces of a large archive stay the same without them.
    let groups: Int64 = size < 128 << 20 ? 64 : 8
    // Powers of two, because small changes must not lead to other groups.
    var groupSize: Int64 = 16 << 10
    while groupSize <= size / groups { groupSize *= 2 }
    var filesInGroup: UInt32 = 1
    while Int64(filesInGroup) * 2 <= groupSize / max(1, size / files), filesInGroup < 1 << 20 { filesInGroup *= 2 }
    (self.groupSize, self.filesInGroup) = (groupSize, filesInGroup)
  }

  /// True for the name of a file that is not part of the backup.
  static func isPadding(_ name: String) -> Bool { name.hasPrefix(padding) }

  private func beginsGroup(_ path: BackupPath, size: Int64) -> Bool {
    if !isGroupOpen || path == Checksums.entry || size >= groupSize { return true }
    if tar.position - groupStart >= Self.longestGroup * groupSize { return true }
    let digest = Array(path.text.utf8).withUnsafeBytes(SHA256Hasher.hash)
    return digest.bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & (filesInGroup - 1) == 0
  }

  /// Ends the piece. The next one begins with the header of a file, which has `headerSize` bytes, or if it is large, with its content.
  private func beginGroup(headerSize: Int, isLarge: Bool) throws {
    let name = "\(Self.padding)\(paddings)"
    paddings += 1
    let written = tar.position - groupStart + Int64(TarWriter.headerSize(name, size: 0, modified: 0))
    // The last piece of a longer group can begin anywhere in it.
    let room = written < Self.minimumPiece ? Self.minimumPiece - Int(written) : Self.minimumPiece
    // More zeros would end the piece too early.
    var spaces = room - Self.endingZeros
    var rest = room + (isLarge ? Self.minimumPiece - headerSize : 0)
    try tar.addFile(name, size: Int64(rest), modified: 0) { buffer in
      let isSpace = spaces > 0
      let piece = min(isSpace ? spaces : rest, buffer.count)
      let value = isSpace ? UInt8(ascii: " ") : 0
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece]).initializeMemory(as: UInt8.self, repeating: value)
      spaces -= piece
      rest -= piece
      return piece
    }
    groupStart = tar.position + (isLarge ? Int64(headerSize) : 0)
  }
}

extension SnapshotArchive: BackupSink {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    if path != BackupManifest.entry {
      if beginsGroup(path, size: size) {
        try beginGroup(
          headerSize: TarWriter.headerSize(path.text, size: size, modified: 0),
          isLarge: size >= Self.severalPieces && path.text.utf8.count <= Self.shortPath)
      }
      isGroupOpen = size < groupSize
    }
    try tar.addFile(path.text, size: size, modified: 0, from: source)
  }

  func finish() throws { try tar.finish() }
}
