import Archives
import Ciphers
import OKitStorage

/// The files of a zip file that an app made.
struct ZipFiles: UnverifiedFiles {
  var declaredSize: Int64? { layout.size }
  private let path: FilePath
  private let layout: ZipLayout
  private let unlock: BackupUnlock

  /// Prepares to read the zip file at `path`. `layout` tells where its data folder is.
  init(_ path: FilePath, _ layout: ZipLayout, _ unlock: BackupUnlock) {
    self.path = path
    self.layout = layout
    self.unlock = unlock
  }

  func forEach(_ body: (DataPath, Int64, @escaping CipherSource) throws -> Void) throws {
    let archive = try BackupArchive(path)
    let reader = try archive.zip(unlock)
    // The reader uses the descriptor of the archive's file.
    defer { withExtendedLifetime(archive) {} }
    while let entry = try BackupArchive.translating(path.text, { try reader.next() }) {
      guard entry.kind == .file, let name = layout.dataPath(of: entry.name) else { continue }
      try body(name, entry.size) { [path] buffer in
        try BackupArchive.translating(path.text) { try reader.read(into: buffer) }
      }
    }
  }
}
