import Archives
import Ciphers
import JSONDocument
import OKitStorage

/// Receives the entries of a backup in order.
protocol BackupSink: AnyObject {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws
  func finish() throws
}

extension BackupSink {
  /// Adds a small file, and returns its checksum.
  func addText(_ path: BackupPath, _ bytes: [UInt8], modified: Int64) throws -> SHA256Digest {
    let source = MemorySource(JSONBytes(bytes))
    try addFile(path, size: Int64(bytes.count), modified: modified) { source.read(into: $0) }
    return bytes.withUnsafeBytes(SHA256Hasher.hash)
  }
}

extension TarZstdWriter: BackupSink {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    try addFile(path.text, size: size, modified: modified, from: source)
  }
}

extension ZipWriter: BackupSink {
  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    try addFile(path.text, size: size, modified: modified, from: source)
  }
}

/// Writes a backup as a plain folder.
final class FolderSink: BackupSink {
  private let folder: FilePath
  private let system: FileSystem
  private var made: Set<BackupPath> = []

  /// Writes into the existing folder `folder`.
  init(_ folder: FilePath, system: FileSystem) {
    self.folder = folder
    self.system = system
  }

  func addFile(_ path: BackupPath, size: Int64, modified: Int64, from source: CipherSource) throws {
    try makeFolders(of: path)
    let file = try system.createFile(folder.appending(path), mode: FileSystem.privateFile)
    try forEachPiece(of: source, file.write)
  }

  private func makeFolders(of path: BackupPath) throws {
    let parent = path.parent
    guard parent != ".", !made.contains(parent) else { return }
    try makeFolders(of: parent)
    try system.ensureFolder(folder.appending(parent), mode: FileSystem.privateFolder)
    made.insert(parent)
  }

  func finish() throws {
    try system.flushFileSystem(of: folder)
  }
}
